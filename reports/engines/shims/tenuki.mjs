// GTP for tenuki (npm), without a renderer: `tenuki.mjs KO SCORING`, as its options name them. It alternates, and ends after two passes.
import { serve, Refused, COLUMNS, point, player, margin } from "../../../examples/library_gtp.mjs";
import { library } from "./library.mjs";

const [tenuki, version] = library("tenuki");
const [koRule, scoring] = process.argv.slice(2);
const NAMES = { b: "black", w: "white" };
let boardSize = 19, game;

const start = () => { game = new tenuki.Game({ boardSize, koRule, scoring }); };
const turn = (who) => {
  if (NAMES[player(who)] !== game.currentPlayer()) throw new Refused("not this player's turn");
};
start();
await serve("tenuki", version, {
  boardsize(n) {
    if (!(n >= 2 && n <= 19)) throw new Refused("unacceptable size");
    boardSize = Number(n);
    start();
  },
  clear_board: start,
  komi() {},
  play(who, name) {
    const at = point(name, boardSize);
    turn(who);
    if (!(at === null ? game.pass() : game.playAt(at[1], at[0]))) throw new Refused("illegal move");
  },
  undo() {
    if (game.moveNumber() === 0) throw new Refused("cannot undo");
    game.undo();
  },
  is_legal(who, name) {
    const at = point(name, boardSize);
    turn(who);
    return at === null || !game.isIllegalAt(at[1], at[0]) ? "1" : "0";
  },
  list_stones: (who) => game.intersections().filter((i) => i.value === NAMES[player(who)]).map((i) => COLUMNS[i.x] + (boardSize - i.y)).join(" "),
  // It counts whose stones were taken.
  captures: (who) => String(game.currentState()[player(who) === "b" ? "whiteStonesCaptured" : "blackStonesCaptured"]),
  final_score() {
    const { black, white } = game.score();
    return margin(black - white);
  },
});
