#!/usr/bin/env python3
"""Runs an exported conformance suite against a GTP engine: conformance_runner.py [--scores] DIR ENGINE [ARGS...]"""
import json
import subprocess
import sys

scores = sys.argv[1:2] == ["--scores"]
folder, *command = sys.argv[1 + scores:]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
counts = {"asked": 0, "wrong": 0, "skipped": 0}

def ask(text):
    """The engine's answer to a command: whether it is no error, and its words."""
    print(text, file=engine.stdin, flush=True)
    answer = ""
    while not answer.endswith("\n\n"):
        answer += engine.stdout.readline() or sys.exit(f"the engine ended at: {text}")
    mark, *words = answer.split()
    return mark == "=", words

def compare(where, question, expected, actual):
    counts["asked"] += 1
    if expected != actual:
        counts["wrong"] += 1
        print(f"{where}: {question}: expected {expected}, actual {actual}")

def play(where, move, legal, after):
    """Makes a move that should be legal or not and lead to a position; returns whether the engine made it."""
    made = ask(f"play {move}")[0]
    compare(where, f"{move} legal", legal, made)
    if legal and made:
        rows = after.split("/")
        for colour, stone in ("black", "X"), ("white", "O"):
            points = [column + str(len(rows) - y)
                      for y, row in enumerate(rows) for column, s in zip("ABCDEFGHJKLMNOPQRST", row) if s == stone]
            compare(where, f"{colour} stones after {move}", sorted(points), sorted(ask(f"list_stones {colour}")[1]))
    return made

for name in "positions", "records", "scores":
    for number, text in enumerate(open(f"{folder}/{name}.jsonl"), 1):
        where, line = f"{name}.jsonl:{number}", json.loads(text)
        rows, columns = line["board"].split("x")
        size = f"boardsize {rows}" if rows == columns else f"rectangular_boardsize {columns} {rows}"
        if not (ask(size)[0] and ask("clear_board")[0] and ask("komi 0")[0]):
            counts["skipped"] += 1
        elif name == "scores":
            made = all([ask(f"play {move}")[0] for move in line["moves"]])
            scored, words = ask("shinpan-score " + " ".join(line["dead"])) if made and scores else (False, [])
            if scored:
                compare(where, "score", line["margin"], float(words[0].replace("B+", "").replace("W+", "-")))
            else:
                counts["skipped"] += 1
        elif name == "records":
            for move, step in zip(line["moves"], line["steps"]):
                play(where, move, step["judgement"] == "accepted", step["after"])
        else:
            for move in line["setup"]:
                compare(where, f"{move} in the setup", True, ask(f"play {move}")[0])
            for point, result in line["plays"].items():
                if play(where, f"{line['to-move']} {point}", result["legal"], result.get("after")):
                    ask("undo")
            outcomes = [verdict["outcome"] for verdict in line["verdicts"].values()]
            if scores and outcomes and isinstance(outcomes[0], int) and outcomes.count(outcomes[0]) == len(outcomes):
                scored, words = ask("final_score")
                margin = float(words[0].replace("B+", "").replace("W+", "-")) if scored else "no score"
                compare(where, "final_score", outcomes[0], margin)
ask("quit")
print(", ".join(f"{number} {what}" for what, number in counts.items()))
sys.exit(counts["wrong"] > 0)
