#!/usr/bin/env python3
"""A small engine of its own whose `play` takes what its rules forbid, as an engine must that follows other people's games:
`tolerant.py [MODE]`. Its rules are those of `kata-get-rules`: positional superko or basic ko, suicide of several stones or none.

MODE is `policy` (kata-raw-nn tells what is legal), `declares` (nothing but kata-get-rules does), `contradicts` (it plays by other
rules than it declares), `forgets` (the fifth final_score of a process is a point off), `drawn` (a board as nobody else draws it) or `drawn
whole` (the same, and stones that are taken stay on it until the next move)."""
import json
import sys

MODE = sys.argv[1] if len(sys.argv) > 1 else "policy"
WHOLE = "whole" in sys.argv
COLUMNS = "ABCDEFGHJKLMNOPQRST"
rules = {"ko": "SIMPLE", "scoring": "AREA", "suicide": False, "tax": "NONE"}
size, moves, scored = 19, [], 0


def board_after(moves):
    """The boards of a game, the last one included; every play is taken on an empty point."""
    board, boards = {}, [{}]
    for player, point in moves:
        if point is not None and point not in board:
            board = {**board, point: player}
            for owner in ("w" if player == "b" else "b", player):
                board = {p: c for p, c in board.items() if c != owner or liberties(board, p)}
        boards.append(board)
    return boards


def around(point):
    x, y = point
    return [(a, b) for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if 0 <= a < size and 0 <= b < size]


def reach(board, point):
    """The points of the same colour (or empty) connected with a point, and what they border on."""
    found, border = {point}, set()
    open_points = [point]
    while open_points:
        for q in around(open_points.pop()):
            if board.get(q) != board.get(point):
                border.add(board.get(q))
            elif q not in found:
                found.add(q)
                open_points.append(q)
    return found, border


def liberties(board, point):
    return None in reach(board, point)[1]


def legal(player, point, declared):
    boards = board_after(moves)
    if point in boards[-1]:
        return False
    after = board_after(moves + [(player, point)])[-1]
    if point not in after and not (declared["suicide"] and len(reach({**boards[-1], point: player}, point)[0]) > 1):
        return False
    return after not in (boards if declared["ko"] == "POSITIONAL" else boards[-2:-1])


def area():
    board, margin = board_after(moves)[-1], 0
    for point in ((x, y) for x in range(size) for y in range(size)):
        owners = {board.get(point)} if point in board else reach(board, point)[1] - {None}
        margin += (owners == {"b"}) - (owners == {"w"})
    return margin


def vertex(text):
    return None if text.lower() == "pass" else (COLUMNS.index(text[0].upper()), int(text[1:]) - 1)


def to_move():
    return "w" if moves and moves[-1][0] == "b" else "b"


def answer(name, arguments):
    global size, moves, scored
    if name == "boardsize":
        if not 4 <= int(arguments[0]) <= 19:
            raise ValueError("unacceptable size")
        size, moves = int(arguments[0]), []
    elif name == "clear_board":
        moves = []
    elif name == "play":
        point = vertex(arguments[1])
        if point and not (point[0] < size and point[1] < size) or point in board_after(moves)[-1]:
            raise ValueError("illegal move")
        moves.append((arguments[0][0].lower(), point))
    elif name == "undo":
        moves.pop()
    elif name == "kata-set-rules":
        wanted = json.loads(" ".join(arguments))
        if wanted["ko"] == "SITUATIONAL":
            raise ValueError("no such ko rule")
        rules.update({key: value for key, value in wanted.items() if key in rules})
    elif name == "kata-get-rules":
        return json.dumps({**rules, "ko": "SIMPLE"} if MODE == "contradicts" else rules)
    elif name == "kata-raw-nn":
        rows = range(size - 1, -1, -1)
        policy = ["0.01" if legal(to_move(), (x, y), rules) else "NAN" for y in rows for x in range(size)]
        return "symmetry 0\nwhiteWin 0.5\npolicy\n" + " ".join(policy) + "\npolicyPass 0.5"
    elif name == "showboard" and MODE == "drawn":
        # Columns as lines, the last one first; the last stone in brackets, and a list of letters below.
        board = {**(board_after(moves)[-2] if WHOLE and moves else {}), **board_after(moves)[-1]}
        mark = {"b": "\u25cf", "w": "\u25cb", None: "\u00b7"}
        last = moves[-1][1] if moves else None
        sign = lambda p: f"({mark[board.get(p)]})" if p == last else f" {mark[board.get(p)]} "
        lines = ["".join(sign((x, y)) for y in range(size)) + f" {COLUMNS[x]}" for x in range(size - 1, -1, -1)]
        return f"{len(moves)} moves\n" + "\n".join(lines) + "\n" + " ".join(str(y + 1) for y in range(size))
    elif name == "showboard":
        board = board_after(moves)[-1]
        mark = {"b": "X", "w": "O", None: "."}
        rows = [f"{y + 1:2} " + " ".join(mark[board.get((x, y))] for x in range(size)) for y in range(size - 1, -1, -1)]
        return "MoveNum: 0\n   " + " ".join(COLUMNS[:size]) + "\n" + "\n".join(rows) + "\nNext player: Black"
    elif name == "final_score":
        scored += 1
        margin = area() + (MODE == "forgets" and scored == 5)
        return "0" if margin == 0 else ("B+" if margin > 0 else "W+") + str(abs(margin))
    elif name == "list_commands":
        lacks = ["kata-raw-nn"] if MODE == "declares" else []
        return "\n".join(c for c in COMMANDS if c not in lacks)
    elif name not in COMMANDS:
        raise ValueError("unknown command")
    return {"protocol_version": "2", "name": "Tolerant", "version": "1"}.get(name, "")


COMMANDS = """protocol_version name version list_commands quit boardsize clear_board komi play undo kata-set-rules kata-get-rules
kata-raw-nn showboard final_score""".split()
for line in sys.stdin:
    number, name, *arguments = line.split()
    try:
        print(f"={number} {answer(name, arguments)}\n", flush=True)
    except (ValueError, KeyError, IndexError) as error:
        print(f"?{number} {error}\n", flush=True)
    if name == "quit":
        break
