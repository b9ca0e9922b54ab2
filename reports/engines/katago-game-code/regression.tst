# KataGo's game code , checked against katago:ko=simple,suicide=no,handicap-bonus=n,self-play-opts=yes
