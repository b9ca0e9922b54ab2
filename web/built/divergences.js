// All positions of a board on which two rule sets diverge: all pairs as a heat map, then one pair's positions to leaf through.
import { drawBoard } from "./board.js";
import { $, ask, button, choose, count, el, said } from "./dom.js";
import { assumed, spoken } from "./names.js";
import { go, goTo, pairOf, read, usual } from "./view.js";
let boards = [];
let asking = null;
let mapped = { key: "", matrix: null };
let mapping = null;
const share = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
const change = (part) => {
    const { divergence } = read();
    if (divergence !== null)
        goTo({ divergence: { ...divergence, n: 0, ...part } });
};
const setPair = (rules) => {
    const { divergence } = read();
    if (divergence !== null)
        goTo({ rules, divergence: { ...divergence, cause: "", stones: "", n: 0 } });
};
/** Says how far what takes long has come, until it is stopped. */
const watched = (where, what) => {
    const started = Date.now();
    const bar = el("progress", { "aria-label": "how far it has come" });
    const line = el("span", { class: "soft" }, what);
    let over = false;
    const look = async () => {
        if (over)
            return;
        if (Date.now() - started > 600 && !where.contains(bar))
            where.replaceChildren(bar, line);
        try {
            const told = await ask("progress");
            if (over)
                return;
            if (told.what !== undefined && where.contains(bar)) {
                if (told.of > 0 && told.judged > 0) {
                    bar.max = told.of;
                    bar.value = told.judged;
                }
                else
                    bar.removeAttribute("value");
                const parts = [told.solving ? `solving the game of ${told.solving}` : "", told.judged > 0 ? `${told.judged} of ${told.of} verdicts` : "", `${Math.round((Date.now() - started) / 1000)} s`];
                line.textContent = `${what}: ${parts.filter(Boolean).join(", ")}`;
            }
        }
        catch { /* the question itself says what is wrong */ }
        setTimeout(() => void look(), 700);
    };
    setTimeout(() => void look(), 300);
    return () => { over = true; where.replaceChildren(); };
};
const heat = ({ rules, positions, settled, pairs }, chosen) => {
    const cell = (row, col) => {
        const pair = pairs.find(({ a, b }) => (a === row && b === col) || (a === col && b === row));
        if (pair === undefined)
            return el("td", {}, "–");
        const above = col > row;
        const [n, of] = above ? [pair.diverge, positions] : [pair.settled, settled];
        const [a, b] = [rules[pair.a], rules[pair.b]];
        const node = el("td", { class: chosen.includes(rules[row]) && chosen.includes(rules[col]) ? "chosen" : "" }, button(String(n), () => setPair([a, b]), { title: share(n, of), "aria-label": `${spoken(a)} and ${spoken(b)}: ${n} of ${of} ${above ? "positions" : "settled positions"}`, "data-pair": `${a} ${b}` }));
        node.style.setProperty("--part", `${(80 * n) / Math.max(1, of)}%`);
        return node;
    };
    return [el("p", { class: "soft" }, `Positions on which two rule sets diverge: above the diagonal of all ${positions}, below it of the ${settled} settled ones. The darker, the more. Press a cell.`),
        el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "all pairs" }, el("table", { class: "heat" }, el("thead", {}, el("tr", {}, el("td", {}), ...rules.map((name, n) => el("th", { scope: "col", title: spoken(name), "aria-label": spoken(name) }, String(n + 1))))), el("tbody", {}, ...rules.map((name, row) => el("tr", {}, el("th", { scope: "row" }, `${row + 1} ${spoken(name)}`), ...rules.map((_, col) => cell(row, col)))))))];
};
/** The heat map of the board, asked for once. */
const drawMatrix = async (size, prisoners) => {
    const view = read();
    const key = `${size} ${prisoners}`;
    const holder = $("matrix");
    if (mapped.key === key && mapped.matrix !== null) {
        holder.replaceChildren(...heat(mapped.matrix, view.rules));
        return;
    }
    if (mapped.key === key)
        return;
    mapped = { key, matrix: null };
    mapping?.abort();
    const mine = (mapping = new AbortController());
    holder.replaceChildren();
    const over = watched($("matrix-progress"), `Comparing all rule sets on ${size}`);
    try {
        const matrix = await ask("matrix?" + new URLSearchParams({ size, prisoners, rules: usual().join(" ") }), { signal: mine.signal });
        if (mine.signal.aborted)
            return;
        mapped = { key, matrix };
        if (read().divergence?.size === size)
            holder.replaceChildren(...heat(matrix, read().rules));
    }
    catch (error) {
        if (mine.signal.aborted)
            return;
        holder.replaceChildren(el("p", { class: "soft" }, said(error)));
    }
    finally {
        over();
    }
};
const bar = (text, part, whole, pressed, press, data) => {
    const filled = el("span", { class: "bar", "aria-hidden": "true" });
    filled.style.width = `${(100 * part) / Math.max(1, whole)}%`;
    const node = button("", press, { class: "measure", "aria-pressed": String(pressed), "data-of": data });
    node.append(el("span", { class: "measured" }, filled), el("span", {}, `${text} `, el("span", { class: "soft" }, `(${part})`)));
    return node;
};
const filters = (answer, divergence) => {
    const all = Math.max(...answer.stones.map(([, n]) => n), 1);
    const stones = answer.stones.map(([stones, positions]) => bar(count(stones, "stone"), positions, all, divergence.stones === String(stones), () => change({ stones: divergence.stones === String(stones) ? "" : String(stones) }), `stones-${stones}`));
    const held = answer.causes.filter(({ n, positions }) => positions > 0 || String(n) === divergence.cause);
    const most = Math.max(...held.map(({ positions }) => positions), 1);
    const causes = held.map(({ n, text, positions }) => bar(text.replaceAll("`", ""), positions, most, divergence.cause === String(n), () => change({ cause: divergence.cause === String(n) ? "" : String(n) }), `cause-${n}`));
    const kinds = [["", "all"], ["true", "settled (players could sensibly stop)"], ["false", "not settled"]];
    const settled = kinds.map(([value, text]) => button(text, () => change({ settled: value }), { "aria-pressed": String(divergence.settled === value), "data-of": `settled-${value || "all"}` }));
    return [
        ...(answer.settled === null ? [] : [el("div", { class: "row", role: "group", "aria-label": "settled or not" }, ...settled)]),
        el("details", { open: divergence.stones !== "" ? "" : null, "data-kept": "stones" }, el("summary", {}, "By the number of stones" + (divergence.stones === "" ? "" : `: ${divergence.stones}`)), el("div", { class: "measures", role: "group", "aria-label": "stones on the board" }, ...stones)),
        ...(causes.length > 0 ? [el("details", { open: divergence.cause !== "" ? "" : null, "data-kept": "causes" }, el("summary", {}, "By cause, computed from the verdicts"), el("div", { class: "measures", role: "group", "aria-label": "causes" }, ...causes))] : []),
    ];
};
const found = (answer, divergence) => {
    const { n, matching, shown } = answer;
    const [a, b] = answer.rules.map(spoken);
    const parts = [el("p", {}, `${a} and ${b} diverge on ${answer.positions} of ${answer.of} positions (${share(answer.positions, answer.of)}), ${answer.settled === null ? "which of them are settled is not in the tables" : answer.settled + " of them settled"}.` +
            (answer.undecided > 0 ? ` ${answer.undecided} are undecided and left out.` : "")), ...filters(answer, divergence)];
    const to = (n) => { const { divergence } = read(); goTo({ divergence: { ...divergence, n } }); };
    const move = (id, text, to_n) => button(text, () => to(to_n), { id, disabled: to_n < 0 || to_n >= matching || to_n === n ? "" : null });
    const random = matching > 1 ? Math.floor(Math.random() * matching) : -1;
    parts.push(el("div", { class: "row" }, move("smallest", "Smallest", 0), move("previous", "Previous", n - 1), move("next", "Next", n + 1), move("random", "Random", random)));
    if (shown === null) {
        parts.push(el("p", { role: "status" }, matching === 0 ? "No position is of this kind." : "There are not so many."));
        return parts;
    }
    const settled = { true: "settled", false: "not settled", null: "" }[String(shown.settled)];
    parts.push(el("p", { role: "status" }, `${n + 1} of ${matching} (${answer.matching_positions} with turned and mirrored ones): `, el("strong", {}, shown.outcomes.join(" and ")), `, ${count(shown.stones, "stone")}${settled === "" ? "" : ", " + settled}`));
    const held = answer.causes.filter((cause) => shown.causes.includes(cause.n));
    if (held.length > 0)
        parts.push(el("p", {}, "Why, computed from the verdicts:"), el("ul", {}, ...held.map((cause) => el("li", {}, cause.text.replaceAll("`", "")))));
    const small = ({ n: at, board, outcomes }) => {
        const drawn = drawBoard(board.split("/"), board);
        drawn.setAttribute("aria-hidden", "true");
        const node = button("", () => to(at), { class: "small", "aria-pressed": String(at === n) });
        node.append(drawn, el("span", {}, outcomes.join(" / ")), el("span", { class: "unseen" }, `, position ${at + 1}: ${board}`));
        return node;
    };
    parts.push(el("div", { class: "contact", role: "group", "aria-label": "positions" }, ...answer.sheet.map(small)));
    return parts;
};
const frame = (view) => {
    const divergence = view.divergence;
    const sizes = [...new Set([...boards, divergence.size])];
    $("sizes").replaceChildren(...sizes.map((size) => button(size, () => change({ size, cause: "", stones: "" }), { "aria-pressed": String(size === divergence.size), "data-size": size })));
    const names = [...new Set([...view.rules, ...usual()])].map((name) => [name, spoken(name)]);
    for (const n of [0, 1]) {
        const select = $(`pair-${n}`);
        choose(select, names, view.rules[n]);
        select.onchange = () => {
            const rules = [...view.rules];
            rules[n] = select.value;
            if (rules[0] === rules[1])
                rules[1 - n] = view.rules[n];
            setPair(rules);
        };
    }
    $("diverge-convention").textContent = assumed(view.prisoners, "0").replace("; no komi.", ".");
};
/** Shows the divergence of the view; its board, null if there is none, undefined if the view has changed meanwhile. */
export const showDivergence = async () => {
    const view = read();
    const { size, cause, settled, stones, n } = view.divergence;
    asking?.abort();
    const mine = (asking = new AbortController());
    const query = new URLSearchParams({ size, rules: view.rules.join(" "), prisoners: view.prisoners, n: String(n) });
    for (const [key, value] of Object.entries({ cause, settled, stones }))
        if (value !== "")
            query.set(key, value);
    const focused = document.activeElement;
    const kept = focused?.id || (focused?.dataset.of ? `[data-of="${focused.dataset.of}"]` : "");
    const holder = $("divergences");
    frame(view);
    void drawMatrix(size, view.prisoners);
    holder.setAttribute("aria-busy", "true");
    const over = watched($("diverge-progress"), `Going through ${size}, kept for the next time`);
    try {
        const answer = await ask("divergences?" + query, { signal: mine.signal });
        if (mine.signal.aborted)
            return undefined;
        $("wrong").textContent = "";
        const open = [...holder.querySelectorAll("details[open]")].map((node) => node.dataset.kept);
        holder.replaceChildren(...found(answer, view.divergence));
        for (const node of holder.querySelectorAll("details"))
            if (open.includes(node.dataset.kept))
                node.open = true;
        const again = kept === "" ? null : kept.startsWith("[") ? holder.querySelector(kept) : document.getElementById(kept);
        if (again !== null && holder.contains(again))
            (again.matches(":disabled") ? $("next") : again).focus();
        return answer.shown?.board ?? null;
    }
    catch (error) {
        if (mine.signal.aborted)
            return undefined;
        $("wrong").textContent = said(error);
        holder.replaceChildren();
        return null;
    }
    finally {
        over();
        if (mine === asking)
            holder.removeAttribute("aria-busy");
    }
};
export const leaveDivergences = () => { asking?.abort(); $("divergences").replaceChildren(); };
export const beginDivergences = (sizes) => {
    boards = sizes;
    $("to-divergences").addEventListener("click", (event) => {
        event.preventDefault();
        const view = read();
        if (view.divergence !== null)
            return;
        const size = `${view.board.split("/").length}x${view.board.split("/")[0].length}`;
        go({ divergence: { size: boards.includes(size) ? size : "2x3", cause: "", settled: "", stones: "", n: 0 }, game: null, guide: false, string: "", move: 0,
            prisoners: "level", komi: "0", dead: null, rules: pairOf(view.rules) });
    });
};
