# Pachi 12.90 (no dcnn), checked against ms-chinese

# plays by basic ko, where the text has situational superko [ms.ko]
# clause ms.ko; the engine said: 1
boardsize 5
clear_board
komi 0
play black A2
play white B1
play black A4
play white B2
play black B3
play white E4
play black A1
play white A3
play black A2
play white pass
play black A1
# no pattern can say what is expected of: is_legal black A1
