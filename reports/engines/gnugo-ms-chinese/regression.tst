# GNU Go 3.8, checked against ms-chinese
