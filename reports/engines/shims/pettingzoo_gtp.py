#!/usr/bin/env python3
"""GTP for the game of Go of PettingZoo (PyPI), by `go_base.Position`: `pettingzoo_gtp.py [--mask]`. Legal plays are those of
`is_move_legal`, or with `--mask` those of `all_legal_moves`, from which the environment's action mask is made."""
import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../examples"))

from library_gtp import COLUMNS, Refused, margin, serve, vertices
from pettingzoo.classic.go import go_base
from pettingzoo.classic.go.go import raw_env

MASK = "--mask" in sys.argv
COLOURS = {"b": go_base.BLACK, "w": go_base.WHITE}
state = {"size": 9, "game": None, "before": []}


def clear_board():
    # The environment sets the size of the board for the whole module.
    raw_env(board_size=state["size"])
    state["game"], state["before"] = go_base.Position(komi=0), []


def boardsize(size, *other):
    if other or not 2 <= int(size) <= 19:
        raise Refused("unacceptable size")
    state["size"] = int(size)
    clear_board()


def place(vertex):
    column, row = COLUMNS.index(vertex[0].upper()), state["size"] - int(vertex[1:])
    if not (0 <= column < state["size"] and 0 <= row < state["size"]):
        raise Refused("not on the board")
    return row, column


def turn(player):
    if state["game"].to_play != COLOURS[player.lower()[0]]:
        raise Refused("not this player's turn")


def play(player, vertex):
    turn(player)
    move = None if vertex.lower() == "pass" else place(vertex)
    try:
        after = state["game"].play_move(move)
    except go_base.IllegalMove as error:
        raise Refused("illegal move") from error
    state["before"].append(state["game"])
    state["game"] = after


def undo():
    if not state["before"]:
        raise Refused("cannot undo")
    state["game"] = state["before"].pop()


def is_legal(player, vertex):
    turn(player)
    row, column = place(vertex)
    if MASK:
        return str(int(state["game"].all_legal_moves()[row * state["size"] + column]))
    return str(int(bool(state["game"].is_move_legal((row, column)))))


def list_stones(player):
    board = state["game"].board
    return " ".join(v for v in vertices(state["size"]) if board[place(v)] == COLOURS[player.lower()[0]])


clear_board()
serve("pettingzoo", version("pettingzoo"), {
    "boardsize": boardsize, "clear_board": clear_board, "komi": lambda _: None, "play": play, "undo": undo, "is_legal": is_legal,
    "list_stones": list_stones, "captures": lambda player: str(state["game"].caps["bw".index(player.lower()[0])]),
    "final_score": lambda: margin(int(state["game"].score())),
})
