// A small library of Go, and a shim for it by the base in `examples/`: `tiny.mjs [MODE...]`. Its rules are those of Tromp and Taylor. MODE
// is `touched` (captured strings count by touch), `ends` (it takes nothing after two passes), `no-pass` (it has no passes),
// `alternates` (no player moves twice in a row) or `one-size` (it has 9x9 alone).
import { serve, Refused, COLUMNS, point, player, margin } from "../../examples/library_gtp.mjs";

const MODE = process.argv.slice(2);
const is = (mode) => MODE.includes(mode);
let size = 9, board, before, taken, last, passes;

function start() {
  board = ".".repeat(size * size);
  [before, taken, last, passes] = [[board], { b: 0, w: 0 }, "w", 0];
}

const around = (p) => [p % size > 0 && p - 1, p % size < size - 1 && p + 1, p >= size && p - size, p + size < size * size && p + size].filter((q) => q !== false);

// A string, or a region of empty points, and what it borders on.
function string(on, p) {
  const found = new Set([p]), border = new Set();
  for (const q of found) for (const r of around(q)) on[r] === on[p] ? found.add(r) : border.add(on[r]);
  return [[...found], border];
}

// The board after a play and the stones that it takes; null if the rules refuse it.
function after(who, p) {
  if (board[p] !== ".") return null;
  const put = (on, points, what) => points.reduce((b, q) => b.slice(0, q) + what + b.slice(q + 1), on);
  let next = put(board, [p], who), count = 0;
  for (const q of around(p)) {
    if (next[q] === "." || next[q] === who) continue;
    const [stones, border] = string(board, q).map((part, i) => (i ? string(next, q)[1] : part));
    if (border.has(".")) continue;
    count += stones.length;
    if (!is("touched")) next = put(next, stones, ".");
  }
  if (is("touched")) for (const q of around(p)) if (next[q] !== "." && next[q] !== who && !string(next, q)[1].has(".")) next = put(next, string(next, q)[0], ".");
  if (!string(next, p)[1].has(".")) next = put(next, string(next, p)[0], ".");
  return before.includes(next) ? null : [next, count];
}

const place = (name) => { const at = point(name, size); return at && at[1] * size + at[0]; };
const named = (p) => COLUMNS[p % size] + (size - Math.floor(p / size));
const all = () => [...Array(size * size).keys()];

start();
await serve("tiny", "1", {
  boardsize(n) {
    if (is("one-size") ? n !== "9" : !(n >= 2 && n <= 19)) throw new Refused("unacceptable size");
    size = Number(n);
    start();
  },
  clear_board: start,
  komi() {},
  play(who, name) {
    who = player(who);
    if (is("alternates") && who === last) throw new Refused("not this player's turn");
    if (is("ends") && passes === 2) throw new Refused("the game is over");
    const p = place(name);
    if (p === null) {
      if (is("no-pass")) throw new Refused("this library has no passes");
      passes += 1;
    } else {
      const made = after(who, p);
      if (!made) throw new Refused("illegal move");
      [board, passes] = [made[0], 0];
      taken[who] += made[1];
      before.push(board);
    }
    last = who;
  },
  is_legal: (who, name) => (place(name) === null || after(player(who), place(name)) ? "1" : "0"),
  list_stones: (who) => all().filter((p) => board[p] === player(who)).map(named).join(" "),
  captures: (who) => String(taken[player(who)]),
  final_score() {
    let score = 0;
    for (const p of all()) {
      const owners = board[p] === "." ? [...string(board, p)[1]].filter((c) => c !== ".") : [board[p]];
      if (owners.length === 1) score += owners[0] === "b" ? 1 : -1;
    }
    return margin(score);
  },
});
