#!/usr/bin/env python3
"""Games that GNU Go plays out against itself: dead stones captured, dame filled; with --keep-dead played out as well, but dead stones left
on the board; with --leave-dead to two passes under Japanese rules, dead stones left; with --fill-dame to two passes under Chinese rules, dame
filled and dead stones left. One line a game: its size and seed, then the final position on one line, as `shinpan judge` and
`shinpan sample --from` read it.

    python3 tools/finished_games.py 9 13 19 --games 3 --seed 1 > tests/finished.txt
    python3 tools/finished_games.py 5 7 --games 40 --seed 1 --leave-dead > tests/left.txt
    python3 tools/finished_games.py 5 7 9 13 19 --games 10 --seed 1 --fill-dame > filled.txt
    python3 tools/finished_games.py 9 13 19 --games 10 --seed 1 --keep-dead > kept.txt
"""
import argparse
import random
import shutil
import subprocess

LETTERS = "ABCDEFGHJKLMNOPQRST"
# How the engine is told to end its games.
ENDS = {
    "played-out": ["--chinese-rules", "--capture-all-dead", "--play-out-aftermath"],
    "dead-kept": ["--chinese-rules", "--play-out-aftermath"],
    "dead-left": ["--japanese-rules"],
    "dame-filled": ["--chinese-rules"],
}


class Engine:
    def __init__(self, seed, level, end):
        arguments = ["--mode", "gtp", "--level", str(level), "--seed", str(seed)]
        arguments += ENDS[end]
        self.process = subprocess.Popen(
            ["gnugo", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()).strip():
            lines.append(line.rstrip("\n"))
        if not lines or not lines[0].startswith("="):
            raise RuntimeError(f"GNU Go on `{command}`: {lines}")
        return "\n".join(lines)[1:].strip()


def game(size, seed, level, end, opening):
    engine = Engine(seed, level, end)
    for command in (f"boardsize {size}", "clear_board", "komi 6.5"):
        engine.ask(command)
    passes, player = 0, 0
    if opening or end != "played-out":
        # The engine's own first moves are always the same: a few plays at random before them.
        dice = random.Random(seed)
        for _ in range(3 + seed % 4):
            column, row = dice.randrange(size), dice.randrange(1, size + 1)
            try:
                engine.ask(f"play {'bw'[player]} {LETTERS[column]}{row}")
            except RuntimeError:
                continue
            player = 1 - player
    for _ in range(4 * size * size):
        passes = passes + 1 if engine.ask(f"genmove {'bw'[player]}").lower() == "pass" else 0
        player = 1 - player
        if passes == 2:
            break
    rows = [["."] * size for _ in range(size)]
    for colour, mark in (("black", "X"), ("white", "O")):
        for vertex in engine.ask(f"list_stones {colour}").split():
            rows[size - int(vertex[1:])][LETTERS.index(vertex[0])] = mark
    engine.ask("quit")
    engine.process.wait()
    return "/".join("".join(row) for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", type=int, nargs="+")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", type=int, default=1)
    parser.set_defaults(end="played-out")
    ends = parser.add_mutually_exclusive_group()
    ends.add_argument("--keep-dead", dest="end", action="store_const", const="dead-kept")
    ends.add_argument("--leave-dead", dest="end", action="store_const", const="dead-left")
    ends.add_argument("--fill-dame", dest="end", action="store_const", const="dame-filled")
    parser.add_argument("--openings", action="store_true", help="a few plays at random first, as in games that are not played out")
    arguments = parser.parse_args()
    if not shutil.which("gnugo"):
        parser.error("gnugo is not on the path (Debian: apt-get install gnugo; it is put in /usr/games)")
    if wrong := [size for size in arguments.sizes if not 5 <= size <= 19]:
        parser.error(f"{wrong[0]} is no board size of GNU Go: 5 to 19")
    for size in arguments.sizes:
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            final = game(size, seed, arguments.level, arguments.end, arguments.openings)
            print(f"{size}x{size} seed {seed} {final}", flush=True)


if __name__ == "__main__":
    main()
