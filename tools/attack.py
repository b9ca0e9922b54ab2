#!/usr/bin/env python3
"""Attacks the program as a hostile file, peer or machine would, and counts what it lets through.

    cargo build --release --locked
    python3 tools/attack.py target/release/shinpan --seed 1 > attack.md

Prints a table in Markdown, a line for each class: what was tried, how often, and the failures; each failure is described on standard
error and its files are kept. Exit status 1 if there is any. `--scale 0.01` tries a hundredth of everything, `--only kills,tables` these
classes alone. Needs Python 3.9 and nothing else; on Linux also what an engine leaves behind is looked for.

A failure is
- certificates: a proof is accepted that does not show the verdict of `judge`; another status than 0, 1 or 2;
- values: the same of certificates of values, and `value`;
- inputs: a status that the program does not state (a panic is 3, a signal is negative), control characters on standard output;
- gtp: a command without exactly one answer, or an answer that begins with neither `=` nor `?`, or a status other than 0;
- kills: after SIGKILL and `--resume` other bytes than of a run that nobody killed, or a file left beside them;
- tables: a table with other bytes that is accepted in silence, though what comes of it differs;
- engines: no end within 40 s, a status other than 0, 1 or 2, control characters, a process left behind.
"""
import argparse
import functools
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]")


class Attack:
    def __init__(self, program, seed, scale, kept):
        self.program, self.seed, self.scale, self.kept = str(Path(program).resolve()), seed, scale, Path(kept)
        self.rows, self.failures = [], 0

    def times(self, number):
        return max(1, round(number * self.scale))

    def run(self, *args, stdin=b"", timeout=120, cwd=None):
        return subprocess.run([self.program, *map(str, args)], input=stdin, capture_output=True, timeout=timeout, cwd=cwd)

    def fail(self, what, *files):
        self.failures += 1
        print(f"FAILURE: {what}", file=sys.stderr)
        for file in files:
            if Path(file).is_file():
                shutil.copy(file, self.kept / f"{self.failures}-{Path(file).name}")

    def row(self, name, tried, result, before):
        self.rows.append((name, tried, result, self.failures - before))
        print(f"{name}: {tried} tried, {result}, {self.failures - before} failures", file=sys.stderr)


# Certificates ---------------------------------------------------------------------------------------------------------------------

PROVED = [
    (".XO.", "j1997:first=white"), (".XO.", "j1989"), (".OO", "j1997:first=black"), ("XX.O/XXOO/..O.", "j1989"),
    (".X./XO./.O.", "ms-japanese"), (".X./XO./.O.", "aj2004"), ("X.O", "aj2004:score=area"), (".XOO./XX.OO", "ms-chinese"),
    ("XO./.OX", "ms-japanese:dead=opponent-first"), (".X.OO", "j1989:enable=none"), ("X.X/OO.", "j1997:first=white"),
]


def mutated(value, random):
    """The proof with one or several of its values altered, doubled, dropped or exchanged."""
    places = []

    def walk(node):
        keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else []
        for key in keys:
            places.append((node, key))
            walk(node[key])

    walk(value)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        node, key = random.choice(places)
        if isinstance(node, list) and key >= len(node) or isinstance(node, dict) and key not in node:
            continue
        old, kind = node[key], random.randrange(6)
        if kind == 0 and isinstance(node, list):
            node.insert(key, json.loads(json.dumps(old)))
        elif kind == 1:
            del node[key]
        elif kind == 2:
            other, at = random.choice(places)
            try:
                node[key] = json.loads(json.dumps(other[at]))
            except (IndexError, KeyError):
                pass
        elif isinstance(old, bool):
            node[key] = not old
        elif isinstance(old, int):
            node[key] = random.choice((old + 1, old - 1, -old, 0, 2**32 - 1, 2**32, old * 2))
        elif isinstance(old, str) and old:
            text = list(old)
            at = random.randrange(len(text))
            text[at] = random.choice("XO.BWXO.BW ABCD1234-/")
            node[key] = "".join(text)
    return value


