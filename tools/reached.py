#!/usr/bin/env python3
"""What share of positions, and of the strings on them, `shinpan judge` decides with so many states a question.

    tools/reached.py 5x5 --n 40 --seed 20261123 --rules j1989,ms-japanese --budgets 10000,100000,1000000

Positions are drawn as `shinpan sample` draws them. A string counts as decided if its life is known, as a position if its outcome is. Rule
sets that give strings no status of their own have a dash there. One line for each rule set and budget, as a row of a table.
"""

import argparse
import json
import os
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def shinpan(binary, *arguments):
    """What the program says, as JSON."""
    done = subprocess.run([binary, *arguments, "--quiet", "--format", "json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr.strip())
    return json.loads(done.stdout)


def decided(outcome):
    """Whether an outcome is known."""
    return not (isinstance(outcome, dict) and "undecided" in outcome)


def row(binary, boards, rules, budget, each):
    """Counts for one rule set and budget: positions decided, strings decided, strings, and seconds."""
    started = os.times()
    positions = known = strings = 0
    for board in boards:
        judged = shinpan(binary, "judge", board, "--rules", rules, "--budget", str(budget), "--time", each)
        verdict = judged["verdicts"][0]
        positions += decided(verdict["outcome"])
        lives = [string["life"] for string in verdict.get("strings") or []]
        strings += len(lives)
        known += sum(life != "undecided" for life in lives)
    ended = os.times()
    return positions, known, strings, ended.children_user - started.children_user


def arguments(description, n):
    """A parser for a command that draws positions, by default `n`."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("size")
    parser.add_argument("--n", type=int, default=n)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--shinpan", default=str(ROOT / "target" / "release" / "shinpan"))
    return parser


def drawn(given):
    """The positions that it draws."""
    found = shinpan(given.shinpan, "sample", given.size, "--n", str(given.n), "--seed", str(given.seed), "--rules", "tromp-taylor")
    return [position["board"] for position in found["positions"]]


def main():
    parser = arguments(__doc__, 40)
    parser.add_argument("--rules", required=True, help="rule sets, separated by semicolons or by commas without readings")
    parser.add_argument("--budgets", default="10000,100000,1000000")
    parser.add_argument("--each", default="60s", help="most time for a position")
    given = parser.parse_args()
    boards = drawn(given)
    print("| rule set | states | positions | strings | s a position |\n|---|---:|---:|---:|---:|", flush=True)
    for rules in given.rules.split(";" if ";" in given.rules else ","):
        for budget in map(int, given.budgets.split(",")):
            positions, known, strings, seconds = row(given.shinpan, boards, rules, budget, given.each)
            of_strings = f"{known} of {strings}" if strings else "-"
            print(f"| {rules} | {budget:,} | {positions} of {len(boards)} | {of_strings} | {seconds / len(boards):.1f} |", flush=True)


if __name__ == "__main__":
    started = time.monotonic()
    main()
    print(f"{time.monotonic() - started:.0f} s")
