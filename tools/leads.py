#!/usr/bin/env python3
"""The weights by which `Board::likely_lead` foresees who leads on the whole board, fitted by least squares to what was decided.

    shinpan sample 5x5 --n 400 --seed 20261130 --rules j1997:first=black,j1997:first=white --budget 100000 --format json --out FILE
    tools/leads.py FILE

What is foreseen is the area of Black less that of White: the outcome, and Black's stones less White's, as stones that stood there before the
play-out are no territory. Who passed first moves first. Printed are the weights in hundredths of a point, half as large again as fitted, since
most often one player gets everything. Those in the program were fitted to what the program before decided, 726 outcomes; with other
positions left undecided they differ by up to three hundredths of themselves. Printed too is how often the leader was foreseen, each tenth of the outcomes by weights fitted to
the others.
"""

import json
import sys

FEATURES = ["stones", "pairs", "blocks", "free", "loose", "turn"]
MORE = 1.5


def features(rows, mover):
    """The features of a position, Black's less White's, as `Board::likely_lead` counts them."""
    height, width = len(rows), len(rows[0])
    at = lambda r, c: rows[r][c] if 0 <= r < height and 0 <= c < width else None
    counts = {name: 0 for name in FEATURES}
    for r in range(height):
        for c in range(width):
            colour = at(r, c)
            if colour == ".":
                continue
            sign, other = (1, "O") if colour == "X" else (-1, "X")
            beside = [at(r - 1, c), at(r + 1, c), at(r, c - 1), at(r, c + 1)]
            left, above = at(r, c - 1) == colour, at(r - 1, c) == colour
            counts["stones"] += sign
            counts["pairs"] += sign * (left + above)
            counts["blocks"] += sign * (left and above and at(r - 1, c - 1) == colour)
            counts["free"] += sign * beside.count(".")
            counts["loose"] += sign * (other not in beside)
    counts["turn"] = 1 if mover == "black" else -1
    return [counts[name] for name in FEATURES]


def fitted(cases):
    """The weights with the least sum of squares, by the normal equations and Gaussian elimination."""
    n = len(FEATURES)
    rows = [[sum(x[i] * x[j] for x, _ in cases) for j in range(n)] + [sum(x[i] * y for x, y in cases)] for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(n):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        said = json.load(file)
    columns = [column["rules"].removeprefix("j1997:first=") for column in said["rules"]]
    cases = []
    for position in said["positions"]:
        rows = position["board"].split("/")
        stones = position["board"].count("X") - position["board"].count("O")
        for mover, outcome in zip(columns, position["outcomes"]):
            if isinstance(outcome, int):
                cases.append((features(rows, mover), outcome + stones))
    right = 0
    for part in range(10):
        weights = fitted([case for n, case in enumerate(cases) if n % 10 != part])
        for x, y in cases[part::10]:
            right += (sum(w * f for w, f in zip(weights, x)) > 0) == (y > 0)
    print(f"{len(cases)} outcomes; the leader foreseen of {100 * right / len(cases):.1f} %")
    for name, weight in zip(FEATURES, fitted(cases)):
        print(f"{name:8}{round(100 * MORE * weight):6}")


if __name__ == "__main__":
    main()
