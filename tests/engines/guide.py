#!/usr/bin/env python3
"""An engine with a script for an opinion: `guide.py [MODE] [dead=POINTS] [seki=POINTS] [alive=POINTS] [name=NAME] [version=VERSION]`.

It sets boards up, refuses what is outside, and answers `final_status_list` with these points, whatever is on the board. MODE is what it
does instead when it is asked for a list: `hangs`, `dies`, `garbage`, `endless`, `refuses`; `no-lists` has no such command, `no-board` plays on no
board, `no-stones` takes no stone, `nameless` has no name.
"""
import os
import sys
import time

MODE = next((word for word in sys.argv[1:] if "=" not in word), "")
LISTS = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
LETTERS = "ABCDEFGHJKLMNOPQRST"
rows = cols = 19


def say(number, mark, text):
    sys.stdout.write(f"{mark}{number} {text}\n\n")
    sys.stdout.flush()


def is_inside(vertex):
    return vertex == "pass" or vertex[0] in LETTERS[:cols] and int(vertex[1:]) <= rows


def asked_for_a_list(number, status):
    if MODE == "hangs":
        time.sleep(1000)
    elif MODE == "dies":
        print("the guide has lost its way", file=sys.stderr, flush=True)
        os._exit(7)
    elif MODE == "garbage":
        say(number, "=", "every \x1b[2J string | lives")
    elif MODE == "endless":
        while True:
            sys.stdout.write("A1 B2 C3 " * 10_000)
    elif MODE == "refuses" or status not in LISTS:
        say(number, "?", "cannot tell")
    else:
        say(number, "=", LISTS[status].replace(",", " "))


while line := sys.stdin.readline():
    number, _, command = line.strip().partition(" ")
    name, *arguments = command.split()
    if name in ("name", "version"):
        say(number, "=", "" if MODE == "nameless" else LISTS.get(name, {"name": "Guide", "version": "1.0_\\&"}[name]))
    elif name == "list_commands":
        known = "protocol_version name version list_commands quit boardsize rectangular_boardsize clear_board komi play".split()
        say(number, "=", "\n".join(known + ([] if MODE == "no-lists" else ["final_status_list"])))
    elif name in ("boardsize", "rectangular_boardsize"):
        cols, rows = int(arguments[0]), int(arguments[-1])
        say(number, *(("?", "unacceptable size") if MODE == "no-board" else ("=", "")))
    elif name == "play":
        vertex = arguments[1] if arguments[1] == "pass" else arguments[1].upper()
        bad = not is_inside(vertex) or MODE == "no-stones" and vertex == "C7"
        say(number, *(("?", "illegal move") if bad else ("=", "")))
    elif name == "final_status_list":
        asked_for_a_list(number, arguments[0])
    else:
        say(number, "=", "2" if name == "protocol_version" else "")
        if name == "quit":
            break
