#!/usr/bin/env python3
"""GTP for the Python library sente (https://pypi.org/project/sente/), so that `shinpan check` can check its rules.

    pip install sente                       (0.4.2 has wheels for Python 3.7 to 3.10)
    shinpan check --engine 'python3 examples/sente_gtp.py' --rules ms-chinese --board 9x9

Nothing is judged here: every answer is the library's own."""
import sys

import sente

from library_gtp import COLUMNS, Refused, margin, serve, vertices

PLAYERS = {"b": sente.stone.BLACK, "black": sente.stone.BLACK, "w": sente.stone.WHITE, "white": sente.stone.WHITE}
RULES = sente.rules.JAPANESE if "--japanese" in sys.argv else sente.rules.CHINESE
state = {"size": 19, "komi": 0.0, "game": None}


def clear_board(*_):
    state["game"] = sente.Game(state["size"], RULES, state["komi"])


def boardsize(size, *other):
    if other or int(size) not in (9, 13, 19):
        raise Refused("unacceptable size")
    state["size"] = int(size)
    clear_board()


def komi(value):
    state["komi"] = float(value)
    # sente takes komi when a game begins.
    if not state["game"].get_current_sequence():
        clear_board()


def place(vertex):
    """The library's coordinates: column and row, both from the upper left, from 1."""
    return COLUMNS.index(vertex[0].upper()) + 1, state["size"] + 1 - int(vertex[1:])


def play(player, vertex):
    game = state["game"]
    try:
        if vertex.lower() == "pass":
            if game.get_active_player() != PLAYERS[player.lower()]:
                raise Refused("not this player's turn")
            game.pss()
        else:
            x, y = place(vertex)
            if not (1 <= x <= state["size"] and 1 <= y <= state["size"]):
                raise Refused("not on the board")
            game.play(x, y, PLAYERS[player.lower()])
    except sente.exceptions.IllegalMoveException as error:
        raise Refused("illegal move: " + " ".join(str(error).split()))


def undo():
    if not state["game"].get_current_sequence():
        raise Refused("cannot undo")
    state["game"].step_up()


def is_legal(player, vertex):
    return str(int(state["game"].is_legal(*place(vertex), PLAYERS[player.lower()])))


def all_legal(player):
    return " ".join(v for v in vertices(state["size"]) if is_legal(player, v) == "1")


def list_stones(player):
    return " ".join(v for v in vertices(state["size"]) if state["game"].get_point(*place(v)) == PLAYERS[player.lower()])


def final_score():
    score = state["game"].score()
    return margin(score[sente.stone.BLACK] - score[sente.stone.WHITE])


clear_board()
serve("sente", "0.4.2", {
    "boardsize": boardsize, "clear_board": clear_board, "komi": komi, "play": play, "undo": undo,
    "is_legal": is_legal, "all_legal": all_legal, "list_stones": list_stones, "final_score": final_score,
})
