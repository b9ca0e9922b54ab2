# KataGo 1.17.2+random, checked against tromp-taylor

# final_score removes stones in the other player's pass-alive territory, which tromp-taylor counts
# clause tt.9; the engine said: -25
boardsize 5
clear_board
komi 0
play black A1
play white C5
play black pass
play white A4
play black pass
play white B4
play black pass
play white C4
play black pass
play white B3
play black pass
play white B2
play black pass
play white B1
play black pass
play white pass
10 final_score
#? [W\+21(\.0*)?]
