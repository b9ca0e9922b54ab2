import { life, player, t } from "./words.js";
/** Characters that say nothing: what is undecided, or not known, is no difference. */
const OPEN = "YQ?-";
const rowsOf = ({ cells }) => cells.split("/");
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
/** The names of the points on which verdicts that give a status differ, in the order of the board. */
export const differing = (verdicts) => {
    const boards = verdicts.filter((verdict) => verdict.status).map(rowsOf);
    const found = [];
    for (let r = 0; r < (boards[0]?.length ?? 0); r++)
        for (let c = 0; c < boards[0][r].length; c++) {
            const said = new Set(boards.map((rows) => rows[r][c]).filter((mark) => !OPEN.includes(mark)));
            if (said.size > 1)
                found.push(LETTERS[c] + (boards[0].length - r));
        }
    return found;
};
const meaning = (mark) => ({ b: t("territory of Black"), w: t("territory of White"), ":": t("an eye of stones in seki"), ".": t("dame") })[mark];
const joined = (names) => (names.length < 2 ? names.join("") : t("{all} and {last}", { all: names.slice(0, -1).join(", "), last: names[names.length - 1] }));
/** One sentence a string or region of which different things are said: what, by whom and by which clause. At most three. */
export const sentences = (verdicts, spoken) => {
    const told = verdicts.filter((verdict) => verdict.status);
    const differs = differing(told);
    if (differs.length === 0)
        return [];
    const found = [];
    const seen = new Set();
    const groups = (of) => {
        const all = new Map();
        for (const verdict of told) {
            const said = of(verdict);
            if (said !== null)
                all.set(said.what, [...(all.get(said.what) ?? []), spoken(verdict.rules) + (said.by ? ` [${said.by}]` : "")]);
        }
        return all;
    };
    const said = (what, all) => t("They disagree about {what}: {said}.", { what, said: [...all].map(([says, names]) => t("{says} under {names}", { says, names: joined(names) })).join("; ") });
    const stoneOn = (point) => told.some((verdict) => verdict.strings.some((string) => string.stones.includes(point)));
    // Strings first: what is said of points follows from them.
    for (const point of [...differs.filter(stoneOn), ...differs.filter((point) => !stoneOn(point))]) {
        if (seen.has(point))
            continue;
        const string = told.flatMap((verdict) => verdict.strings).find((string) => string.stones.includes(point));
        if (string !== undefined) {
            string.stones.forEach((stone) => seen.add(stone));
            const all = groups((verdict) => {
                const mine = verdict.strings.find((other) => other.stones.includes(point));
                // Only some may be known of a string.
                if (mine === undefined || !["alive", "dead", "in seki"].includes(mine.life))
                    return null;
                return { what: life(mine.life), by: mine.clause };
            });
            if (all.size > 1)
                found.push(said(t("{player}'s {stones}", { player: player(string.player), stones: string.stones.join(" ") }), all));
            continue;
        }
        // Points of which the same is said of all.
        const at = (verdict, name) => {
            const rows = rowsOf(verdict);
            return rows[rows.length - Number(name.slice(1))][LETTERS.indexOf(name[0])];
        };
        const key = (name) => told.map((verdict) => at(verdict, name)).join("");
        const alike = differs.filter((other) => key(other) === key(point));
        alike.forEach((other) => seen.add(other));
        found.push(said(alike.length > 8 ? t("{points} and {n} more points", { points: alike.slice(0, 8).join(" "), n: alike.length - 8 }) : alike.join(" "), groups((verdict) => { const what = meaning(at(verdict, point)); return what === undefined ? null : { what }; })));
    }
    const MOST = 3;
    return found.length > MOST ? [...found.slice(0, MOST), t("{n} more differences are outlined on the boards.", { n: found.length - MOST })] : found;
};
