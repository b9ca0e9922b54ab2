#!/usr/bin/env python3
"""GTP for js-go (PyPI), by its `Go_game`: a play that it refuses leaves the board as it is. It has no passes, no captures and no score."""
import copy
import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../examples"))

from js_go import Go_game
from library_gtp import COLUMNS, Refused, serve, vertices

state = {"size": 9, "game": None}


def clear_board():
    state["game"] = Go_game(state["size"])


def boardsize(size, *other):
    if other:
        raise Refused("unacceptable size")
    Go_game(int(size))
    state["size"] = int(size)
    clear_board()


def place(vertex):
    column, row = COLUMNS.index(vertex[0].upper()), state["size"] - int(vertex[1:])
    if not (0 <= column < state["size"] and 0 <= row < state["size"]):
        raise Refused("not on the board")
    return row, column


def takes(game, player, vertex):
    """Whether the game takes a play: the other player is to move then."""
    if game.color != player.lower()[0]:
        raise Refused("not this player's turn")
    before = game.idx
    game.play_move(*place(vertex))
    return game.idx != before


def play(player, vertex):
    if vertex.lower() == "pass":
        raise Refused("the library has no passes")
    if not takes(state["game"], player, vertex):
        raise Refused("illegal move")


def is_legal(player, vertex):
    return str(int(takes(copy.deepcopy(state["game"]), player, vertex)))


def undo():
    if state["game"].idx == 0:
        raise Refused("cannot undo")
    state["game"].go_to_previous_move()


def list_stones(player):
    board = state["game"].board
    return " ".join(v for v in vertices(state["size"]) if board[place(v)[0]][place(v)[1]] == player.lower()[0])


clear_board()
serve("js-go", version("js-go"), {
    "boardsize": boardsize, "clear_board": clear_board, "komi": lambda _: None, "play": play, "undo": undo,
    "is_legal": is_legal, "list_stones": list_stones,
})
