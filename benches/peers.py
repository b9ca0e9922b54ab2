#!/usr/bin/env python3
"""Plays per second beside real peers, measured in one run: ratios, not absolute times, are what it is for.

    cargo build --release && python3 benches/peers.py target/release/shinpan

The same random legal game of 9x9 is played to every peer, over and over, and every answer is checked. Over GTP (all commands
written at once, answers read after): shinpan and, if installed, GNU Go (Debian: gnugo). In one process with Python,
if installed: open_spiel; no protocol is in between, so its figure says what the text of GTP costs the other two. What is not installed is said to be missing.
"""

import importlib.util
import random
import shutil
import subprocess
import sys
import time

SIZE = 9
PLAYS = 120
GAMES = 100
# Each peer is measured so often, in turn, and the best counts: other work on the machine only makes it slower.
ROUNDS = 5
COLUMNS = "ABCDEFGHJ"


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


def over_gtp(command, plays):
    """Plays per second, of games that are long compared with the start of the program."""
    one = ["clear_board"] + [f"play {c} {p}" for c, p in plays]
    _, idle = answers(command, [f"boardsize {SIZE}"])
    replies, seconds = answers(command, [f"boardsize {SIZE}"] + one * GAMES)
    assert len(replies) == 1 + GAMES * len(one), f"{command[0]}: {len(replies)} answers"
    refused = [reply for reply in replies if not reply.startswith("=")]
    assert not refused, f"{command[0]}: {refused[0]}"
    return GAMES * len(plays) / (seconds - idle)


def in_open_spiel(plays):
    import pyspiel

    game = pyspiel.load_game(f"go(board_size={SIZE})")
    actions = [COLUMNS.index(p[0]) + SIZE * (int(p[1:]) - 1) for _, p in plays]
    start = time.perf_counter()
    for _ in range(GAMES):
        state = game.new_initial_state()
        for action in actions:
            state.apply_action(action)
        assert state.move_number() == len(actions)
    return GAMES * len(actions) / (time.perf_counter() - start)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: peers.py PATH-OF-SHINPAN")
    shinpan = [sys.argv[1], "gtp"]
    plays = legal_game(shinpan)
    peers = {"shinpan gtp": lambda: over_gtp(shinpan, plays)}
    gnugo = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
    if gnugo:
        peers["GNU Go, GTP"] = lambda: over_gtp([gnugo, "--mode", "gtp"], plays)
    else:
        print("GNU Go is not installed", file=sys.stderr)
    if importlib.util.find_spec("pyspiel"):
        peers["open_spiel, no GTP"] = lambda: in_open_spiel(plays)
    else:
        print("open_spiel is not installed", file=sys.stderr)
    rates = dict.fromkeys(peers, 0.0)
    for _ in range(ROUNDS):
        for name, measure in peers.items():
            rates[name] = max(rates[name], measure())
    own = rates["shinpan gtp"]
    print(f"{GAMES} times the same {len(plays)} legal plays on {SIZE}x{SIZE}\n")
    print("| | plays per second | shinpan gtp is |\n|---|---:|---:|")
    for name, rate in rates.items():
        print(f"| {name} | {rate:,.0f} | {own / rate:.2f} times as fast |")


if __name__ == "__main__":
    main()
