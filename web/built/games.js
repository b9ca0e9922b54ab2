// A recorded game, step by step: who accepts and refuses, and why.
import { drawBoard, stepper } from "./board.js";
import { clauseButton } from "./clauses.js";
import { $, ask, button, el, said } from "./dom.js";
import { goTo, go, read } from "./view.js";
/** A file that is longer does not fit into an address. */
const MOST_BYTES = 200_000;
let own = null;
let known = { key: "", answer: null };
let asking = null;
const notable = (judged) => judged !== null && (judged.judgement !== "accepted" || judged.consequences.length > 0);
const parted = (step) => new Set(step.judged.map((j) => j?.judgement)).size > 1 || step.boards.length > 1;
const said_of = (names, judged) => {
    const row = (name, j) => {
        const what = j === null ? "–" : { accepted: "✓ accepted", refused: `✗ refused (${j.refusal})`, outside: "outside the text" }[j.judgement] ?? j.judgement;
        const why = j === null ? [] : [j.fact.text + " ", clauseButton(j.clause, `[${j.clause}]`),
            ...j.consequences.map((c) => el("div", {}, `→ ${c.effect} `, clauseButton(c.clause, `[${c.clause}]`)))];
        return el("tr", { class: j?.judgement ?? "" }, el("th", { scope: "row" }, name), el("td", {}, what), el("td", {}, ...why));
    };
    return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "what each rule set says" }, el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Rule set"), el("th", { scope: "col" }, "says"), el("th", { scope: "col" }, "why"))), el("tbody", {}, ...names.map((name, n) => row(name, judged[n])))));
};
const draw = (answer, game) => {
    const now = Math.min(game.step, answer.steps.length - 1);
    const step = answer.steps[now];
    const focused = document.activeElement?.dataset?.step;
    const to = (n) => go({ game: { ...game, step: n } }, true);
    const next = (wanted) => answer.steps.findIndex((step, n) => n > now && wanted(step));
    const jump = (text, n) => button(text, () => to(n), { disabled: n < 0 ? "" : null });
    const boards = step.boards.map(({ board, taken, rules }) => {
        const names = rules.length === answer.rules.length ? "" : rules.map((n) => answer.rules[n]).join(", ");
        return el("figure", {}, drawBoard(board.split("/"), `after step ${now}: ${board}`, step.played ?? null, null), el("figcaption", {}, names === "" ? "" : el("strong", {}, names + ": "), `taken by Black ${taken[0]}, by White ${taken[1]}`, answer.judged ? el("div", {}, button("Judge this position", () => goTo({ game: null, board }))) : ""));
    });
    const about = [answer.komi === null ? "" : `komi ${answer.komi}`, answer.says === null ? "" : `rules: ${answer.says}`, answer.result === null ? "" : `result: ${answer.result}`].filter(Boolean);
    $("game").replaceChildren(...(about.length > 0 ? [el("p", { class: "soft" }, about.join("; "))] : []), ...answer.warnings.map((warning) => el("p", { class: "soft" }, warning)), ...(answer.left_out > 0 ? [el("p", { role: "alert" }, `The last ${answer.left_out} steps are left out.`)] : []), stepper("step", now, answer.steps.length - 1, step.action, to), el("div", { class: "row" }, jump("Next on which they part", next(parted)), jump("Next with something to say", next((s) => s.judged.some(notable)))), el("div", { class: "boards" }, ...boards));
    if (focused !== undefined)
        $("game").querySelector(`[data-step="${focused}"]`)?.focus();
    const parts = [el("h3", {}, now === 0 ? "The start" : `Step ${now}: ${step.action}`), said_of(answer.rules, step.judged)];
    if (step.comment)
        parts.push(el("p", { class: "soft" }, step.comment));
    if (now === answer.steps.length - 1) {
        if (answer.close.some((j) => j !== null))
            parts.push(el("h3", {}, "The end of the record"), said_of(answer.rules, answer.close));
        parts.push(el("h3", {}, "Results"), el("ul", {}, ...answer.rules.map((name, n) => el("li", {}, `${name}: ${answer.results[n]}`))));
    }
    parts.push(el("p", {}, el("strong", {}, "In all: "), answer.parting + "."));
    $("steps").replaceChildren(...parts);
};
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const open = async (file) => {
    if (file.size > MOST_BYTES) {
        $("wrong").textContent = `${file.name} is larger than ${MOST_BYTES / 1000} kB: \`shinpan explore --record FILE\` opens it`;
        return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    goTo({ game: { from: text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""), step: 0 }, divergence: null });
};
/** Shows the game of the view. */
export const showGame = async () => {
    const view = read();
    const game = view.game;
    asking?.abort();
    if (game.from === "") {
        $("game").replaceChildren(el("p", {}, "Open a game in SGF, or a script of actions."));
        $("steps").replaceChildren();
        return;
    }
    const rules = view.rules.join(" ");
    const key = `${game.from} ${rules}`;
    if (known.key === key && known.answer !== null) {
        draw(known.answer, game);
        return;
    }
    const mine = (asking = new AbortController());
    const path = "game?" + new URLSearchParams({ rules });
    try {
        const answer = game.from === "file" ? await ask(path, { signal: mine.signal })
            : await ask(path, { method: "POST", body: bytesOf(game.from), headers: { "content-type": "application/x-go-sgf" }, signal: mine.signal });
        if (mine.signal.aborted)
            return;
        known = { key, answer };
        $("wrong").textContent = "";
        draw(answer, game);
    }
    catch (error) {
        if (mine.signal.aborted)
            return;
        $("wrong").textContent = error instanceof DOMException ? "the address holds no game that can be read" : said(error);
        $("game").replaceChildren();
        $("steps").replaceChildren();
    }
};
export const leaveGame = () => { asking?.abort(); $("game").replaceChildren(); $("steps").replaceChildren(); };
export const beginGames = (name) => {
    own = name;
    const input = $("file");
    input.addEventListener("change", () => { const file = input.files?.[0]; if (file !== undefined)
        void open(file); input.value = ""; });
    $("to-game").addEventListener("click", (event) => {
        event.preventDefault();
        if (read().game === null)
            go({ game: { from: own === null ? "" : "file", step: 0 }, divergence: null, guide: false, string: "", move: 0 });
    });
};
