# GNU Go 3.8, checked against j1989
