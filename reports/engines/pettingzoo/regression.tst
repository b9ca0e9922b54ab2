# pettingzoo 1.27.0, checked against katago:ko=positional,suicide=no

# plays by basic ko, where the text has positional superko [katago.main.legal]
# clause katago.main.legal; the engine said: 1
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
10 is_legal black A2
#? [0]
