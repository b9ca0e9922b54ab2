#!/usr/bin/env python3
"""Writes a table of values of the project weizigo (https://github.com/alexgenaud/weizigo, format WZO1 of its ADR-0011) as CSV.

    python3 tools/wzo_values.py artifacts/oracle-3x3.wzo > 3x3.csv
    shinpan check --values 3x3.csv --column value --rules katago:ko=positional,scoring=area,suicide=no

A table is addressed by the number of stones, then by the points that hold them (the combinatorial number system), then by their colours
(bit j for the j-th stone, set for Black). Values are Black's points less White's, without history before the position, in one column for
each player to move; -128 is no legal position."""
import struct
import sys
import zlib
from itertools import combinations

MAGIC, HEADER, COLUMNS = b"WZO1", struct.Struct("<4s8BQQI"), 6
NONE = -128


def boards(points):
    """The boards in the order of their addresses, as cells."""
    for stones in range(points + 1):
        # By the highest point first: what orders subsets by their numbers.
        for chosen in sorted(combinations(range(points), stones), key=lambda subset: subset[::-1]):
            for colours in range(1 << stones):
                cells = ["."] * points
                for bit, point in enumerate(chosen):
                    cells[point] = "X" if colours >> bit & 1 else "O"
                yield cells


def main(path):
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < HEADER.size:
        sys.exit(f"{path}: too short for a header")
    magic, version, layout, width, height, semantics, rules, columns, _, total, legal, crc = HEADER.unpack_from(data)
    payload = data[HEADER.size:]
    if (magic, version, layout, columns) != (MAGIC, 1, 1, COLUMNS):
        sys.exit(f"{path}: not WZO1, version 1, layout 1, with {COLUMNS} columns")
    if total != 3 ** (width * height) or len(payload) != COLUMNS * total:
        sys.exit(f"{path}: {len(payload)} bytes of values, expected {COLUMNS} for each of {3 ** (width * height)} boards")
    if zlib.crc32(payload) != crc:
        sys.exit(f"{path}: the checksum differs")
    if (semantics, rules) != (1, 1):
        sys.exit(f"{path}: neither values without history nor area with positional superko")
    columns = [payload[at * total:(at + 1) * total] for at in range(4)]
    values = [struct.unpack(f"{total}b", column) for column in columns[:2]]
    print("position,to-move,value,flags")
    found = 0
    for address, cells in enumerate(boards(width * height)):
        if values[0][address] == NONE:
            continue
        found += 1
        text = "/".join("".join(cells[row * width:(row + 1) * width]) for row in range(height))
        for player in range(2):
            print(f"{text},{'BW'[player]},{values[player][address]},{columns[2 + player][address]}")
    if found != legal:
        sys.exit(f"{path}: {found} positions, and the header says {legal}")


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(sys.argv[1])
