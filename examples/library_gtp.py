"""The side of GTP that is the same whatever library of Go answers: `sente_gtp.py` and `open_spiel_gtp.py` give it their commands."""
import sys

COLUMNS = "ABCDEFGHJKLMNOPQRST"


class Refused(Exception):
    """An error answer."""


def vertices(size):
    return [c + str(r) for r in range(1, size + 1) for c in COLUMNS[:size]]


def margin(value):
    """Black's points less White's, as a score."""
    return "0" if value == 0 else ("B+" if value > 0 else "W+") + str(abs(value))


def serve(name, version, commands):
    """Answers until `quit`. A command gets the words after it and gives its answer, or raises `Refused`."""
    commands = {"protocol_version": lambda: "2", "name": lambda: name, "version": lambda: version,
                "list_commands": lambda: "\n".join([*commands, "quit"]), **commands}
    for line in sys.stdin:
        words = line.split("#")[0].split()
        if not words:
            continue
        number = words.pop(0) if words[0].isdigit() else ""
        command = words.pop(0)
        if command == "quit":
            print(f"={number} \n", flush=True)
            break
        if command not in commands:
            print(f"?{number} unknown command\n", flush=True)
            continue
        try:
            print(f"={number} {commands[command](*words) or ''}\n", flush=True)
        except (Refused, TypeError, ValueError, KeyError) as error:
            print(f"?{number} {' '.join(str(error).split())}\n", flush=True)
