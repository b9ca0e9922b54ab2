# GNU Go 3.8, checked against j1989

# an answer to `final_score` that a new process does not repeat
# clause j1989.10.1; the engine said: -10
boardsize 2
clear_board
komi 0
play black pass
play white A1
play black pass
play white B1
10 final_score
#? [0(\.0*)?]

# another final_score, unexplained
# clause j1989.8.territory; the engine said: 2
boardsize 5
clear_board
komi 0
play black A2
play white A4
play black A3
play white B5
play black B1
play white C3
play black B3
play white C4
play black B4
play white D3
play black C1
play white D5
play black C2
play white E3
play black D2
play white E4
play black E1
play white pass
play black E2
20 final_score
#? [W\+1(\.0*)?]

# final_score is that of ms-japanese
# clause j1989.10.1; the engine said: 3
boardsize 2
clear_board
komi 0
play black pass
play white A1
play black pass
play white B2
play black pass
play white A2
30 final_score
#? [0(\.0*)?]

# final_status_list alive has stones that are in seki
# clause j1989.7.1; the engine said: B5 D5 A4 B4 C4 D4 E4 A3 B3 D3 E3 B2 C2 E2 A1 C1 D1
boardsize 5
clear_board
komi 0
play black B5
play white C4
play black D5
play white A3
play black A4
play white B3
play black B4
play white D3
play black D4
play white B2
play black E4
play white C2
play black E3
play white E2
play black pass
play white A1
play black pass
play white C1
play black pass
play white D1
40 final_status_list alive
#? [(A3|B3|D3|B2|C2|E2|A1|C1|D1)\s+(A3|B3|D3|B2|C2|E2|A1|C1|D1)\s+(A3|B3|D3|B2|C2|E2|A1|C1|D1)\s+(A3|B3|D3|B2|C2|E2|A1|C1|D1)\s+(A3|B3|D3|B2|C2|E2|A1|C1|D1)\s+(A3|B3|D3|B2|C2|E2|A1|C1|D1)\s+(A3|B3|D3|B2|C2|E2|A1|C1|D1)\s+(A3|B3|D3|B2|C2|E2|A1|C1|D1)\s+(A3|B3|D3|B2|C2|E2|A1|C1|D1)]

# final_status_list dead lacks stones
# clause j1989.7.1; the engine said: 
boardsize 2
clear_board
komi 0
play black A2
play white B1
50 final_status_list dead
#? [(A2|B1)\s+(A2|B1)]

# final_status_list seki has stones that are dead
# clause j1989.8.seki; the engine said: A2 B1
boardsize 2
clear_board
komi 0
play black A2
play white B1
60 final_status_list seki
#? []

# final_status_list seki lacks stones
# clause j1989.8.seki; the engine said: 
boardsize 5
clear_board
komi 0
play black B5
play white C4
play black D5
play white A3
play black A4
play white B3
play black B4
play white D3
play black D4
play white B2
play black E4
play white C2
play black E3
play white E2
play black pass
play white A1
play black pass
play white C1
play black pass
play white D1
70 final_status_list seki
#? [(B5|D5|A4|B4|C4|D4|E4|E3)\s+(B5|D5|A4|B4|C4|D4|E4|E3)\s+(B5|D5|A4|B4|C4|D4|E4|E3)\s+(B5|D5|A4|B4|C4|D4|E4|E3)\s+(B5|D5|A4|B4|C4|D4|E4|E3)\s+(B5|D5|A4|B4|C4|D4|E4|E3)\s+(B5|D5|A4|B4|C4|D4|E4|E3)\s+(B5|D5|A4|B4|C4|D4|E4|E3)]
