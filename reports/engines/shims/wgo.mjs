// GTP for the game logic of WGo.js (wgo, npm): `wgo.mjs RULES`, a name of its `rules`. Either player may move at any time; it does not end.
import { serve, Refused, COLUMNS, point, player } from "../../../examples/library_gtp.mjs";
import { library } from "./library.mjs";

const [wgo, version] = library("wgo");
const rules = wgo.goRules?.[process.argv[2]] ?? wgo.rules?.[process.argv[2]];
if (!rules) throw new Error(`no such rules among ${Object.keys(wgo)}`);
const [BLACK, WHITE] = [wgo.Color.BLACK, wgo.Color.WHITE];
const colour = (who) => (player(who) === "b" ? BLACK : WHITE);
let size = 19, game;

const start = () => { game = new wgo.Game(size, rules); };
const all = () => [...Array(size * size).keys()].map((n) => [n % size, Math.floor(n / size)]);
start();
await serve("wgo", version, {
  boardsize(n) {
    if (!(n >= 2 && n <= 19)) throw new Refused("unacceptable size");
    size = Number(n);
    start();
  },
  clear_board: start,
  komi() {},
  play(who, name) {
    const at = point(name, size);
    if (at === null) return void game.pass(colour(who));
    game.turn = colour(who);
    if (!game.play(...at)) throw new Refused("illegal move");
  },
  undo() {
    if (game.positionStack.length === 1) throw new Refused("cannot undo");
    game.popPosition();
  },
  is_legal(who, name) {
    game.turn = colour(who);
    return game.isValid(...point(name, size)) ? "1" : "0";
  },
  list_stones: (who) => all().filter((at) => game.getStone(...at) === colour(who)).map(([x, y]) => COLUMNS[x] + (size - y)).join(" "),
  captures: (who) => String(game.capCount[player(who) === "b" ? "black" : "white"]),
});
