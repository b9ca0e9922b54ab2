#!/usr/bin/env python3
"""Questions a second by each way to ask: is this play legal, and make it if it is.

    cargo build --release && cargo build --release -p shinpan-c
    python3 benches/questions.py [--rules ms-chinese] [--board 19] [--plays 20000] [--folder target/release]

Every way gets the same plays, drawn by the same generator, in games of as many plays as the board has points, and has to accept as
many of them. `GTP`: a command a line, each answer read before the next command; `GTP, pipelined`: all commands of a game at once;
`batch`: 50 plays a line by `shinpan-batch`; `C`: `shinpan_play` of the library, from C; `Python`: the same by ctypes."""
import argparse
import ctypes
import json
import os
import subprocess
import tempfile
import time

COLUMNS = "ABCDEFGHJKLMNOPQRST"
BATCH = 50
PROGRAM = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "shinpan.h"
int main(int argc, char **argv) {
    (void)argc;
    long plays = atol(argv[3]), accepted = 0;
    int points = atoi(argv[2]) * atoi(argv[2]);
    char size[16];
    snprintf(size, sizeof size, "%sx%s", argv[2], argv[2]);
    uint32_t state = 1;
    ShinpanGame *game = NULL;
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (long i = 0; i < plays; i++) {
        if (i % points == 0) {
            shinpan_game_free(game);
            game = shinpan_game_new(argv[1], size, SHINPAN_BLACK);
            if (!game) return 1;
        }
        state = state * 1664525u + 1013904223u;
        accepted += shinpan_play(game, 1 + i % 2, (int)((state >> 8) % (uint32_t)points)) == SHINPAN_OK;
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    printf("%ld %f\\n", accepted, (to.tv_sec - from.tv_sec) + (to.tv_nsec - from.tv_nsec) / 1e9);
    shinpan_game_free(game);
    return 0;
}
"""


def drawn(plays, points):
    """Who plays where, game by game."""
    state, games = 1, []
    for i in range(plays):
        if i % points == 0:
            games.append([])
        state = (state * 1664525 + 1013904223) % 2**32
        games[-1].append((1 + i % 2, (state >> 8) % points))
    return games


class Gtp:
    def __init__(self, args):
        command = [os.path.join(args.folder, "shinpan"), "gtp", "--rules", args.rules]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.size = args.board

    def send(self, lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def answer(self):
        text = ""
        while True:
            line = self.process.stdout.readline()
            if line in ("\n", ""):
                return text
            text += line

    def ask(self, line):
        self.send([line])
        return self.answer()

    def play(self, made):
        player, point = made
        row, column = divmod(point, self.size)
        return f"play {'bw'[player - 1]} {COLUMNS[column]}{self.size - row}"

    def start(self):
        return [f"boardsize {self.size}", "clear_board"]


def one_by_one(args, games):
    gtp, accepted = Gtp(args), 0
    for game in games:
        for line in gtp.start():
            gtp.ask(line)
        accepted += sum(gtp.ask(gtp.play(made)).startswith("=") for made in game)
    return accepted


def pipelined(args, games):
    gtp, accepted = Gtp(args), 0
    for game in games:
        gtp.send(gtp.start() + [gtp.play(made) for made in game])
        answers = [gtp.answer() for _ in range(2 + len(game))]
        accepted += sum(answer.startswith("=") for answer in answers[2:])
    return accepted


def batch(args, games):
    gtp, accepted = Gtp(args), 0
    for game in games:
        gtp.ask("shinpan-batch " + "; ".join(gtp.start()))
        for at in range(0, len(game), BATCH):
            answer = gtp.ask("shinpan-batch " + "; ".join(gtp.play(made) for made in game[at:at + BATCH]))
            accepted += sum(said.startswith("=") for said in json.loads(answer[2:]))
    return accepted


def by_ctypes(args, games):
    library = ctypes.CDLL(os.path.abspath(os.path.join(args.folder, "libshinpan_c.so")))
    library.shinpan_game_new.restype = ctypes.c_void_p
    library.shinpan_game_free.argtypes = [ctypes.c_void_p]
    play = library.shinpan_play
    play.argtypes = [ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32]
    accepted = 0
    for made in games:
        game = library.shinpan_game_new(args.rules.encode(), f"{args.board}x{args.board}".encode(), 1)
        accepted += sum(play(game, player, point) == 0 for player, point in made)
        library.shinpan_game_free(game)
    return accepted


def by_c(args):
    """What the program says: accepted plays, and its own time."""
    headers = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../crates/c/include")
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "questions.c"), os.path.join(folder, "questions")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        library = os.path.abspath(args.folder)
        subprocess.run(["cc", "-O2", "-I", headers, source, "-o", program, "-L", library, "-lshinpan_c", f"-Wl,-rpath,{library}"],
                       check=True)
        said = subprocess.run([program, args.rules, str(args.board), str(args.plays)], check=True, capture_output=True, text=True)
    accepted, seconds = said.stdout.split()
    return int(accepted), float(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="ms-chinese")
    parser.add_argument("--board", type=int, default=19)
    parser.add_argument("--plays", type=int, default=20_000)
    parser.add_argument("--folder", default="target/release")
    args = parser.parse_args()
    games = drawn(args.plays, args.board**2)
    results = []
    for name, ways in [("GTP", one_by_one), ("GTP, pipelined", pipelined), ("batch", batch), ("Python (ctypes)", by_ctypes)]:
        since = time.perf_counter()
        accepted = ways(args, games)
        results.append((name, accepted, time.perf_counter() - since))
    results.append(("C", *by_c(args)))
    if len({accepted for _, accepted, _ in results}) != 1:
        raise SystemExit(f"the ways do not agree: {results}")
    print(f"{args.plays} plays on {args.board}x{args.board} under {args.rules}, {results[0][1]} of them legal\n")
    print("| way | questions a second |\n|---|---:|")
    for name, _, seconds in results:
        print(f"| {name} | {args.plays / seconds:,.0f} |")


main()
