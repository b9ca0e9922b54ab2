# open_spiel 2.0.2, checked against tromp-taylor

# refuses suicide of several stones
# clause tt.7; the engine said: 0
boardsize 5
clear_board
komi 0
play black A3
play white A1
play black B2
play white pass
play black B1
10 is_legal white A2
#? [1]

# plays by basic ko, where the text has positional superko [tt.6]; or plays by basic ko and fixed-ko, where the text has positional superko [tt.6]: no answer tells which
# clause tt.6; the engine said: 1
boardsize 5
clear_board
komi 0
play black A2
play white B1
play black A4
play white B2
play black B3
play white pass
play black A1
play white A3
20 is_legal black A2
#? [0]
