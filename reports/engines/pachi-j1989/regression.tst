# Pachi 12.90 (no dcnn), checked against j1989
