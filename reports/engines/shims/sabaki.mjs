// GTP for @sabaki/go-board (npm). Its options that prevent overwriting, suicide and ko are on; it has no passes of its own (a pass leaves
// the board as it is) and no score.
import { serve, Refused, COLUMNS, point, player } from "../../../examples/library_gtp.mjs";
import { library } from "./library.mjs";

const [Board, version] = library("@sabaki/go-board");
const OPTIONS = { preventOverwrite: true, preventSuicide: true, preventKo: true };
const sign = (who) => (player(who) === "b" ? 1 : -1);
let size = 19, boards;

const start = () => { boards = [Board.fromDimensions(size)]; };
const board = () => boards.at(-1);
const all = () => board().signMap.flatMap((row, y) => row.map((_, x) => [x, y]));
start();
await serve("@sabaki/go-board", version, {
  boardsize(n) {
    if (!(n >= 2 && n <= 19)) throw new Refused("unacceptable size");
    size = Number(n);
    start();
  },
  clear_board: start,
  komi() {},
  play(who, name) {
    const at = point(name, size);
    boards.push(at === null ? board().clone() : board().makeMove(sign(who), at, OPTIONS));
  },
  undo() {
    if (boards.length === 1) throw new Refused("cannot undo");
    boards.pop();
  },
  is_legal(who, name) {
    const { overwrite, suicide, ko } = board().analyzeMove(sign(who), point(name, size));
    return overwrite || suicide || ko ? "0" : "1";
  },
  list_stones: (who) => all().filter((at) => board().get(at) === sign(who)).map(([x, y]) => COLUMNS[x] + (size - y)).join(" "),
  captures: (who) => String(board().getCaptures(sign(who))),
});
