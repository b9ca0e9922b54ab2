# @sabaki/go-board 1.4.3, checked against katago:ko=simple,suicide=no
