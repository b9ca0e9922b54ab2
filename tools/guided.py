#!/usr/bin/env python3
"""How much more is decided with an engine as a guide, and how much is answered by assumptions it makes.

Reads positions as tools/finished_games.py writes them, asks `shinpan judge` about each without a guide and with `--guide ENGINE --assume engine`,
in the same time, and holds both against the engine's own `final_score`. Writes a line of JSON for each, and the table at the end to standard
error. The score is that of the board: komi 0, and no prisoners from before.

    python3 tools/finished_games.py 7 --games 10 --seed 301 --level 8 --leave-dead --openings > games.txt
    python3 tools/finished_games.py 9 --games 20 --seed 301 --level 8 --leave-dead --openings >> games.txt
    python3 tools/guided.py games.txt --guide 'gnugo --mode gtp' --time 10 > guided.jsonl
"""
import argparse
import json
import re
import resource
import shlex
import subprocess
import sys
import time

LETTERS = "ABCDEFGHJKLMNOPQRST"


def score(guide, board):
    """What the engine says that the board is worth, Black less White; None if it does not say."""
    rows = board.split("/")
    commands = [f"boardsize {len(rows)}", "clear_board", "komi 0"]
    for line, row in enumerate(rows):
        for column, point in enumerate(row):
            if point != ".":
                colour = "black" if point == "X" else "white"
                commands.append(f"play {colour} {LETTERS[column]}{len(rows) - line}")
    commands += ["final_score", "quit"]
    run = subprocess.run(
        shlex.split(guide), input="\n".join(commands) + "\n", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    answers = [answer for answer in run.stdout.split("\n\n") if answer.strip()]
    return margin(answers[-2].strip().lstrip("= "))


def margin(text):
    """A result as a number: B+3, W+0.5, draw, 0."""
    if text in ("0", "draw"):
        return 0.0
    found = re.fullmatch(r"([BW])\+(\d+(?:\.\d+)?)", text)
    return float(found[2]) * (1 if found[1] == "B" else -1) if found else None


def judged(shinpan, board, rules, more):
    """The outcome if it is decided, that under assumptions if there is one, and the time."""
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [*shlex.split(shinpan), "judge", board, "--rules", rules, "--format", "json", *more]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    took, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    verdict = json.loads(run.stdout)["verdicts"][0]
    outcome = verdict["outcome"]
    remarks = " ".join(verdict.get("remarks", []))
    assumed = re.search(r"ASSUMED, not proved \(.*\): (draw|[BW]\+[\d.]+)", remarks)
    return {
        "decided": outcome if isinstance(outcome, int) else None,
        "assumed": margin(assumed[1]) if assumed else None,
        "refuted": "that is not used" in remarks,
        "seconds": round(took, 2),
        # Of the engine too.
        "processor_seconds": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", help="positions, one a line, the board last")
    parser.add_argument("--guide", default="gnugo --mode gtp", help="the engine")
    parser.add_argument("--time", default="10", help="seconds for each verdict")
    parser.add_argument("--rules", default="j1989,ms-japanese", help="rule sets")
    parser.add_argument("--shinpan", default="shinpan", help="the program, with what is to stand before it")
    arguments = parser.parse_args()
    table = {}
    with open(arguments.games) as games:
        boards = [line.split()[-1] for line in games if line.strip()]
    for board in boards:
        own = score(arguments.guide, board)
        size = "{0}x{0}".format(len(board.split("/")))
        for rules in arguments.rules.split(","):
            limit = ["--time", arguments.time]
            alone = judged(arguments.shinpan, board, rules, limit)
            guided = judged(
                arguments.shinpan, board, rules, [*limit, "--guide", arguments.guide, "--assume", "engine"]
            )
            print(json.dumps({"board": board, "rules": rules, "score": own, "alone": alone, "guided": guided}), flush=True)
            both = [alone["decided"], guided["decided"]]
            if None not in both and both[0] != both[1]:
                sys.exit(f"{board} {rules}: {both[0]} without a guide, {both[1]} with one")
            row = table.setdefault((size, rules), {"games": 0, "alone": 0, "guided": 0, "proved equal": 0, "assumed": 0, "assumed equal": 0})
            row["games"] += 1
            row["alone"] += alone["decided"] is not None
            row["guided"] += guided["decided"] is not None
            row["proved equal"] += guided["decided"] is not None and guided["decided"] == own
            row["assumed"] += guided["assumed"] is not None
            row["assumed equal"] += guided["assumed"] is not None and guided["assumed"] == own
    print("| board | rule set | games | decided alone | decided with a guide | equal to its score | else answered by assumption | equal to its score |", file=sys.stderr)
    print("|---|---|---|---|---|---|---|---|", file=sys.stderr)
    for (size, rules), row in table.items():
        print(f"| {size} | `{rules}` | " + " | ".join(str(n) for n in row.values()) + " |", file=sys.stderr)


if __name__ == "__main__":
    main()
