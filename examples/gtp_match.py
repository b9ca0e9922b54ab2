#!/usr/bin/env python3
"""A match between two engines that speak GTP, with `shinpan gtp` as the referee.

    python3 examples/gtp_match.py --size 9 --games 10 --komi 6.5 \\
      --referee 'shinpan gtp --rules tromp-taylor' \\
      --first 'gnugo --mode gtp --level 1 --chinese-rules --positional-superko --never-resign --play-out-aftermath --capture-all-dead' \\
      --second 'pachi -t =2000 -d 0 --nodcnn threads=1,pass_all_alive,resign_threshold=0'

The engines take Black in turn. Every move is put to the referee first: one that the rules refuse loses the game, with the clause.
After two passes each of the three is asked for the score; the referee's counts. A line for each game says whether the engines' scores
are confirmed or refused, and why. Exit status: 0 every result confirmed, 1 one refused, 2 a game without a result. Only the standard
library is used."""
import argparse
import shlex
import subprocess
import sys


class Refused(Exception):
    """An error answer."""


class Engine:
    """A process that speaks GTP."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.name = self.ask("name")

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise Refused(f"ended at `{command}`")
            line = line.rstrip()
            if line:
                lines.append(line)
            elif lines:
                break
        text = "\n".join([lines[0][1:].strip()] + lines[1:])
        if lines[0].startswith("?"):
            raise Refused(text)
        return text

    def quit(self):
        try:
            self.ask("quit")
        except (Refused, OSError):
            pass
        self.process.wait(timeout=10)


def margin(text):
    """A score as a number, Black less White; None for none."""
    word = text.split()[0] if text else ""
    try:
        return {"B+": 1, "W+": -1}[word[:2]] * float(word[2:]) if word not in ("0", "Draw") else 0.0
    except (KeyError, ValueError):
        return None


def score(engine):
    try:
        return engine.ask("final_score")
    except Refused as error:
        return f"no score ({error})"


def game(players, referee, size, komi):
    """Plays a game: its moves, and its result with what there is to say of it: `confirmed`, `refused` or `open`."""
    moves, passes = [], 0
    for engine in (*players.values(), referee):
        for command in (f"boardsize {size}", "clear_board", f"komi {komi}"):
            engine.ask(command)
    while passes < 2 and len(moves) < 4 * size * size:
        colour = "black" if len(moves) % 2 == 0 else "white"
        other = "white" if colour == "black" else "black"
        vertex = players[colour].ask(f"genmove {colour}").strip()
        winner = other[0].upper()
        if vertex.lower() == "resign":
            return moves, f"{winner}+R", "confirmed", f"{players[colour].name} resigned"
        try:
            referee.ask(f"play {colour} {vertex}")
        except Refused as error:
            what = f"{players[colour].name} played {vertex} at move {len(moves) + 1}: {error}"
            return moves, f"{winner}+F", "refused", what
        moves.append((colour, vertex))
        passes = passes + 1 if vertex.lower() == "pass" else 0
        try:
            players[other].ask(f"play {colour} {vertex}")
        except Refused as error:
            return moves, "Void", "refused", f"{players[other].name} refuses {colour} {vertex}, which is legal: {error}"
    if passes < 2:
        return moves, "Void", "open", f"no end after {len(moves)} moves"
    result = score(referee)
    said = {colour: score(engine) for colour, engine in players.items()}
    told = ", ".join(f"{players[colour].name} says {text}" for colour, text in said.items())
    if margin(result) is None:
        return moves, "?", "open", f"the referee gives {result}; {told}"
    agreed = all(margin(text) == margin(result) for text in said.values())
    return moves, result, "confirmed" if agreed else "refused", told


def sgf(moves, size, komi, result, names):
    def point(vertex):
        if vertex.lower() == "pass":
            return ""
        return chr(97 + "ABCDEFGHJKLMNOPQRST".index(vertex[0].upper())) + chr(97 + size - int(vertex[1:]))

    head = f"(;FF[4]GM[1]SZ[{size}]KM[{komi}]PB[{names[0]}]PW[{names[1]}]RE[{result}]"
    return head + "".join(f";{c[0].upper()}[{point(v)}]" for c, v in moves) + ")\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", required=True, help="command of the engine that has Black in the first game")
    parser.add_argument("--second", required=True, help="command of the other")
    parser.add_argument("--referee", default="shinpan gtp --rules tromp-taylor")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=6.5)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--sgf", help="file that gets the games")
    arguments = parser.parse_args()
    engines = [Engine(arguments.first), Engine(arguments.second)]
    referee = Engine(arguments.referee)
    verdicts, written = [], ""
    for number in range(arguments.games):
        black, white = engines if number % 2 == 0 else engines[::-1]
        players = {"black": black, "white": white}
        try:
            moves, result, verdict, why = game(players, referee, arguments.size, arguments.komi)
        except Refused as error:
            moves, result, verdict, why = [], "?", "open", str(error)
        verdicts.append(verdict)
        written += sgf(moves, arguments.size, arguments.komi, result, (black.name, white.name))
        print(f"{number + 1}. {black.name} - {white.name}: {result}, {verdict} after {len(moves)} moves: {why}", flush=True)
    if arguments.sgf:
        with open(arguments.sgf, "w", encoding="utf-8") as file:
            file.write(written)
    for engine in (*engines, referee):
        engine.quit()
    sys.exit(2 if "open" in verdicts else int("refused" in verdicts))


if __name__ == "__main__":
    main()