def forged(value, random):
    """A proof of another verdict: the outcome, a status or a claim is turned, and what it rests on is made to fit."""
    verdict = value["verdict"]
    outcome = verdict.get("outcome")
    change = random.choice((-2, -1, 1, 2))
    if isinstance(outcome, int):
        verdict["outcome"] = outcome + change
        for claim in verdict.get("claims") or []:
            if random.random() < 0.8 and isinstance(claim.get("value"), int):
                claim["value"] += change
    kind = random.randrange(4)
    for claim in value["claims"]:
        says = claim.get("claim", {})
        if kind == 0 and isinstance(says.get("value"), int):
            says["value"] += change
        elif kind == 1 and random.random() < 0.5:
            claim["holds"] = not claim.get("holds", True)
        elif kind == 2:
            for state in claim.get("strategy", []):
                if "move" in state and random.random() < 0.2:
                    state["move"] = random.choice(("pass", "A1", "B1", "C1", "A2", "B2"))
                if "rank" in state and random.random() < 0.2:
                    state["rank"] = random.choice((1, 0, 2**32 - 1, state["rank"] + 1))
        elif kind == 3 and claim.get("strategy"):
            other = random.choice(value["claims"])
            claim["strategy"] = json.loads(json.dumps(other.get("strategy", [])))
    for string in verdict.get("strings") or []:
        if random.random() < 0.3 and isinstance(string, dict) and "status" in string:
            string["status"] = random.choice(("alive", "dead"))
    return value


def written(value):
    """In the layout of the program: an object or a list of the first levels on lines of its own, what is below on one line."""
    short = functools.partial(json.dumps, separators=(",", ":"))
    if not isinstance(value, dict) or not isinstance(value.get("claims"), list):
        return short(value).encode()
    head = [f'{short(k)}: {short(v)}' for k, v in value.items() if k != "claims"]
    claims = []
    for claim in value["claims"]:
        if not isinstance(claim, dict):
            claims.append(short(claim))
            continue
        parts = []
        for key, v in claim.items():
            if key == "strategy" and isinstance(v, list):
                parts.append('"strategy": [\n' + ",\n".join(map(short, v)) + "\n]")
            else:
                parts.append(f"{short(key)}: {short(v)}")
        claims.append("{\n" + ",\n".join(parts) + "\n}")
    return ("{\n" + ",\n".join(head + ['"claims": [\n' + ",\n".join(claims) + "\n]"]) + "\n}\n").encode()


def checked(attack, name, number, made, wrong, shows):
    """Has so many files checked: `made` gives a proof and what became of it, `wrong` says what is wrong with one that is accepted."""
    folder = Path(tempfile.mkdtemp())
    before, accepted, refused, none = attack.failures, 0, 0, 0

    def one(at):
        text, new = made(random.Random(f"{attack.seed}/{name}/{at}"))
        file = folder / f"{at}.json"
        file.write_bytes(new)
        return at, new != text, file, attack.run("check-proof", file)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for at, other, file, done in pool.map(one, range(attack.times(number))):
            if done.returncode not in (0, 1, 2) or CONTROL.search(done.stdout + done.stderr):
                attack.fail(f"{name} {at}: status {done.returncode}: {done.stdout[:200]} {done.stderr[:300]}", file)
            elif done.returncode == 0:
                accepted += other
                says = wrong(json.loads(file.read_bytes()))
                if says:
                    attack.fail(f"{name} {at}: accepted, and {says}", file)
            elif done.returncode == 1:
                refused += 1
            else:
                none += 1
            file.unlink()
    result = f"{refused} refused in a state, {none} no proof, {accepted} accepted with {shows}"
    attack.row(name, attack.times(number), result, before)
    shutil.rmtree(folder)


