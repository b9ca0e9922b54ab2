# KataGo 1.17.2+random, checked against aga-area

# final_score removes stones in the other player's pass-alive territory, which aga-area counts
# clause aga.12.by-area aga.12.territory; the engine said: -25
boardsize 5
clear_board
komi 0
play black A3
play white A2
play black pass
play white B2
play black pass
play white B3
play black pass
play white B4
play black pass
play white C1
play black pass
play white C2
play black pass
play white C4
play black pass
play white D3
play black pass
play white D4
play black pass
play white D5
play black pass
play white pass
10 final_score
#? [W\+19(\.0*)?]
