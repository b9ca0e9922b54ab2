# js-go 0.1.4, checked against katago:ko=simple,suicide=no

# allows a play on an occupied point [katago.pseudolegal.3]
# clause katago.pseudolegal.3; the engine said: 1
boardsize 5
clear_board
komi 0
play black A1
10 is_legal white A1
#? [0]