def certificates(attack):
    proofs = []
    for board, rules in PROVED:
        made = attack.run("prove", board, "--rules", rules)
        if made.returncode:
            sys.exit(f"attack: `prove {board} --rules {rules}` says {made.stderr.decode()}")
        proofs.append((board, rules, made.stdout))
    verdicts = {}

    def judged(board, rules):
        if (board, rules) not in verdicts:
            says = attack.run("judge", board, "--rules", rules, "--format", "json")
            verdicts[board, rules] = json.loads(says.stdout)["verdicts"][0] if says.returncode == 0 else None
        return verdicts[board, rules]

    def changed(change):
        def one(rng):
            _, _, text = rng.choice(proofs)
            if change is not mutated or rng.random() >= 0.3:
                return text, written(change(json.loads(text), rng))
            bytes_of = bytearray(text)
            for _ in range(rng.choice((1, 1, 2, 8))):
                bytes_of[rng.randrange(len(bytes_of))] = rng.choice(b'XO.BW0123456789"{}[],: -\n\x1b\xff')
            return text, bytes(bytes_of)

        return one

    def shown(value):
        true = judged(value["board"], value["rules"])
        same = true is not None and all(value["verdict"].get(k) == true.get(k) for k in ("outcome", "strings", "points"))
        return None if same else f"judge says {true}"

    for name, change in (("altered certificates", mutated), ("forged certificates", forged)):
        checked(attack, name, 12_000, changed(change), shown, "the verdict of `judge`")


# Values ---------------------------------------------------------------------------------------------------------------------------

VALUED = [
    (".....", "B", "aga-area"), (".....", "W", "tromp-taylor"), (".X.O.", "B", "ms-japanese"), ("../..", "B", "tromp-taylor"),
    ("..X/O..", "B", "aj2004"), (".../...", "W", "aga-territory"), ("....", "B", "j1989"), ("./.", "B", "j1997"), (".../...", "B", "ms-chinese"),
]


def claimed(value, random):
    """A certificate of another value: promises are made to fit, and sometimes an answer is dropped or another one taken."""
    by = random.choice((-2, -1, 1, 2))
    value["value"] += by
    for side in ("black", "white"):
        for name in (side, f"{side}-steps"):
            items = value.get(name, [])
            for item in items:
                if (by > 0) == (side == "black") and random.random() < 0.9:
                    item["promise"] += by
                after = item.get("after", {})
                if after and random.random() < 0.05:
                    del after[random.choice(list(after))]
                    if not after:
                        del item["after"]
                for move in after:
                    if random.random() < 0.05:
                        after[move] = random.randrange(len(items))
                if "move" in item and random.random() < 0.05:
                    item["move"] = random.choice(("pass", "A1", "B1", "C1", "A2", "B2"))
    return value


def written_value(value):
    """In the layout of the program: a member a line, and an entry or a step a line."""
    short = functools.partial(json.dumps, separators=(",", ":"))
    if not isinstance(value, dict):
        return short(value).encode()
    lists = lambda v: "[\n" + ",\n".join(map(short, v)) + "\n]" if isinstance(v, list) else short(v)
    return ("{\n" + ",\n".join(f"{short(k)}: {lists(v)}" for k, v in value.items()) + "\n}\n").encode()


def values(attack):
    proofs = []
    for board, mover, rules in VALUED:
        made = attack.run("prove", board, "--value", "--to-move", mover, "--rules", rules)
        if made.returncode:
            sys.exit(f"attack: `prove {board} --value --to-move {mover} --rules {rules}` says {made.stderr.decode()}")
        proofs.append(made.stdout)
    known = {}

    def true(proof):
        key = tuple(proof.get(k) for k in ("board", "to-move", "rules"))
        if key not in known:
            says = attack.run("value", key[0], "--to-move", key[1], "--rules", key[2], "--format", "json", "-q")
            known[key] = json.loads(says.stdout)["values"][key[2]]["value"] if says.returncode == 0 else None
        return known[key]

    def changed(change):
        def one(rng):
            text = rng.choice(proofs)
            return text, written_value(change(json.loads(text), rng))

        return one

    def shown(proof):
        return None if proof["value"] == true(proof) else f"value says {true(proof)}"

    for name, change in (("altered certificates of values", mutated), ("forged certificates of values", claimed)):
        checked(attack, name, 6_000, changed(change), shown, "the value of `value`")


# Inputs ---------------------------------------------------------------------------------------------------------------------------


