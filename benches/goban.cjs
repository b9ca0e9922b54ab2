// Plays one game over and over in goban, the library of online-go.com, for benches/peers.py: {size, plays: [[x, y], ...], games} as
// JSON on standard input, {seconds, board} on standard output; x from the left, y from the top.
"use strict";

// The package is made for browsers and looks at the page when it is loaded; its rules do not. Whatever it asks of a page is nothing.
const nothing = new Proxy(function () {}, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => "" : nothing),
    apply: () => nothing,
    construct: () => nothing,
});
Object.assign(globalThis, { self: globalThis, window: nothing, document: nothing, CSSStyleSheet: undefined });
const { GobanEngine } = require(require.resolve("goban", { paths: [process.argv[2]] }));

const { size, plays, games } = JSON.parse(require("fs").readFileSync(0, "utf8"));
let engine;
const start = process.hrtime.bigint();
for (let game = 0; game < games; game++) {
    engine = new GobanEngine({ width: size, height: size, rules: "chinese" });
    // Ko and superko are errors, as is a point that is taken or suicide.
    for (const [x, y] of plays) engine.place(x, y, true, true);
}
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
console.log(JSON.stringify({ seconds, board: engine.board, moves: engine.cur_move.move_number }));
process.exit(0);
