#!/usr/bin/env python3
"""GTP for weiqi (PyPI), by its `WeiqiGame`. It alternates, ends after two passes, and has no undoing."""
import copy
import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../examples"))

from library_gtp import COLUMNS, Refused, margin, serve
from weiqi import Board, Move, Player, Position, Stone, WeiqiGame

STONES = {"b": Stone.BLACK, "w": Stone.WHITE}
PLAYERS = {stone: Player(stone) for stone in STONES.values()}
state = {"size": 9, "game": None}


def stone(player):
    return STONES[player.lower()[0]]


def clear_board():
    board = Board.generate_empty_board(state["size"])
    state["game"] = WeiqiGame(board, PLAYERS[Stone.BLACK], PLAYERS[Stone.WHITE], komi=0)


def boardsize(size, *other):
    if other:
        raise Refused("unacceptable size")
    Board.generate_empty_board(int(size))
    state["size"] = int(size)
    clear_board()


def place(vertex):
    column, row = COLUMNS.index(vertex[0].upper()), state["size"] - int(vertex[1:])
    if not (0 <= column < state["size"] and 0 <= row < state["size"]):
        raise Refused("not on the board")
    return Position(column, row)


def made(game, player, vertex):
    position = None if vertex.lower() == "pass" else place(vertex)
    game.make_move(PLAYERS[stone(player)], Move(position, stone(player)))


def attempt(function, *arguments):
    try:
        function(*arguments)
    except Refused:
        raise
    except Exception as error:  # What the library raises is its refusal.
        raise Refused(f"{type(error).__name__}: {error}") from error


def is_legal(player, vertex):
    try:
        made(copy.deepcopy(state["game"]), player, vertex)
        return "1"
    except Refused:
        raise
    except Exception:
        return "0"


def list_stones(player):
    figures = state["game"].board.figures.items()
    return " ".join(f"{COLUMNS[p.x]}{state['size'] - p.y}" for p, s in figures if s == stone(player))


def captures(player):
    board = state["game"].board
    return str(board.white_captured if stone(player) == Stone.BLACK else board.black_captured)


def final_score():
    score = state["game"].board.score
    return margin(score[Stone.BLACK] - score[Stone.WHITE])


clear_board()
serve("weiqi", version("weiqi"), {
    "boardsize": lambda *words: attempt(boardsize, *words), "clear_board": clear_board, "komi": lambda _: None,
    "play": lambda player, vertex: attempt(made, state["game"], player, vertex), "is_legal": is_legal,
    "list_stones": list_stones, "captures": captures, "final_score": final_score,
})
