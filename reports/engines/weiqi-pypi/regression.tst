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
play black A2
play white A3
play black B1
play white B4
play black B3
play white C3
play black C2
play white B2
30 is_legal black B3
#? [0]