def altered(data, random):
    data = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4, 16, 64))):
        at = random.randrange(len(data) + 1)
        kind = random.randrange(6)
        if kind == 0:
            data[at:at] = bytes(random.choice(b"()[];\\:BWXO.aszt\r\n\t \x00\x1b\xc2\x9b\xe2\x80\xae\"'=#$|") for _ in range(random.choice((1, 3, 20))))
        elif kind == 1:
            del data[at : at + random.choice((1, 2, 10, 200))]
        elif kind == 2 and data:
            data[min(at, len(data) - 1)] ^= 1 << random.randrange(8)
        elif kind == 3:
            data[at:at] = data[at : at + random.choice((4, 40, 400))] * random.choice((1, 2, 50))
        elif kind == 4:
            data[at:at] = random.choice((b"AB[aa:ss]", b"SZ[99]", b"SZ[1:19]", b"KM[1e308]", b"HA[-1]", b";B[tt]", b"(;", b"C[\x1b[2J]", b"99999999999999999999", b"[[case]]\n", b"name = \"\\u001b[2J\"\n"))
        else:
            other = random.randrange(len(data) + 1)
            data[at:at] = data[other : other + 30]
    return bytes(data)


def slightly_altered(data, random):
    """With one character exchanged for another of the same file: often still what the program reads."""
    data = bytearray(data)
    for _ in range(random.choice((0, 1, 1, 2))):
        if data:
            data[random.randrange(len(data))] = random.choice(data)
    return bytes(data)


def random_board(random):
    rows, columns = random.choice(((1, 5), (2, 3), (3, 3), (4, 4), (5, 5), (1, 1), (9, 9), (19, 19), (3, 20)))
    lines = ["".join(random.choice(".XO") for _ in range(columns)) for _ in range(rows)]
    return random.choice(("/", "\n", "\r\n")).join(lines).encode()


def inputs(attack):
    records = sorted((ROOT / "cases" / "records").glob("*.sgf")) + sorted((ROOT / "fuzz/corpus/sgf").iterdir())
    toml = sorted((ROOT / "cases").glob("*.toml"))
    boards = sorted((ROOT / "fuzz/corpus/board").iterdir()) + sorted((ROOT / "fuzz/corpus/dollars").iterdir())
    scripts = sorted((ROOT / "fuzz/corpus/script").iterdir())
    ways = [
        ("judge a board", boards, lambda f: ("judge", f, "--time", "1s", "--budget", "500")),
        ("judge a game", records, lambda f: ("judge", f, "--time", "1s", "--budget", "500")),
        ("replay a game", records, lambda f: ("replay", f, "--agree", "best-play", "--time", "1s", "--budget", "500")),
        ("replay a script", scripts, lambda f: ("replay", f)),
        ("cases", toml, lambda f: ("cases", f, "--budget", "200")),
    ]
    before, folder, statuses = attack.failures, Path(tempfile.mkdtemp()), {}
    number = attack.times(24_000)

    def one(at):
        rng = random.Random(f"{attack.seed}/inputs/{at}")
        name, files, command = ways[4] if at % 100 == 0 else rng.choice(ways[:4])
        source = rng.choice(files)
        file = folder / f"{at}{source.suffix}"
        data = random_board(rng) if name == "judge a board" and rng.random() < 0.7 else source.read_bytes()
        file.write_bytes(slightly_altered(data, rng) if rng.random() < 0.5 else altered(data, rng))
        try:
            return at, name, file, attack.run(*command(file), timeout=300)
        except subprocess.TimeoutExpired:
            return at, name, file, None

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for at, name, file, done in pool.map(one, range(number)):
            if done is None:
                attack.fail(f"inputs {at}, {name}: no end in 300 s", file)
            elif done.returncode not in (0, 1, 2) or CONTROL.search(done.stdout) or CONTROL.search(done.stderr.replace(b"\r", b"")):
                attack.fail(f"inputs {at}, {name}: status {done.returncode}: {done.stderr[:400]}", file)
            else:
                statuses[done.returncode] = statuses.get(done.returncode, 0) + 1
            file.unlink(missing_ok=True)
    shutil.rmtree(folder)
    attack.row("altered boards, games, scripts, cases", number, f"{statuses.get(0, 0)} answered, {statuses.get(1, 0) + statuses.get(2, 0)} refused", before)


# GTP ------------------------------------------------------------------------------------------------------------------------------


