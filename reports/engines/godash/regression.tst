# godash 2.1.0, checked against katago:ko=simple,suicide=no
