#!/usr/bin/env python3
"""How much sooner several threads decide a position than one, by the clock.

    tools/threads.py 5x5 --n 30 --seed 31337 --rules "aj2004;j1997:first=white" --budget 1000000 --threads 2

Positions are drawn as `shinpan sample` draws them. Those count on which one thread takes longer than --least seconds; nothing else should run
meanwhile. One line for each rule set, as a row of a table: these positions, how many are decided and the seconds that all take together, by one
thread and by several, and how many times the one is the other.
"""

import time

from reached import arguments, decided, drawn, shinpan


def judged(given, board, rules, threads):
    """Whether a position is decided, and the seconds that it took."""
    started = time.monotonic()
    budget = ["--budget", str(given.budget), "--time", given.each]
    said = shinpan(given.shinpan, "judge", board, "--rules", rules, *budget, "--threads", str(threads))
    return decided(said["verdicts"][0]["outcome"]), time.monotonic() - started


def main():
    parser = arguments(__doc__, 30)
    parser.add_argument("--rules", required=True, help="rule sets, separated by semicolons")
    parser.add_argument("--budget", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--least", type=float, default=1)
    parser.add_argument("--each", default="2m", help="most time for a position")
    given = parser.parse_args()
    boards = drawn(given)
    print("| rule set | positions | decided | | seconds | | times |\n|---|---:|---:|---:|---:|---:|---:|", flush=True)
    for rules in given.rules.split(";"):
        pairs = []
        for board in boards:
            one = judged(given, board, rules, 1)
            if one[1] > given.least:
                pairs.append((one, judged(given, board, rules, given.threads)))
        counts = [sum(pair[at][0] for pair in pairs) for at in (0, 1)]
        seconds = [sum(pair[at][1] for pair in pairs) for at in (0, 1)]
        times = seconds[0] / seconds[1] if pairs else 1
        print(f"| {rules} | {len(pairs)} | {counts[0]} | {counts[1]} | {seconds[0]:.1f} | {seconds[1]:.1f} | {times:.2f} |", flush=True)


if __name__ == "__main__":
    main()
