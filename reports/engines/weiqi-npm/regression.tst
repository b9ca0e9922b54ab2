# weiqi 1.0.0, checked against katago:ko=positional,suicide=no
