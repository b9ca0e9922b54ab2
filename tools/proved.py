#!/usr/bin/env python3
"""Of how many games `shinpan judge` decides who wins, and `shinpan prove` proves it.

    tools/finished_games.py 9 --games 20 --seed 1 --keep-dead > kept.txt
    tools/proved.py kept.txt --rules j1989,ms-japanese,aj2004
    tools/proved.py 5x5 --n 40 --seed 20261123 --rules j1989,ms-japanese,aj2004

FILE has a game a line, as `finished_games.py` writes them; instead of it a board size, of which positions are drawn as `shinpan sample` draws
them. Every proof is verified by `shinpan check-proof`; what it does not accept is an error.
One line for each rule set, as a row of a table: games decided, proved, and of these by what players hold; the longest file, and the longest
time that it takes to check one.
"""

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def is_decided(binary, board, limits):
    """Whether the outcome is known."""
    command = [binary, "judge", board, *limits, "--quiet", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr.strip())
    outcome = json.loads(done.stdout)["verdicts"][0]["outcome"]
    return not (isinstance(outcome, dict) and "undecided" in outcome)


def proved(binary, board, limits, file):
    """The bytes of a proof, whether it is one of what players hold, and the seconds it takes to check; nothing if there is none."""
    done = subprocess.run([binary, "prove", board, *limits, "--quiet", "--out", file, "--force"], capture_output=True, check=False)
    if done.returncode != 0:
        return None
    started = time.monotonic()
    check = subprocess.run([binary, "check-proof", file], capture_output=True, text=True, check=False)
    if check.returncode != 0:
        raise SystemExit(f"{board}: {check.stdout}{check.stderr}")
    seconds = time.monotonic() - started
    text = Path(file).read_text(encoding="utf-8")
    return len(text), '\n"held": ' in text, seconds


def drawn(binary, size, n, seed):
    """Positions as `shinpan sample` draws them."""
    command = [binary, "sample", size, "--n", str(n), "--seed", str(seed), "--rules", "tromp-taylor", "--quiet", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr.strip())
    return [position["board"] for position in json.loads(done.stdout)["positions"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE|SIZE")
    parser.add_argument("--n", type=int, default=40, help="of a size: how many positions")
    parser.add_argument("--seed", type=int, help="of a size: the seed")
    parser.add_argument("--rules", required=True, help="rule sets, separated by semicolons or by commas without readings")
    parser.add_argument("--budget", type=int, default=4_000_000)
    parser.add_argument("--each", default="60s", help="most time for a verdict, and for a proof")
    parser.add_argument("--shinpan", default=str(ROOT / "target" / "release" / "shinpan"))
    given = parser.parse_args()
    if given.seed is not None:
        boards = drawn(given.shinpan, given.file, given.n, given.seed)
    elif not Path(given.file).is_file():
        parser.error(f"there is no file {given.file}; to draw positions of a size, give --seed too")
    else:
        boards = [line.split()[-1] for line in Path(given.file).read_text(encoding="utf-8").splitlines() if line.strip()]
    print("| rule set | games | decided | proved | by what is held | kB at most | s to check at most |\n|---|---:|---:|---:|---:|---:|---:|", flush=True)
    for rules in given.rules.split(";" if ";" in given.rules else ","):
        limits = ["--rules", rules, "--budget", str(given.budget), "--time", given.each]
        decided = sum(is_decided(given.shinpan, board, limits) for board in boards)
        with tempfile.TemporaryDirectory() as folder:
            found = [proved(given.shinpan, board, limits, str(Path(folder) / "proof.json")) for board in boards]
        found = [proof for proof in found if proof]
        held = sum(by_held for _, by_held, _ in found)
        longest, slowest = (max((proof[i] for proof in found), default=0) for i in (0, 2))
        print(f"| {rules} | {len(boards)} | {decided} | {len(found)} | {held} | {longest // 1000} | {slowest:.1f} |", flush=True)


if __name__ == "__main__":
    main()
