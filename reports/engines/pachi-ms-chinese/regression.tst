# Pachi 12.90 (no dcnn), checked against ms-chinese

# allows a repetition that basic ko does not forbid [ms.ko]
# clause ms.ko; the engine said: 1
boardsize 4
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
play black pass
play black B3
# no pattern can say what is expected of: is_legal black B3
