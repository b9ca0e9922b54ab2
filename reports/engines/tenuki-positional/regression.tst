# tenuki 0.3.1, checked against katago:ko=positional,suicide=no