def line_of_gtp(rng):
    points = [c + str(r) for c in "ABCDEFGHJ" for r in range(1, 10)]
    colour = rng.choice(("b", "w", "black", "white", "B", "W", "green", ""))
    point = rng.choice((rng.choice(points), rng.choice(points), "pass", "resign", "I5", "Z99", "A0", "", "a1"))
    command = rng.choice((
        f"play {colour} {point}", f"play {colour} {point}", f"play {colour} {point}", f"is_legal {colour} {point}", "undo", "showboard",
        "clear_board", f"boardsize {rng.choice((0, 1, 2, 3, 5, 9, 19, 20, 25, 26, -1, 'x', 99999999999))}", f"komi {rng.choice((6.5, -1, 'x', 'nan', 1e308))}",
        "final_score", "final_status_list dead", "list_stones black", f"captures {colour}", f"all_legal {colour}", "list_commands", "name",
        f"known_command {rng.choice(('play', 'nothing'))}", f"fixed_handicap {rng.choice((0, 2, 9, 10, -3))}", f"set_free_handicap {point} {point}",
        f"kata-set-rules {rng.choice(('japanese', 'tromp-taylor', '{}', ''))}", f"loadsgf {rng.choice(('/dev/zero', '/nowhere', '/proc/self/mem'))}",
        f"rectangular_boardsize {rng.randrange(-1, 22)} {rng.randrange(-1, 22)}", "reg_genmove b", f"genmove {colour}", "printsgf", "\x1b[2J", "\u202e play",
    ))
    number = rng.choice(("", "", f"{rng.randrange(10**rng.choice((1, 9, 30)))} "))
    noise = rng.choice(("", "", "", " # comment", "\r", "\t", " " * 50, "\x07"))
    line = f"{number}{command}{noise}".encode()
    if rng.random() < 0.05:
        line = altered(line, rng).replace(b"\n", b" ")
    return line


def counted(line):
    """Whether GTP wants an answer: what is left without comment and control characters is not empty."""
    text = bytes(b for b in line if b >= 32 and b != 127 or b == 9).split(b"#")[0].replace(b"\t", b" ").strip()
    return bool(text)


def gtp(attack):
    before, sessions, lines_each = attack.failures, attack.times(210), 1000
    answers = 0

    def one(at):
        rng = random.Random(f"{attack.seed}/gtp/{at}")
        lines = [line for line in (line_of_gtp(rng) for _ in range(lines_each)) if not re.match(rb"\s*\d*\s*quit", line)]
        rules = rng.choice(("j1989", "ms-japanese", "aj2004", "tromp-taylor", "aga-area"))
        with tempfile.TemporaryDirectory() as folder:
            done = attack.run("gtp", "--rules", rules, "--time", "1s", "--budget", "200", stdin=b"\n".join(lines + [b"quit", b""]), timeout=1200, cwd=folder)
        return at, sum(map(counted, lines)) + 1, done

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for at, wanted, done in pool.map(one, range(sessions)):
            given = [a for a in done.stdout.replace(b"\r", b"").split(b"\n\n") if a]
            answers += len(given)
            wrong = [a for a in given if a[:1] not in b"=?"]
            if done.returncode or len(given) != wanted or wrong or CONTROL.search(done.stdout.replace(b"\r", b"")):
                attack.fail(f"gtp session {at}: status {done.returncode}, {wanted} commands, {len(given)} answers, {wrong[:1]}, {done.stderr[-300:]}")
    attack.row("GTP lines, hostile and true", sessions * lines_each, f"{answers} answers to as many commands", before)


# Kills ----------------------------------------------------------------------------------------------------------------------------


def bytes_under(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(Path(folder).rglob("*")) if p.is_file() and not p.name.endswith(".lock")}


