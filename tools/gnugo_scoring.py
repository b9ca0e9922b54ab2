#!/usr/bin/env python3
"""GNU Go's scoring suite (`regression/score.tst` and `score2.tst` of its sources): what its authors say, what GNU Go scores, and what a rule set
counts if the players agree that the stones are dead which GNU Go lists as dead.

    python3 tools/gnugo_scoring.py GNUGO/regression j1989 > scores.jsonl

Needs `gnugo` and `shinpan` on the path. A line for each game: the authors' answer (and whether they expect GNU Go to miss it), GNU Go's, the
stones, ours. At the end the counts, on standard error."""
import json
import re
import subprocess
import sys


def tests(folder):
    """The games with the answers of the authors, and whether GNU Go is expected to fail."""
    for name in "score.tst", "score2.tst":
        game = None
        for line in open(f"{folder}/{name}"):
            if loaded := re.match(r"loadsgf (\S+)", line):
                game = loaded[1]
            elif game and (answer := re.match(r"#\? \[(.*)\](\*?)", line)):
                yield name, game, answer[1].replace("\\", ""), bool(answer[2])
                game = None


def said(folder, command, lines):
    """The answers of an engine to some commands; an error has its `?`."""
    text = "".join(line + "\n" for line in [*lines, "quit"])
    run = subprocess.run(command, input=text, capture_output=True, text=True, cwd=folder, check=True)
    answers = [answer.strip() for answer in run.stdout.split("\n\n") if answer.strip()]
    return [answer[1:].strip() if answer[0] == "=" else answer for answer in answers]


folder, rules = sys.argv[1:]
counts = {"games": 0, "gnugo": 0, "shinpan": 0}
for test, game, authors, fails in tests(folder):
    load = f"loadsgf {game}"
    _, score, dead, *_ = said(folder, ["gnugo", "--mode", "gtp", "--japanese-rules"], [load, "final_score", "final_status_list dead"])
    ours = said(folder, ["shinpan", "gtp", "--rules", rules], [load, f"shinpan-score {' '.join(dead.split())}"])[1]
    found = {"test": test, "game": game, "authors": authors, "expected-to-fail": fails, "gnugo": score, "shinpan": ours, "dead": dead.split()}
    counts["games"] += 1
    for of in "gnugo", "shinpan":
        counts[of] += found[of] == authors
    print(json.dumps(found), flush=True)
print(f"{counts['games']} games; as the authors say: GNU Go {counts['gnugo']}, {rules} {counts['shinpan']}", file=sys.stderr)
