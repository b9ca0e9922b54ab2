#!/usr/bin/env python3
"""Plays per second beside real peers, measured in one run: ratios, not absolute times, are what it is for.

    cargo build --release && python3 benches/peers.py target/release/shinpan [FOLDER]

The same random legal game of 9x9 is played to every peer, over and over; every answer is checked, and the board at the end.
Over GTP (all commands written at once, answers read after): shinpan and, if installed, GNU Go (Debian: gnugo). In one process,
so without what the text of GTP costs the other two: open_spiel (PyPI), if this Python has it, and goban (npm), the library of
online-go.com, in node; npm installs it into FOLDER, if it is not there, or into a temporary one. What is not installed is said
to be missing.
"""

import importlib.util
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

SIZE = 9
PLAYS = 120
GAMES = 100
# Each peer is measured so often, in turn, and the best counts: other work on the machine only makes it slower.
ROUNDS = 5
COLUMNS = "ABCDEFGHJ"
GOBAN = "goban@8.3.64"


def answers(command, lines):
    """The answers of a GTP program to these commands, and the seconds they took, start and end of the program included."""
    start = time.perf_counter()
    done = subprocess.run(command, input="\n".join(lines) + "\nquit\n", capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - start
    return [part.strip() for part in done.stdout.split("\n\n") if part.strip()][:-1], seconds


def legal_game(command):
    """Plays that the program accepts, the players in turn."""
    points = [f"{c}{r}" for c in COLUMNS for r in range(1, SIZE + 1)]
    rng = random.Random(1)
    plays = []
    while len(plays) < PLAYS:
        wanted = [rng.choice(points) for _ in range(20)]
        colour = "BW"[len(plays) % 2]
        setup = [f"boardsize {SIZE}", "clear_board"] + [f"play {c} {p}" for c, p in plays]
        replies, _ = answers(command, setup + [f"is_legal {colour} {p}" for p in wanted])
        allowed = [p for p, reply in zip(wanted, replies[len(setup):]) if reply == "= 1"]
        if allowed:
            plays.append((colour, allowed[0]))
    return plays


def place(point):
    """Column from the left and row from the bottom, from 0."""
    return COLUMNS.index(point[0]), int(point[1:]) - 1


def stones(at):
    """A board as text, rows from the bottom: `at` gives what is on a column and row, 0, 1 (Black) or 2."""
    return "".join(".XO"[at(column, row)] for row in range(SIZE) for column in range(SIZE))


class Peer:
    """How a peer plays the game: `play` gives the seconds that GAMES games took and the board after the last one."""

    def __init__(self, play):
        self.play, self.rate = play, 0.0


def over_gtp(command, plays):
    one = ["clear_board"] + [f"play {c} {p}" for c, p in plays]
    asked = [f"boardsize {SIZE}"] + one * GAMES + ["list_stones black", "list_stones white"]
    _, idle = answers(command, [f"boardsize {SIZE}"])
    replies, seconds = answers(command, asked)
    assert len(replies) == len(asked), f"{command[0]}: {len(replies)} answers"
    refused = [reply for reply in replies if not reply.startswith("=")]
    assert not refused, f"{command[0]}: {refused[0]}"
    black, white = ({place(p) for p in reply[1:].split()} for reply in replies[-2:])
    return seconds - idle, stones(lambda *at: 1 if at in black else 2 if at in white else 0)


def in_open_spiel(plays):
    import pyspiel

    game = pyspiel.load_game(f"go(board_size={SIZE})")
    actions = [column + SIZE * row for column, row in (place(p) for _, p in plays)]
    start = time.perf_counter()
    for _ in range(GAMES):
        state = game.new_initial_state()
        for action in actions:
            state.apply_action(action)
    seconds = time.perf_counter() - start
    # Planes of black stones, white stones, empty points and the player to move.
    black, white = (state.observation_tensor(0)[n * SIZE**2 : (n + 1) * SIZE**2] for n in (0, 1))
    return seconds, stones(lambda column, row: int(black[column + SIZE * row] + 2 * white[column + SIZE * row]))


def in_goban(folder, plays):
    game = [[column, SIZE - 1 - row] for column, row in (place(p) for _, p in plays)]
    script = pathlib.Path(__file__).with_name("goban.cjs")
    asked = json.dumps({"size": SIZE, "plays": game, "games": GAMES})
    done = subprocess.run(["node", script, folder], input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"goban: {done.stderr}"
    said = json.loads(done.stdout)
    assert said["moves"] == len(plays), f"goban: {said['moves']} moves"
    return said["seconds"], stones(lambda column, row: said["board"][SIZE - 1 - row][column])


def goban_in(folder):
    """Whether goban is in this folder, installed there if need be; what is missing is said."""
    for program in ("node", "npm"):
        if not shutil.which(program):
            print(f"goban needs {program}, which is not installed", file=sys.stderr)
            return False
    if (folder / "node_modules" / "goban").is_dir():
        return True
    command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, GOBAN]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        why = done.stderr.strip().splitlines()[-1:] or ["npm failed"]
        print(f"goban is not installed: {why[0]}", file=sys.stderr)
    return done.returncode == 0


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: peers.py PATH-OF-SHINPAN [FOLDER-FOR-NPM]")
    temporary = tempfile.TemporaryDirectory()
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) == 3 else temporary.name).resolve()
    shinpan = [sys.argv[1], "gtp"]
    plays = legal_game(shinpan)
    peers = {"shinpan, GTP": Peer(lambda: over_gtp(shinpan, plays))}
    gnugo = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
    if gnugo:
        peers["GNU Go, GTP"] = Peer(lambda: over_gtp([gnugo, "--mode", "gtp"], plays))
    else:
        print("GNU Go is not installed", file=sys.stderr)
    if importlib.util.find_spec("pyspiel"):
        peers["open_spiel, no GTP"] = Peer(lambda: in_open_spiel(plays))
    else:
        print("open_spiel is not installed", file=sys.stderr)
    if goban_in(folder):
        peers["goban, no GTP"] = Peer(lambda: in_goban(folder, plays))
    final = None
    for _ in range(ROUNDS):
        for name, peer in peers.items():
            seconds, board = peer.play()
            final = final or board
            assert board == final, f"{name}: the board at the end is {board}, that of shinpan {final}"
            peer.rate = max(peer.rate, GAMES * len(plays) / seconds)
    own = peers["shinpan, GTP"].rate
    print(f"{GAMES} times the same {len(plays)} legal plays on {SIZE}x{SIZE}\n")
    print("| | plays per second | shinpan over GTP is |\n|---|---:|---:|")
    for name, peer in peers.items():
        print(f"| {name} | {peer.rate:,.0f} | {own / peer.rate:.2f} times as fast |")


if __name__ == "__main__":
    main()
