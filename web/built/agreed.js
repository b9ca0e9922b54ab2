// What each text counts if the players agree which strings are dead: strings are pressed on the board, and the counts follow.
import { placeOf, stringAt } from "./board.js";
import { clauseButton, linked } from "./clauses.js";
import { $, ask, el, said } from "./dom.js";
import { inWords, spoken } from "./names.js";
import { go, read } from "./view.js";
import { score } from "./verdicts.js";
import { stones, t, titled } from "./words.js";
let asking = null;
let asked = "";
/** The stones of the strings that are dead, by what the address names of them. */
export const deadOn = (rows, dead) => {
    const found = new Set();
    for (const name of dead ?? []) {
        const [r, c] = placeOf(rows, name);
        if (rows[r]?.[c] === undefined)
            continue;
        for (const [y, x] of stringAt(rows, r, c))
            found.add("ABCDEFGHJKLMNOPQRSTUVWXYZ"[x] + (rows.length - y));
    }
    return found;
};
/** The string on a point is dead, or alive again. */
export const toggle = (rows, r, c) => {
    const stones = stringAt(rows, r, c).map(([y, x]) => "ABCDEFGHJKLMNOPQRSTUVWXYZ"[x] + (rows.length - y));
    if (stones.length === 0)
        return;
    const dead = read().dead ?? [];
    const without = dead.filter((name) => !stones.includes(name));
    go({ dead: without.length < dead.length ? without : [...dead, stones[0]].sort() });
};
const draw = (answer) => {
    const groups = [];
    for (const result of answer.results) {
        const like = groups.find(([other]) => other.result === result.result && (result.result !== null || other.why === result.why));
        if (like === undefined)
            groups.push([result]);
        else
            like.push(result);
    }
    const row = (group) => {
        const [{ result, why }] = group;
        const reasons = group.map((one) => el("details", {}, el("summary", {}, `${spoken(one.rules)} `, el("code", {}, one.rules)), el("p", { class: "soft" }, one.result === null ? "" : t("The players may agree on it by "), clauseButton(one.clause, `[${one.clause}]`), ` ${titled(one.title)}`), one.result === null ? el("p", {}, ...linked(one.why ?? "")) : score(one.items, one.result)));
        return el("tr", {}, el("td", {}, ...reasons), el("td", {}, result === null ? el("span", {}, t("not left to the players")) : el("strong", {}, result), result === null ? el("div", { class: "soft" }, why ?? "") : el("div", { class: "soft" }, inWords(result))));
    };
    $("agreed-results").replaceChildren(el("p", {}, answer.dead.length === 0 ? t("No string is dead. Press the strings that are.") : t("Dead: {dead} ({stones}).", { dead: answer.dead.join(" "), stones: stones(answer.dead.length) })), el("table", { class: "agreed" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("Rule sets, and how they count")), el("th", { scope: "col" }, t("Result")))), el("tbody", {}, ...groups.map(row))));
};
/** Shows the counts of an agreement on this position, or on the end of a game that is sent. */
export const showAgreed = async (where, init = {}) => {
    const { dead, rules } = read();
    $("agreed").hidden = dead === null;
    if (dead === null)
        return;
    const query = new URLSearchParams({ ...where, rules: rules.join(" "), dead: dead.join(",") || "none" }).toString();
    const key = query + String(init.body ? read().game?.from.length : "");
    if (key === asked)
        return;
    asked = key;
    asking?.abort();
    const mine = (asking = new AbortController());
    try {
        const answer = await ask("agreed?" + query, { ...init, signal: mine.signal });
        if (!mine.signal.aborted)
            draw(answer);
    }
    catch (error) {
        if (mine.signal.aborted)
            return;
        asked = "";
        $("agreed-results").replaceChildren(el("p", { role: "alert" }, said(error)));
    }
};
export const leaveAgreed = () => {
    asking?.abort();
    asked = "";
    $("agreed").hidden = true;
    $("agreed-results").replaceChildren();
};
export const beginAgreed = () => {
    $("agreed-close").addEventListener("click", () => go({ dead: null }));
};
