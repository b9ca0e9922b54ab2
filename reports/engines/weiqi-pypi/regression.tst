# weiqi 0.2.1, checked against j1989

# counts a captured string once for each of its stones beside the play
# clause j1989.3; the engine said: black 0 white 6
boardsize 5
clear_board
komi 0
play black A2
play white A3
play black A1
play white C1
play black B1
play white B2
10 captures black
#? [0]
20 captures white
#? [3]

# plays by no repetition rule, where the text has basic ko [j1989.6.recapture]
# clause j1989.6.recapture; the engine said: 1
boardsize 5
clear_board
komi 0
play black C5
play white B5
play black B4
play white A4
play black A5
30 is_legal white B5
#? [0]

# final_score counts every stone as alive, territory and prisoners; prisoners are as it counts captures
# clause j1989.10.1 j1989.8.territory; the engine said: 5
boardsize 5
clear_board
komi 0
play black B5
play white C5
play black A4
play white E5
play black B3
play white B4
play black D3
play white C4
play black E3
play white D4
play black A2
play white E4
play black C2
play white pass
play black E2
play white pass
play black B1
play white pass
play black C1
play white pass
play black D1
play white pass
play black pass
40 final_score
#? [B\+20(\.0*)?]
