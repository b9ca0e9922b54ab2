// The page. The address says what is shown; everything else follows from it.
import { beginAgreed, deadOn, leaveAgreed, showAgreed, toggle } from "./agreed.js";
import { beginPointing, drawBoard, focusOn, placeOf, well } from "./board.js";
import { beginClauses, showClause } from "./clauses.js";
import { beginDivergences, leaveDivergences, showDivergence } from "./divergences.js";
import { $, ask, button, copied, el, pixels, Refused, said, shown } from "./dom.js";
import { beginGames, gameOf, gameRows, leaveGame, showGame } from "./games.js";
import { learn } from "./names.js";
import { beginSets, drawSets } from "./sets.js";
import { leave, showVerdicts } from "./verdicts.js";
import { begin, beginUndo, canRedo, canUndo, go, goTo, read, redo, undo } from "./view.js";
import { beginWords, t } from "./words.js";
const EXAMPLES = [
    ["Two stones on three points, explained", "guide=1&board=.OO&rules=j1989;j1989:enable=none&prisoners=level"],
    ["Two stones in a corner, all rule sets", "board=.XX/XX./OO."],
    ["Dame left open: seki", "board=..X.O./XXX.OO/..X.O.&rules=j1989;ms-japanese;aj2004"],
    ["Three points without capturing", "board=.XXO./OXXOO/XOOO./XXXOO/XXXXX/.X.XX&rules=j1989;j1989:enable=enclosed;ms-japanese"],
    ["Bent four in the corner", "board=XXXXXX./OOXXXXX/.OOOOX./XXX.OXX&rules=j1989;ms-japanese;aj2004"],
    ["A cycle that only a rule on repetition ends", "board=...../..O.X&rules=aj2004;j1989;ms-japanese"],
    ["The end of a game on 9x9: mark the dead stones", "board=.X.XO.OO./XX.XOO.OO/.XXXXOOO./XX.XOO.OO/XXXXOOOO./..XXXOX.O/XXX.XOOOO/X.XXXOO.O/.XXXXXOO.&dead=G4"],
    ["Every position of 2x3 on which two readings of 1989 disagree", "diverge=2x3&rules=j1989;j1989:enable=none"],
];
/** What the next press puts. */
let tool = "next";
/** What a drag puts. */
let dragged = ".";
let mode = "";
/** The board that is drawn. */
let drawn = "";
let differs = [];
const rowsNow = () => read().board.split("/");
const put = (r, c, { stone, drag }) => {
    const rows = rowsNow();
    const { dead } = read();
    if (tool === "dead" && stone === null) {
        if (!drag)
            toggle(rows, r, c);
        return;
    }
    const next = { ".": "X", X: "O", O: "." }[rows[r][c]];
    // The right button puts a stone of the other colour, and White's where there is none.
    const other = tool === "O" ? "X" : "O";
    if (!drag)
        dragged = stone === "right" ? (rows[r][c] === other ? "." : other) : (stone ?? (tool === "next" ? next : tool === "dead" ? rows[r][c] : tool));
    if (rows[r][c] === dragged)
        return;
    rows[r] = rows[r].slice(0, c) + dragged + rows[r].slice(c + 1);
    const held = document.activeElement?.closest("#board") !== null && document.activeElement !== null;
    const left = dead?.filter((name) => { const [y, x] = placeOf(rows, name); return rows[y][x] !== "."; }) ?? null;
    goTo({ board: rows.join("/"), dead: left }, drag);
    if (held)
        focusOn(r, c);
};
const resize = () => {
    const rows = rowsNow();
    const [height, width] = ["rows", "cols"].map((id) => Math.min(19, Math.max(1, Math.trunc(Number($(id).value)) || 1)));
    goTo({ board: Array.from({ length: height }, (_, r) => (rows[r] ?? "").slice(0, width).padEnd(width, ".")).join("/"), dead: null });
};
/** Shows what was typed or pasted: a board in any form that the command line reads, or a game. */
const take = async () => {
    const field = $("text");
    const text = field.value.trim();
    $("wrong").textContent = "";
    if (text === "" || text === field.dataset.shown)
        return;
    if (well(text.split("/")))
        return goTo({ board: text, dead: null });
    try {
        const answer = await ask("read", { method: "POST", body: text });
        if (answer.game)
            goTo({ game: gameOf(new TextEncoder().encode(text)), dead: null });
        else {
            goTo({ board: answer.board, dead: null });
            shown(field, answer.board);
        }
    }
    catch (error) {
        $("wrong").textContent = error instanceof Refused ? error.message : said(error);
    }
};
const drawFields = () => {
    const { board, prisoners, komi, dead } = read();
    const rows = board.split("/");
    const focused = document.activeElement;
    for (const [id, value] of [["rows", String(rows.length)], ["cols", String(rows[0].length)], ["text", board], ["komi", komi]])
        shown($(id), value);
    const told = prisoners.includes(",");
    $("prisoners").value = told ? "told" : prisoners;
    $("told").hidden = !told;
    if (told)
        for (const [n, id] of ["by-black", "by-white"].entries())
            shown($(id), prisoners.split(",")[n]);
    focused?.focus?.({ preventScroll: true });
    for (const node of document.querySelectorAll("[data-tool]"))
        node.setAttribute("aria-pressed", String(node.dataset.tool === tool));
    $("hint").textContent = tool === "dead" ? t("Press a string: dead, and again: alive. The counts follow under “If the players agree”.")
        : dead !== null ? t("Dead strings are faded. Choose “Dead or alive” to change them.") : t("Press a point, drag, or use the right button for White; or move with the arrow keys and type X, O or a full stop.");
};
/** The board of the view; where verdicts differ is outlined when it is known. */
const drawMain = (board, now) => {
    const rows = board.split("/");
    const { dead } = read();
    $("board").replaceChildren(drawBoard(rows, t("the position, {board}", { board }), { large: true, differs, dead: deadOn(rows, dead), press: now === "position" ? put : undefined }));
};
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
        leaveAgreed();
        tool = "next";
        differs = [];
        mode = now;
        document.body.dataset.mode = now;
    }
    for (const [id, name] of [["to-position", "position"], ["to-divergences", "divergences"], ["to-game", "game"]]) {
        if (name === now)
            $(id).setAttribute("aria-current", "page");
        else
            $(id).removeAttribute("aria-current");
    }
    for (const part of document.querySelectorAll("[data-in]"))
        part.hidden = !part.dataset.in.split(" ").includes(now);
    const guide = view.guide && now === "position";
    // Who is led through an example has no need of the fields.
    if ($("guide").hidden === guide)
        $("fields").open = !guide;
    $("guide").hidden = !guide;
    $("undo").disabled = !canUndo();
    $("redo").disabled = !canRedo();
    drawSets(view.rules, now === "divergences");
    if (now === "game") {
        await showGame();
        return;
    }
    let board = view.board;
    if (now === "divergences") {
        const found = await showDivergence();
        if (found === undefined || read().divergence === null)
            return;
        if (found === null) {
            $("board").replaceChildren();
            leave();
            return;
        }
        board = found;
    }
    if (!well(board.split("/"))) {
        $("wrong").textContent = t("a board has rows of X, O and ., all of one length, with / between");
        $("board").replaceChildren();
        leave();
        leaveAgreed();
        return;
    }
    if (now === "position")
        $("wrong").textContent = "";
    if (drawn !== board)
        differs = [];
    drawn = board;
    drawMain(board, now);
    const { rules, prisoners, komi } = read();
    if (now === "position") {
        drawFields();
        void showAgreed({ board, prisoners, komi });
    }
    showVerdicts(board, rules, prisoners, now === "position" ? komi : "0");
};
const beginFields = () => {
    for (const id of ["rows", "cols"])
        $(id).addEventListener("change", resize);
    const text = $("text");
    text.addEventListener("change", () => void take());
    text.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.shiftKey)
            return;
        event.preventDefault();
        void take();
    });
    text.addEventListener("paste", () => setTimeout(() => void take(), 0));
    $("komi").addEventListener("change", () => {
        const komi = $("komi").value.trim().replace(",", ".") || "0";
        if (Number.isFinite(Number(komi)))
            go({ komi: String(Number(komi)) });
        else
            $("wrong").textContent = t("komi is a number such as 6.5");
    });
    const prisoners = $("prisoners");
    prisoners.addEventListener("change", () => go({ prisoners: prisoners.value === "told" ? "0,0" : prisoners.value }));
    for (const id of ["by-black", "by-white"])
        $(id).addEventListener("change", () => {
            const taken = ["by-black", "by-white"].map((id) => Math.max(0, Math.trunc(Number($(id).value)) || 0));
            go({ prisoners: taken.join(",") });
        });
    for (const node of document.querySelectorAll("[data-tool]"))
        node.addEventListener("click", () => {
            tool = node.dataset.tool;
            if (tool === "dead" && read().dead === null)
                go({ dead: [] });
            else {
                drawFields();
            }
        });
    $("undo").addEventListener("click", undo);
    $("redo").addEventListener("click", redo);
    $("clear").addEventListener("click", () => goTo({ board: read().board.replace(/[XO]/g, "."), dead: null }));
};
const beginCopying = () => {
    const svg = () => {
        const node = document.querySelector("#board svg").cloneNode(true);
        node.setAttribute("xmlns", "http://www.w3.org/2000/svg");
        return new XMLSerializer().serializeToString(node);
    };
    const all = [
        [t("Copy link"), () => navigator.clipboard.writeText(location.href)],
        [t("Copy board"), () => navigator.clipboard.writeText(drawn)],
        [t("Copy picture"), () => navigator.clipboard.write([new ClipboardItem({ "image/png": pixels(svg()) })])],
    ];
    for (const [text, what] of all) {
        const node = button(text, () => void copied(node, what));
        $("copy").append(node);
    }
};
const THEMES = ["auto", "paper", "wood", "dark"];
const beginTheme = () => {
    const select = $("theme");
    const apply = (theme) => {
        if (theme === "auto")
            delete document.documentElement.dataset.theme;
        else
            document.documentElement.dataset.theme = theme;
        select.value = theme;
    };
    const kept = (() => { try {
        return localStorage.getItem("theme");
    }
    catch {
        return null;
    } })();
    apply(THEMES.includes(kept ?? "") ? kept : "auto");
    select.addEventListener("change", () => {
        apply(select.value);
        try {
            localStorage.setItem("theme", select.value);
        }
        catch { /* it is for this page only */ }
    });
};
const start = async () => {
    beginTheme();
    await beginWords();
    let there;
    try {
        there = await ask("texts");
    }
    catch (error) {
        $("wrong").textContent = said(error);
        return;
    }
    begin(there.defaults, () => void show());
    beginUndo();
    learn(there.texts);
    beginSets(there.texts);
    beginClauses();
    beginDivergences(there.boards);
    beginGames(there.game);
    beginAgreed();
    beginFields();
    beginCopying();
    beginPointing($("board"), (r, c, how) => {
        if (mode === "position")
            put(r, c, how);
        else if (mode === "game" && read().dead !== null && !how.drag)
            toggle(gameRows(), r, c);
    }, () => (mode === "game" ? gameRows() : drawn.split("/")));
    $("board").addEventListener("differs", (event) => {
        const now = event.detail;
        if (mode === "game" || now.join() === differs.join())
            return;
        differs = now;
        const held = document.activeElement?.closest("#board .spot");
        drawMain(drawn, mode);
        if (held)
            focusOn(Number(held.dataset.r), Number(held.dataset.c));
    });
    $("examples").replaceChildren(...EXAMPLES.map(([title, hash]) => el("li", {}, el("a", { href: "./#" + hash }, t(title)))));
    $("to-position").addEventListener("click", (event) => {
        event.preventDefault();
        if (mode !== "position")
            go({ divergence: null, game: null, string: "", move: 0, dead: null, board: drawn || ".../.../..." });
    });
    $("change").addEventListener("click", () => goTo({ divergence: null, board: drawn }));
    $("show-line").addEventListener("click", () => {
        go({ string: "0.B1", move: 1 });
        document.querySelector("article [data-step=next]")?.focus();
        document.querySelector("article")?.scrollIntoView({ block: "nearest" });
    });
    $("show-clause").addEventListener("click", () => go({ clause: "j1989.7.1" }));
    await show();
};
void start();
