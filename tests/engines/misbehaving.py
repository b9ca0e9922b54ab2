#!/usr/bin/env python3
"""An engine that misbehaves: `misbehaving.py MODE SHINPAN [ARGS]`.

Passes GTP commands on to a well-behaved engine and its answers back, except in what MODE names. Writes the ids of all
processes it starts, and its own, to the file named by PIDS, for tests that look for what is left of them.
"""
import os
import signal
import subprocess
import sys
import time

MODE, COMMAND = sys.argv[1], sys.argv[2:]


def note(pid):
    if "PIDS" in os.environ:
        with open(os.environ["PIDS"], "a") as pids:
            print(pid, file=pids)


note(os.getpid())
engine = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
note(engine.pid)


def ask(command):
    """The answer of the well-behaved engine, without id: its mark and text."""
    engine.stdin.write(command + "\n")
    engine.stdin.flush()
    lines = []
    while (line := engine.stdout.readline().rstrip("\n")) or not lines:
        lines.append(line)
    return lines[0][0], "\n".join([lines[0][2:]] + lines[1:])


def say(number, mark, text, end="\n\n"):
    sys.stdout.write(mark + number + " " + text + end)
    sys.stdout.flush()


def all_empty(colour):
    """Every empty point, whatever the rules say."""
    taken = set((ask("list_stones black")[1] + " " + ask("list_stones white")[1]).split())
    columns = ask("query_boardsize")[1].split()
    width, height = int(columns[0]), int(columns[-1])
    points = [c + str(r) for r in range(1, height + 1) for c in "ABCDEFGHJKLMNOPQRST"[:width]]
    return " ".join(p for p in points if p not in taken)


def asked_much():
    """Notes that something worth a report has been asked: the first `final_score`."""
    if bad:
        open(os.environ["ASKED"], "w").close()
    return bad


if MODE == "ignores-quit":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    note(subprocess.Popen(["sleep", "1000"]).pid)
if MODE in ("slow", "hangs-at-once", "escapes"):
    # A child in a session of its own, and one that has lost its parent besides.
    note(subprocess.Popen(["sleep", "1000"], start_new_session=True).pid)
    DAEMON = """import os, subprocess
print(subprocess.Popen(["sleep", "1000"], start_new_session=True, stdout=subprocess.DEVNULL).pid)"""
    note(subprocess.run([sys.executable, "-c", DAEMON], stdout=subprocess.PIPE, text=True).stdout.strip())
if MODE == "slow-start":
    time.sleep(1)
asked = {}
while line := sys.stdin.readline():
    number, _, command = line.strip().partition(" ")
    name, *arguments = command.split()
    asked[name] = asked.get(name, 0) + 1
    bad = name == "final_score"
    if MODE == "hangs" and bad:
        time.sleep(1000)
    elif MODE == "dies" and bad:
        print("assertion failed: a_reason()", file=sys.stderr, flush=True)
        os._exit(3)
    elif MODE == "dies-once" and name == "list_stones" and asked[name] == 20 and not os.path.exists(os.environ["ONCE"]):
        open(os.environ["ONCE"], "w").close()
        os._exit(3)
    elif MODE == "late" and name == "list_stones" and asked[name] == 20:
        time.sleep(6)
        say(number, *ask(command))
    elif MODE == "garbage" and bad:
        print("Segmentation fault (not really)\n\x07\x1b[31m;)", flush=True)
    elif MODE == "garbage-before" and bad:
        print("thinking\n\nabout it\t...\r", flush=True)
        say(number, *ask(command))
    elif MODE == "nonsense" and bad:
        say(number, "=", "maybe B+2")
    elif MODE == "floods" and bad:
        while True:
            sys.stdout.write("spam spam spam\n" * 1000)
    elif MODE == "ten-megabytes" and bad:
        say(number, "=", "B+1\n" + "x" * 10_000_000)
    elif MODE == "wrong-id" and bad:
        say(str(int(number) + 7), *ask(command))
    elif MODE == "no-ids":
        say("", *ask(command))
    elif MODE == "crlf":
        mark, text = ask(command)
        sys.stdout.write((mark + number + " " + text).replace("\n", "\r\n") + "\r\n\r\n")
        sys.stdout.flush()
    elif MODE == "lies-about-size" and name == "boardsize":
        ask("boardsize 5")
        say(number, "=", "")
    elif MODE == "ignores-quit" and name == "quit":
        say(number, "=", "")
        while True:
            time.sleep(1000)
    elif MODE == "allows-all" and name == "all_legal":
        say(number, "=", all_empty(arguments[0]))
    elif MODE == "allows-all" and name == "is_legal":
        say(number, "=", str(int(arguments[1] in all_empty(arguments[0]).split())))
    elif MODE == "no-undo" and name == "undo":
        say(number, "=", "")
    elif MODE == "scores-more" and bad:
        mark, text = ask(command)
        number_of = float(text[2:]) if len(text) > 2 else 0.0
        signed = (-number_of if text[0] == "W" else number_of) + 1
        say(number, mark, "0" if signed == 0 else ("B+" if signed > 0 else "W+") + str(abs(signed)))
    elif MODE == "nothing-dead" and command == "final_status_list dead":
        say(number, "=", "")
    elif MODE == "exchanges-captures" and name == "captures":
        say(number, *ask("captures " + ("white" if arguments[0] == "black" else "black")))
    elif MODE in ("shows-captures", "shows-no-more-than-one") and name == "list_commands":
        mark, text = ask(command)
        say(number, mark, "\n".join(known for known in text.split() if known != "captures"))
    elif MODE in ("shows-captures", "shows-no-more-than-one") and name == "showboard":
        counts = [int(ask(f"captures {player}")[1]) for player in ("white", "black")]
        shown = [min(count, 1) for count in counts] if MODE == "shows-no-more-than-one" else counts
        say(number, "=", ask(command)[1] + "\nB stones captured: {}\nW stones captured: {}".format(*shown))
    elif MODE == "hostile-name" and name in ("name", "version"):
        say(number, "=", "evil\x1b[2J\nquit\n| <img src=x> ](http://x)\u009b31m\u202eabc")
    elif MODE == "no-boards" and name in ("boardsize", "rectangular_boardsize"):
        say(number, "?", "unacceptable size")
    elif MODE == "no-3x3" and command == "boardsize 3":
        say(number, "?", "unacceptable size")
    elif MODE == "slow" and asked_much():
        time.sleep(1000)
        say(number, *ask(command))
    elif MODE == "hangs-at-once" and name == "final_score":
        asked_much()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(1000)
    elif MODE == "few-commands" and name == "list_commands":
        say(number, "=", "protocol_version\nname\nversion\nlist_commands\nquit\nboardsize\nclear_board\nkomi\nplay\ngenmove")
    else:
        say(number, *ask(command))
        if name == "quit":
            break
