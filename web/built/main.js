// The page. The address says what is shown; everything else follows from it.
import { drawBoard, focusOn, well } from "./board.js";
import { beginClauses, showClause } from "./clauses.js";
import { beginDivergences, leaveDivergences, showDivergence } from "./divergences.js";
import { $, ask, el, said } from "./dom.js";
import { beginGames, leaveGame, showGame } from "./games.js";
import { beginSets, drawSets } from "./sets.js";
import { leave, showVerdicts } from "./verdicts.js";
import { begin, canUndo, go, goTo, read, undo } from "./view.js";
const WRONG = "a board has rows of X, O and ., all of one length, with / between";
const EXAMPLES = [
    ["Two stones on three points, explained", "guide=1&board=.OO&rules=j1989;j1989:enable=none&prisoners=level"],
    ["Two stones in a corner, all rule sets", "board=.XX/XX./OO."],
    ["Dame left open: seki", "board=..X.O./XXX.OO/..X.O.&rules=j1989;ms-japanese;aj2004"],
    ["Three points without capturing", "board=.XXO./OXXOO/XOOO./XXXOO/XXXXX/.X.XX&rules=j1989;j1989:enable=enclosed;ms-japanese"],
    ["Bent four in the corner", "board=XXXXXX./OOXXXXX/.OOOOX./XXX.OXX&rules=j1989;ms-japanese;aj2004"],
    ["A cycle that only a rule on repetition ends", "board=...../..O.X&rules=aj2004;j1989;ms-japanese"],
    ["Every position of 2x3 on which two readings of 1989 part", "diverge=2x3&rules=j1989;j1989:enable=none"],
];
/** Puts a stone, or the next of black, white and none. */
const put = (r, c, stone) => {
    const rows = read().board.split("/");
    const next = stone ?? { ".": "X", X: "O", O: "." }[rows[r][c]];
    rows[r] = rows[r].slice(0, c) + next + rows[r].slice(c + 1);
    const held = document.activeElement?.closest("#board") !== null;
    goTo({ board: rows.join("/") });
    if (held)
        focusOn(r, c);
};
const resize = () => {
    const rows = read().board.split("/");
    const [height, width] = ["rows", "cols"].map((id) => Math.min(19, Math.max(1, Math.trunc(Number($(id).value)) || 1)));
    goTo({ board: Array.from({ length: height }, (_, r) => (rows[r] ?? "").slice(0, width).padEnd(width, ".")).join("/") });
};
let mode = "";
const show = async () => {
    const view = read();
    void showClause();
    const now = view.divergence !== null ? "divergences" : view.game !== null ? "game" : "position";
    if (now !== mode) {
        $("wrong").textContent = "";
        if (mode === "divergences")
            leaveDivergences();
        if (mode === "game")
            leaveGame();
        leave();
        mode = now;
    }
    for (const [id, name] of [["to-position", "position"], ["to-divergences", "divergences"], ["to-game", "game"]]) {
        if (name === now)
            $(id).setAttribute("aria-current", "page");
        else
            $(id).removeAttribute("aria-current");
    }
    for (const part of document.querySelectorAll("[data-in]"))
        part.hidden = !part.dataset.in.split(" ").includes(now);
    $("guide").hidden = !(view.guide && now === "position");
    $("prisoners").value = view.prisoners;
    $("undo").disabled = !canUndo();
    drawSets(view.rules, now === "divergences");
    if (now === "game") {
        await showGame();
        return;
    }
    let board = view.board;
    if (now === "divergences") {
        const shown = await showDivergence();
        if (shown === undefined || read().divergence === null)
            return;
        if (shown === null) {
            $("board").replaceChildren();
            leave();
            return;
        }
        board = shown;
    }
    const rows = board.split("/");
    if (!well(rows)) {
        $("wrong").textContent = WRONG;
        $("board").replaceChildren();
        leave();
        return;
    }
    if (now === "position")
        $("wrong").textContent = "";
    $("board").replaceChildren(drawBoard(rows, "the position, " + board, null, now === "position" ? put : null));
    for (const [id, value] of [["rows", rows.length], ["cols", rows[0].length], ["text", board]])
        $(String(id)).value = String(value);
    const { rules, prisoners } = read();
    showVerdicts(board, rules, prisoners);
};
const start = async () => {
    let there;
    try {
        there = await ask("texts");
    }
    catch (error) {
        $("wrong").textContent = said(error);
        return;
    }
    begin(there.defaults, () => void show());
    beginSets(there.texts, there.prisoners);
    beginClauses();
    beginDivergences(there.boards, there.defaults);
    beginGames(there.game);
    $("examples").replaceChildren(...EXAMPLES.map(([title, hash]) => el("li", {}, el("a", { href: "./#" + hash }, title))));
    $("to-position").addEventListener("click", (event) => {
        event.preventDefault();
        if (mode !== "position")
            go({ divergence: null, game: null, string: "", move: 0, board: $("text").value || ".../.../..." });
    });
    $("undo").addEventListener("click", undo);
    $("clear").addEventListener("click", () => goTo({ board: read().board.replace(/[XO]/g, ".") }));
    for (const id of ["rows", "cols"])
        $(id).addEventListener("change", resize);
    $("text").addEventListener("change", () => {
        const text = $("text").value.trim();
        if (well(text.split("/")))
            goTo({ board: text });
        else
            $("wrong").textContent = WRONG;
    });
    $("show-line").addEventListener("click", () => {
        go({ string: "0.B1", move: 1 });
        document.querySelector("#answer-0 [data-step=next]")?.focus();
        $("answer-0").scrollIntoView({ block: "nearest" });
    });
    $("show-clause").addEventListener("click", () => go({ clause: "j1989.7.1" }));
    await show();
};
void start();
