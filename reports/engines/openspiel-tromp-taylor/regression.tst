# open_spiel 2.0.2, checked against tromp-taylor

# refuses suicide of several stones
# clause tt.7; the engine said: 0
boardsize 5
clear_board
komi 0
play black A2
play white A1
play black pass
play white B2
play black pass
play white B3
play black pass
play white A4
10 is_legal black A3
#? [1]

# allows a repetition that basic ko does not forbid [tt.6]
# clause tt.6; the engine said: 1
boardsize 5
clear_board
komi 0
play black A2
play white B4
play black B3
play white B5
play black A4
play white pass
play black A5
play white A3
20 is_legal black A4
#? [0]
