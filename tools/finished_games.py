#!/usr/bin/env python3
"""Games that GNU Go plays out against itself: dead stones captured, dame filled. One line a game: its size and seed, then the final
position on one line, as `shinpan judge` reads it.

    python3 tools/finished_games.py 9 13 19 --games 3 --seed 1 > tests/finished.txt
"""
import argparse
import subprocess

LETTERS = "ABCDEFGHJKLMNOPQRST"


class Engine:
    def __init__(self, seed, level):
        arguments = ["--mode", "gtp", "--level", str(level), "--seed", str(seed), "--chinese-rules"]
        arguments += ["--capture-all-dead", "--play-out-aftermath"]
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


def game(size, seed, level):
    engine = Engine(seed, level)
    for command in (f"boardsize {size}", "clear_board", "komi 6.5"):
        engine.ask(command)
    passes, player = 0, 0
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
    arguments = parser.parse_args()
    for size in arguments.sizes:
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            print(f"{size}x{size} seed {seed} {game(size, seed, arguments.level)}", flush=True)


if __name__ == "__main__":
    main()
