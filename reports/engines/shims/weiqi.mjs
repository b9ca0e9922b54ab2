// GTP for weiqi (npm). It alternates, ends after two passes, and its games are values: undoing goes back to the one before.
import { serve, Refused, COLUMNS, point, player, margin } from "../../../examples/library_gtp.mjs";
import { library } from "./library.mjs";

const [module, version] = library("weiqi");
const weiqi = module.default ?? module;
const NAMES = { b: "black", w: "white" };
let size = 19, games;

const start = () => { games = [weiqi.createGame(size)]; };
const now = () => games.at(-1);
const played = (who, at) => (at === null ? weiqi.pass(now(), NAMES[player(who)]) : weiqi.play(now(), NAMES[player(who)], [at[1], at[0]]));
start();
await serve("weiqi", version, {
  boardsize(n) {
    if (!(n >= 2 && n <= 19)) throw new Refused("unacceptable size");
    size = Number(n);
    start();
  },
  clear_board: start,
  komi() {},
  play(who, name) { games.push(played(who, point(name, size))); },
  undo() {
    if (games.length === 1) throw new Refused("cannot undo");
    games.pop();
  },
  is_legal(who, name) {
    try {
      played(who, point(name, size));
      return "1";
    } catch {
      return "0";
    }
  },
  list_stones(who) {
    const stones = now().get("board").get("stones").filter((c) => c === NAMES[player(who)]);
    return [...stones.keys()].map((p) => COLUMNS[p.get("j")] + (size - p.get("i"))).join(" ");
  },
  final_score: () => margin(weiqi.areaScore(now())),
});
