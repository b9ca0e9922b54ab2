// What the rule sets say of the position: a card each, as soon as it is known.
import { clicked, drawBoard, sized, stepper } from "./board.js";
import { clauseButton, linked } from "./clauses.js";
import { $, button, el, save } from "./dom.js";
import { go, read } from "./view.js";
let source = null;
let retry = 0;
let asked = "";
let rows = [];
let cards = [];
const lineOf = (verdict, key) => {
    const [, what] = key.split(".");
    // A step of the trace by its number, or a string by a stone of it.
    if (/^[0-9]+$/.test(what))
        return { string: null, step: verdict.steps[Number(what)] ?? null };
    const string = verdict.strings.find((string) => string.stones.includes(what)) ?? null;
    return { string, step: string?.step === null || string === null ? null : verdict.steps[string.step] };
};
const served = (verdict) => {
    const holder = el("div", { class: verdict.strings.length > 0 ? "pressable" : "" });
    // Made by the server from the position alone.
    holder.innerHTML = verdict.board;
    const drawn = holder.querySelector("svg");
    sized(drawn);
    drawn.addEventListener("click", (event) => {
        const point = clicked(event, drawn, rows);
        const string = verdict.strings.find((string) => string.stones.includes(point ?? ""));
        if (string !== undefined)
            go({ string: `${verdict.n}.${string.stones[0]}`, move: 0 });
    });
    return holder;
};
/** What is looked at of a verdict: a string or a step, and its line on the board. */
const explain = ({ verdict, board, why, strings }, key, move) => {
    const mine = key.split(".")[0] === String(verdict.n);
    const { string, step } = mine ? lineOf(verdict, key) : { string: null, step: null };
    verdict.strings.forEach((other, n) => strings[n].setAttribute("aria-pressed", String(other === string)));
    if (string === null && step === null) {
        why.replaceChildren();
        board.replaceChildren(served(verdict));
        return;
    }
    const parts = [];
    if (string !== null) {
        parts.push(el("p", {}, el("strong", {}, `${string.player} ${string.stones.join(" ")}: ${string.life}`), string.by === string.life ? "" : ` – ${string.by}`, " – ", clauseButton(string.clause, `[${string.clause}]`), ` ${string.title}`));
    }
    if (step !== null)
        parts.push(el("p", {}, step.fact));
    const line = step?.line ?? [];
    if (line.length > 0) {
        const now = Math.min(move, line.length);
        const at = now === 0 ? null : line[now - 1];
        const says = at === null ? "the position" : `${at.player} ${at.move}`;
        parts.push(stepper("move", now, line.length, says, (n) => {
            const focused = document.activeElement?.dataset.step;
            go({ move: n }, true);
            why.querySelector(`[data-step="${focused}"]`)?.focus();
        }));
        for (const rule of at?.rules ?? [])
            parts.push(el("p", { class: "soft" }, rule.fact + " ", clauseButton(rule.clause, `[${rule.clause}]`)));
        board.replaceChildren(at === null ? served(verdict)
            : drawBoard(at.after.split("/"), `after ${now} of ${line.length} moves, ${says}: ${at.after}`, at.move, null));
    }
    else {
        parts.push(el("p", { class: "soft" }, "No line of play is shown for it."));
        board.replaceChildren(served(verdict));
    }
    why.replaceChildren(...parts, button("Close", () => go({ string: "", move: 0 })));
};
const card = (verdict) => {
    const board = el("div", { class: "drawn" });
    const why = el("div", { class: "why" });
    const strings = verdict.strings.map((string) => button(`${string.player} ${string.stones.join(" ")}: ${string.life}` + (["capturable", "captured", string.life].includes(string.by) ? "" : ` (${string.by})`), () => {
        const key = `${verdict.n}.${string.stones[0]}`;
        go(read().string === key ? { string: "", move: 0 } : { string: key, move: 0 });
    }, { "aria-pressed": "false" }));
    const met = new Set();
    const steps = verdict.steps.map((step, n) => {
        const parts = [el("h4", {}, clauseButton(step.clause, step.clause), ` ${step.title}` + (step.reading ? ` [${step.reading}]` : ""))];
        if (!met.has(step.clause))
            parts.push(el("p", { class: "soft" }, step.paraphrase));
        met.add(step.clause);
        parts.push(el("p", {}, step.fact));
        if (step.line.length > 0)
            parts.push(button(`Show it on the board (${step.line.length === 1 ? "1 move" : step.line.length + " moves"})`, () => {
                go({ string: `${verdict.n}.${n}`, move: 0 });
                board.scrollIntoView({ block: "nearest" });
            }));
        return el("div", { class: "step" }, ...parts);
    });
    const name = `${rows.join("-").replaceAll(".", "_")} ${verdict.rules}`.replace(/[^A-Za-z0-9_=, -]/g, ".");
    const article = el("article", { id: "answer-" + verdict.n, "aria-labelledby": `name-${verdict.n}` }, el("h3", { id: `name-${verdict.n}` }, verdict.rules), el("p", { class: "outcome" }, verdict.outcome), board, verdict.status ? "" : el("p", { class: "soft" }, "This text gives no status: the result is that of best play, or of a count."), el("div", { class: "strings", role: "group", "aria-label": "strings" }, ...strings), why, el("ul", {}, ...verdict.claims.map((claim) => el("li", {}, ...linked(claim)))), el("details", {}, el("summary", {}, "All clauses applied, and the lines of play"), ...steps), el("p", { class: "soft row" }, "Save as ", button("SVG", () => save(name + ".svg", "image/svg+xml", verdict.svg), { "aria-label": "Save as SVG" }), button("SGF", () => save(name + ".sgf", "application/x-go-sgf", verdict.sgf), { "aria-label": "Save as SGF" })));
    cards[verdict.n] = { verdict, board, why, strings };
    return article;
};
const reflect = () => {
    const { string, move } = read();
    for (const card of cards)
        if (card !== undefined)
            explain(card, string, move);
};
/** Nothing is asked any more. */
export const leave = () => {
    source?.close();
    clearTimeout(retry);
    asked = "";
    cards = [];
    $("answers").replaceChildren();
    $("state").textContent = "";
};
/** Shows what the rule sets say; what is being searched for another position is broken off. */
export const showVerdicts = (board, rules, prisoners) => {
    const question = new URLSearchParams({ board, rules: rules.join(" "), prisoners }).toString();
    if (question === asked) {
        reflect();
        return;
    }
    leave();
    asked = question;
    rows = board.split("/");
    $("state").textContent = "asking";
    const mine = (source = new EventSource("judge?" + question));
    const over = (said) => { mine.close(); if (mine === source)
        $("state").textContent = said; };
    let left = 0;
    mine.addEventListener("begun", (event) => {
        const names = JSON.parse(event.data).rules;
        left = names.length;
        $("state").textContent = `deciding ${left}`;
        cards = [];
        $("answers").replaceChildren(...names.map((name, n) => el("article", { id: "answer-" + n, class: "open" }, el("h3", {}, name), el("p", {}, "being decided"))));
    });
    mine.addEventListener("verdict", (event) => {
        const verdict = JSON.parse(event.data);
        $("answer-" + verdict.n).replaceWith(card(verdict));
        const { string, move } = read();
        explain(cards[verdict.n], string, move);
        left -= 1;
        $("state").textContent = left > 0 ? `deciding ${left} more` : "all rule sets have answered";
    });
    mine.addEventListener("refused", (event) => {
        const { why } = JSON.parse(event.data);
        over(why);
        asked = "";
        if (why.includes("asked again"))
            retry = window.setTimeout(() => showVerdicts(board, rules, prisoners), 1500);
    });
    mine.addEventListener("done", (event) => {
        const open = JSON.parse(event.data).open;
        for (const node of document.querySelectorAll("article.open p"))
            node.textContent = "not decided in time";
        over(open.length > 0 ? "not decided in time: " + open.join(", ") : "all rule sets have answered");
    });
    mine.onerror = () => over("the server does not answer; start `shinpan explore` again and reload");
};
