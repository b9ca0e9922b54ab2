#!/usr/bin/env python3
"""GTP for the Go of open_spiel (https://pypi.org/project/open-spiel/), so that `shinpan check` can check its rules.

    pip install open_spiel
    shinpan check --engine 'python3 examples/open_spiel_gtp.py' --rules tromp-taylor --board 9x9

Nothing is judged here: every answer is the library's own. It says who has won and not by how much; a margin is the komi with which
the same game is a draw. Two passes end a game there, and the players move in turn: where the protocol goes on, or the same player
moves again, the passes before are left out or one is put in. Where a repetition ends a game no further move is taken."""
import importlib.metadata

import pyspiel

from library_gtp import COLUMNS, Refused, margin, serve, vertices

PLAYERS = {"b": 0, "black": 0, "w": 1, "white": 1}
# No game ends for its length.
LONGEST = 100_000
size = 19
# Before any move and after each: the state, and the one after the last play.
states = []


def load(komi=0.0):
    return pyspiel.load_game("go", {"board_size": size, "komi": float(komi), "max_game_length": LONGEST})


def boardsize(wanted, *other):
    global size
    if other or not 2 <= int(wanted) <= 19:
        raise Refused("unacceptable size")
    size = int(wanted)
    clear_board()


def clear_board():
    states[:] = [(load().new_initial_state(),) * 2]


def komi(value):
    if float(value) != 0.0:
        raise Refused("komi is 0 here")


def action(vertex):
    if vertex.lower() == "pass":
        return size**2
    column, row = COLUMNS.index(vertex[0].upper()), int(vertex[1:]) - 1
    if not (0 <= column < size and 0 <= row < size):
        raise Refused("not on the board")
    return column + size * row


def at(player):
    """The state with this player to move."""
    here, played = states[-1]
    for state in (here, played):
        if not state.is_terminal() and state.current_player() == PLAYERS[player.lower()]:
            return state
    if played.is_terminal():
        raise Refused("the game has ended by a repetition")
    return played.child(size**2)


def play(player, vertex):
    here, move = at(player), action(vertex)
    if move not in here.legal_actions():
        raise Refused("illegal move")
    after = here.child(move)
    states.append((after, states[-1][1] if move == size**2 else after))


def undo():
    if len(states) == 1:
        raise Refused("cannot undo")
    states.pop()


def legal(player):
    return set(at(player).legal_actions())


def all_legal(player):
    may = legal(player)
    return " ".join(v for v in vertices(size) if action(v) in may)


def is_legal(player, vertex):
    return str(int(action(vertex) in legal(player)))


def list_stones(player):
    # Planes of black stones, white stones, empty points and the player to move.
    plane = PLAYERS[player.lower()] * size**2
    shown = states[-1][0].observation_tensor(0)
    return " ".join(v for v in vertices(size) if shown[plane + action(v)])


def black_gets(komi):
    """What the game is worth to Black with this komi: 1, 0 or -1."""
    state = load(komi).new_initial_state()
    for move in states[-1][0].history():
        state.apply_action(move)
    if not state.is_terminal():
        raise Refused("the game has not ended")
    return state.returns()[0]


def final_score():
    low, high = -size**2 - 1, size**2 + 1
    if black_gets(low) == 0:
        raise Refused("a draw by repetition, whatever is on the board")
    while high - low > 1:
        middle = (low + high) // 2
        worth = black_gets(middle)
        if worth == 0:
            return margin(middle)
        low, high = (middle, high) if worth > 0 else (low, middle)
    raise Refused("no komi makes it a draw")


clear_board()
serve("open_spiel", importlib.metadata.version("open_spiel"), {
    "boardsize": boardsize, "clear_board": clear_board, "komi": komi, "play": play, "undo": undo,
    "is_legal": is_legal, "all_legal": all_legal, "list_stones": list_stones, "final_score": final_score,
})
