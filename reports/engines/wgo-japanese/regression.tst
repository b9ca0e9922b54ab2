# wgo 3.0.0-alpha.10, checked against katago:ko=simple,suicide=no
