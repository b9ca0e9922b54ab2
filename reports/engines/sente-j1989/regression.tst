# sente 0.4.2, checked against j1989

# final_score is more than the board can hold
# clause j1989.8.territory; the engine said: -4294967279
boardsize 9
clear_board
komi 0
play black B4
play white B5
play black F2
play white C4
play black D4
play white J3
play black H3
play white H2
play black A8
play white J5
play black A4
play white pass
play black B6
play white H9
play black H6
play white C9
play black D2
play white B3
play black B7
play white pass
play black F5
play white F1
play black G7
play white G1
play black D9
play white H8
play black pass
play white E7
play black A5
play white D7
play black D6
play white E4
play black D8
play white G8
play black C5
play white D5
play black E5
play white pass
play black F3
play white F4
play black G4
play white E8
play black pass
play white B2
play black pass
play white J2
play black C3
play white pass
play black F6
play white A3
play black H5
play white A1
play black E3
play white D1
play black pass
play white J7
play black pass
play white C1
play black C7
play white J8
play black E6
play white F8
play black C8
play white B8
play black B9
play white E9
play black H7
play white E1
play black J4
play white G2
play black G3
play white C2
play black J6
play white F7
play black E2
play white pass
play black pass
10 final_score
#? [B\+17(\.0*)?]
