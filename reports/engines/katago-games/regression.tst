# KataGo 1.17.2+random, checked against tromp-taylor
