# sente 0.4.2, checked against ms-chinese

# plays by basic ko, where the text has situational superko [ms.ko]
# clause ms.ko; the engine said: 1
boardsize 9
clear_board
komi 0
play black A2
play white B1
play black A4
play white B2
play black B3
play white J4
play black A1
play white A3
play black A2
play white pass
10 is_legal black A1
#? [0]
