// GTP for godash (npm): boards by `addMove` and `isLegalMove`; the ko point is what `followupKo` says of the last move. It has no passes of
// its own (a pass leaves the board as it is), no captures and no score.
import { serve, Refused, COLUMNS, point, player } from "../../../examples/library_gtp.mjs";
import { library } from "./library.mjs";

const [{ Board, Coordinate, Move, BLACK, WHITE, addMove, isLegalMove, followupKo }, version] = library("godash");
const colour = (who) => (player(who) === "b" ? BLACK : WHITE);
let size = 19, states;

const start = () => { states = [{ board: Board(size), ko: null }]; };
const now = () => states.at(-1);
const move = (who, at) => Move(Coordinate(...at), colour(who));
const legal = (made) => !now().board.moves.has(made.coordinate) && isLegalMove(now().board, made) && !(now().ko && now().ko.equals(made.coordinate));
start();
await serve("godash", version, {
  boardsize(n) {
    if (!(n >= 2 && n <= 19)) throw new Refused("unacceptable size");
    size = Number(n);
    start();
  },
  clear_board: start,
  komi() {},
  play(who, name) {
    const at = point(name, size);
    if (at === null) return void states.push({ board: now().board, ko: null });
    const made = move(who, at);
    if (!legal(made)) throw new Refused("illegal move");
    states.push({ board: addMove(now().board, made), ko: followupKo(now().board, made) });
  },
  undo() {
    if (states.length === 1) throw new Refused("cannot undo");
    states.pop();
  },
  is_legal: (who, name) => (legal(move(who, point(name, size))) ? "1" : "0"),
  list_stones: (who) => [...now().board.moves.entries()].filter(([, c]) => c === colour(who)).map(([c]) => COLUMNS[c.x] + (size - c.y)).join(" "),
});