def kills(attack):
    jobs = [
        ("solve", lambda d: ("solve", "3x3", "--rules", "j1989,ms-japanese,aj2004", "--out", d / "tables"), "--resume"),
        ("sample", lambda d: ("sample", "3x4", "--n", "400", "--seed", "3", "--rules", "j1989,ms-japanese", "--budget", "5000", "--out", d / "sample.txt"), "--resume"),
        ("table", lambda d: ("table", "3x3", "--rules", "j1989,j1997", "--out", d / "table.jsonl"), "--force"),
        ("diverge", lambda d: ("diverge", "2x4", "--out", d / "report"), "--force"),
    ]
    before, killed, ended = attack.failures, 0, 0
    rng = random.Random(f"{attack.seed}/kills")
    for name, command, again in jobs:
        with tempfile.TemporaryDirectory() as whole:
            whole = Path(whole)
            started = time.monotonic()
            done = attack.run(*command(whole), timeout=600)
            took = time.monotonic() - started
            if done.returncode:
                sys.exit(f"attack: {name} says {done.stderr.decode()}")
            wanted = bytes_under(whole)
        for at in range(attack.times(50)):
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                first = True
                for _ in range(rng.choice((1, 1, 2, 3))):
                    more = () if first and again != "--force" else (again,)
                    first = False
                    # A run that was killed before it wrote anything leaves nothing to go on with.
                    if again == "--resume" and more and not any(folder.iterdir()):
                        more = ()
                    process = subprocess.Popen([attack.program, *map(str, command(folder)), *more], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                    time.sleep(rng.uniform(0, took * 1.1))
                    if process.poll() is None:
                        process.kill()
                        killed += 1
                    else:
                        ended += 1
                    process.communicate()
                more = ("--force",) if again == "--force" else ("--resume",) if any(folder.iterdir()) else ()
                if again == "--resume" and name == "sample" and (folder / "sample.txt").exists():
                    more = ("--force",)
                # What a dead run left is taken for left behind after a minute.
                for part in folder.rglob(".shinpan-*.part"):
                    os.utime(part, (time.time() - 120,) * 2)
                done = attack.run(*command(folder), *more, timeout=600)
                found = bytes_under(folder)
                if done.returncode or found != wanted:
                    other = sorted(k for k in set(found) | set(wanted) if found.get(k) != wanted.get(k))
                    attack.fail(f"kills, {name} {at}: status {done.returncode}, other files {other}, {done.stderr[-300:]}")
    attack.row("runs killed (SIGKILL) and gone on with", killed, f"{ended} had ended before; all the same bytes in the end", before)


# Tables ---------------------------------------------------------------------------------------------------------------------------


def tables(attack):
    before, refused, same = attack.failures, 0, 0
    rng = random.Random(f"{attack.seed}/tables")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        command = ("solve", "2x3", "--rules", "j1989,ms-japanese,aj2004,j1997:first=black", "--out", folder / "t")
        done = attack.run(*command, timeout=600)
        if done.returncode:
            sys.exit(f"attack: solve says {done.stderr.decode()}")
        ask = ("diverge", "2x3", "--rules", "j1989,ms-japanese,aj2004,j1997:first=black", "--tables", folder / "t", "--full")
        wanted = attack.run(*ask)
        files = [p for p in sorted((folder / "t").rglob("*")) if p.is_file() and p.stat().st_size and not p.name.endswith(".lock")]
        number = attack.times(400)
        for at in range(number):
            file = rng.choice(files)
            data = file.read_bytes()
            new = bytearray(data)
            kind = rng.randrange(5)
            if kind == 0:
                new = new[: rng.randrange(len(new))]
            elif kind == 1:
                new += bytes(rng.randrange(256) for _ in range(rng.choice((1, 32, 1000))))
            elif kind == 2:
                new = bytearray()
            elif kind == 3:
                new = bytearray(rng.choice(files).read_bytes())
            else:
                for _ in range(rng.choice((1, 1, 3, 20))):
                    new[rng.randrange(len(new))] ^= 1 << rng.randrange(8)
            if bytes(new) == data:
                continue
            file.write_bytes(new)
            done = attack.run(*ask)
            if done.returncode == 2 and done.stderr and not CONTROL.search(done.stderr.replace(b"\r", b"")):
                refused += 1
            elif done.returncode == 0 and done.stdout == wanted.stdout:
                same += 1
            else:
                attack.fail(f"tables {at}, {file.name}: status {done.returncode}, {done.stderr[-300:]}", file)
            file.write_bytes(data)
        attack.row("corrupted tables", number, f"{refused} refused, {same} judged anew with the same report", before)


# Engines --------------------------------------------------------------------------------------------------------------------------

MODES = [
    "hangs", "dies", "dies-once", "late", "garbage", "garbage-before", "nonsense", "floods", "ten-megabytes", "wrong-id", "no-ids", "crlf",
    "lies-about-size", "ignores-quit", "allows-all", "no-undo", "scores-more", "nothing-dead", "exchanges-captures", "hostile-name",
    "no-boards", "no-3x3", "few-commands", "slow-start", "hangs-at-once",
]


def engines(attack):
    before, ends = attack.failures, {}
    plain = [
        ("/bin/true", "ends at once"), ("/bin/false", "fails at once"), ("/bin/cat", "repeats what it is told"), ("/usr/bin/yes", "says yes for ever"),
        ("sleep 1000", "says nothing"), ("cat /dev/zero", "zeros for ever"), ("cat /dev/urandom", "noise for ever"), ("/nowhere/engine", "is not there"),
        ("sh -c 'exec >&-; sleep 1000'", "closes its output"), ("sh -c 'exec <&-; sleep 1000'", "closes its input"), ("sh -c 'kill -9 $$'", "kills itself"),
        ("sh -c 'yes \"= \" | tr -d \"\\n\"'", "a line without end"), ("sh -c 'while read l; do echo \"= \"; echo; echo; done'", "agrees with all"),
        ("sh -c 'while read l; do echo \"? no\"; echo; done'", "refuses all"), ("sh -c 'trap \"\" TERM INT HUP; sleep 1000'", "ignores signals"),
    ]
    names = [(f"{sys.executable} {ROOT / 'tests/engines/misbehaving.py'} {mode} {attack.program} gtp --rules j1989", mode) for mode in MODES]
    everything = [e for at, e in enumerate(names + plain) if attack.scale >= 1 or at % round(1 / attack.scale) == 0]
    for command, name in everything:
        with tempfile.TemporaryDirectory() as folder:
            pids = Path(folder) / "pids"
            variables = dict(os.environ, PIDS=str(pids), ASKED=str(Path(folder) / "asked"), ONCE=str(Path(folder) / "once"))
            mark = f"SHINPAN_ATTACK={os.getpid()}-{name.replace(' ', '-')}"
            variables.update([mark.split("=", 1)])
            args = [attack.program, "check", "--engine", command, "--rules", "j1989", "--board", "3x3", "--budget", "10", "--out", str(Path(folder) / "r")]
            args += ["--timeout", "2"]
            process = subprocess.Popen(args, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=variables)
            interrupted = False
            try:
                out, err = process.communicate(timeout=40)
            except subprocess.TimeoutExpired:
                interrupted = True
                process.send_signal(signal.SIGINT)
                try:
                    out, err = process.communicate(timeout=10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    out, err = process.communicate()
                    attack.fail(f"engine that {name}: no end 10 s after an interrupt")
                    continue
            ends[process.returncode] = ends.get(process.returncode, 0) + 1
            if process.returncode not in ((0, 1, 2, 130) if interrupted else (0, 1, 2)) or CONTROL.search(out) or CONTROL.search(err.replace(b"\r", b"")):
                attack.fail(f"engine that {name}: status {process.returncode}, {err[-300:]}")
            time.sleep(0.2)
            left = []
            for entry in Path("/proc").glob("[0-9]*/environ"):
                try:
                    if mark.encode() in entry.read_bytes().split(b"\0"):
                        left.append(int(entry.parts[2]))
                except OSError:
                    pass
            if left:
                attack.fail(f"engine that {name}: processes {left} left")
                for pid in left:
                    os.kill(pid, signal.SIGKILL)
    said = ", ".join(f"status {status}: {count}" for status, count in sorted(ends.items()))
    attack.row("hostile engines", len(everything), said, before)


CLASSES = {"certificates": certificates, "values": values, "inputs": inputs, "gtp": gtp, "kills": kills, "tables": tables, "engines": engines}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program, built for release")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--only", default=",".join(CLASSES))
    args = parser.parse_args()
    kept = tempfile.mkdtemp(prefix="attack-")
    attack = Attack(args.program, args.seed, args.scale, kept)
    for name in args.only.split(","):
        CLASSES[name](attack)
    print("| tried | times | came to | failures |\n|---|---:|---|---:|")
    for name, tried, result, failed in attack.rows:
        print(f"| {name} | {tried:,} | {result} | {failed} |")
    if attack.failures:
        print(f"files of failures: {kept}", file=sys.stderr)
        return 1
    shutil.rmtree(kept)
    return 0


if __name__ == "__main__":
    sys.exit(main())
