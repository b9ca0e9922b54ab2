#!/usr/bin/env python3
"""Runs an exported conformance suite against a GTP engine: conformance_runner.py [--scores] DIR ENGINE [ARGS...]

Exit status 0 if all answers agree, 1 if not. Only the standard library is needed."""
import json
import subprocess
import sys

scores = "--scores" in sys.argv[1:2]
folder, *command = sys.argv[1 + scores:]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
counts = {"asked": 0, "wrong": 0, "skipped": 0}


def ask(text):
    """The engine's answer to a command: whether it is no error, and its text."""
    print(text, file=engine.stdin, flush=True)
    lines = []
    while (line := engine.stdout.readline()).strip() or not lines:
        if not line:
            sys.exit(f"the engine ended at: {text}")
        lines.extend([line.strip()] if line.strip() else [])
    return lines[0].startswith("="), " ".join(lines)[1:].strip()


def compare(where, question, expected, actual):
    counts["asked"] += 1
    if expected != actual:
        counts["wrong"] += 1
        print(f"{where}: {question}: expected {expected}, actual {actual}")


def start(board):
    rows, columns = board.split("x")
    size = f"boardsize {rows}" if rows == columns else f"rectangular_boardsize {columns} {rows}"
    return ask(size)[0] and ask("clear_board")[0] and ask("komi 0")[0]


def play(move):
    return ask("play " + move)[0]


def stones(position):
    """The stones of a position as the engine lists them: two sets of points."""
    rows = position.split("/")
    at = {c + str(len(rows) - y): s for y, row in enumerate(rows) for c, s in zip("ABCDEFGHJKLMNOPQRST", row)}
    return [{p for p, s in at.items() if s == stone} for stone in "XO"]


def board():
    return [set(ask("list_stones " + colour)[1].split()) for colour in ("black", "white")]


for name in ("positions", "records"):
    for number, text in enumerate(open(f"{folder}/{name}.jsonl"), 1):
        where, line = f"{name}.jsonl:{number}", json.loads(text)
        if not start(line["board"]):
            counts["skipped"] += 1
        elif name == "positions":
            assert all([play(move) for move in line["setup"]]), f"{where}: a move of the setup is refused"
            for point, result in line["plays"].items():
                legal = play(f"{line['to-move']} {point}")
                compare(where, f"{line['to-move']} {point} legal", result["legal"], legal)
                if legal and result["legal"]:
                    compare(where, f"stones after {line['to-move']} {point}", stones(result["after"]), board())
                if legal:
                    ask("undo")
            outcomes = [v["outcome"] for v in line["verdicts"].values()]
            if scores and isinstance(outcomes[0], int) and len(set(map(str, outcomes))) == 1:
                said = ask("final_score")[1]
                number_said = float(said[2:]) * (-1 if said[0] == "W" else 1) if "+" in said else 0.0
                compare(where, "final_score", float(outcomes[0]), number_said)
        else:
            for i, (move, step) in enumerate(zip(line["moves"], line["steps"]), 1):
                compare(where, f"move {i} {move} accepted", step["judgement"] == "accepted", play(move))
                compare(where, f"stones after move {i}", stones(step["after"]), board())
ask("quit")
print(", ".join(f"{n} {what}" for what, n in counts.items()))
sys.exit(counts["wrong"] > 0)
