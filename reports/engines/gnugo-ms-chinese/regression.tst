# GNU Go 3.8, checked against ms-chinese

# another final_score, unexplained
# clause ms.count.chinese; the engine said: 1
boardsize 2
clear_board
komi 0
play black A1
play white pass
play black A2
10 final_score
#? [0(\.0*)?]

# another final_score, unexplained
# clause ms.count.chinese; the engine said: 1
boardsize 2
clear_board
komi 0
play black A2
play white pass
play black A1
20 final_score
#? [0(\.0*)?]

# another final_score, unexplained
# clause ms.count.chinese; the engine said: 1
boardsize 2
clear_board
komi 0
play black A2
play white pass
play black B2
30 final_score
#? [0(\.0*)?]

# another final_score, unexplained
# clause ms.count.chinese; the engine said: -1
boardsize 2
clear_board
komi 0
play black pass
play white A1
play black pass
play white B1
40 final_score
#? [0(\.0*)?]

# final_score counts every stone as alive, area
# clause ms.count.chinese; the engine said: 1
boardsize 2
clear_board
komi 0
play black A2
play white B2
play black A1
50 final_score
#? [0(\.0*)?]

# final_score is that of aj2004
# clause ms.count.chinese ms.territory; the engine said: 5
boardsize 5
clear_board
komi 0
play black A1
play white C3
play black A4
play white D1
play black A5
play white A2
play black D5
play white C2
play black D2
play white D4
play black D3
play white B1
play black B2
play white E5
play black E4
play white B5
play black E3
play white C5
play black C4
play white B3
play black B4
play white B5
play black C5
play white A3
play black E1
play white E2
60 final_score
#? [B\+3(\.0*)?]

# final_status_list dead lacks stones
# clause ms.dead; the engine said: 
boardsize 2
clear_board
komi 0
play black A2
play white B1
70 final_status_list dead
#? [(A2|B1)\s+(A2|B1)]

# final_status_list seki has stones that are dead
# clause ms.seki; the engine said: A2 B1
boardsize 2
clear_board
komi 0
play black A2
play white B1
80 final_status_list seki
#? []
