// What is shown, as it stands in the address: every view can be sent. An edit is a step of the browser's history.
let defaults = [];
/** Two rule sets of which the first ones are these. */
export const pairOf = (rules) => [...new Set([...rules, ...defaults])].slice(0, 2);
/** The first thing one sees. */
const FIRST = "guide=1&board=.OO&rules=j1989;j1989:enable=none&prisoners=level";
let listener = () => { };
export const begin = (rules, changed) => {
    defaults = rules;
    listener = changed;
    addEventListener("popstate", changed);
};
export const read = () => {
    const hash = location.hash.slice(1);
    const asked = new URLSearchParams((hash === "" ? FIRST : hash).replaceAll("+", "%2B"));
    const text = (key, otherwise = "") => asked.get(key) ?? otherwise;
    const number = (key) => Math.max(0, Math.trunc(Number(text(key, "0"))) || 0);
    const rules = text("rules").split(";").filter(Boolean);
    const size = asked.get("diverge");
    const set = rules.length > 0 ? rules : defaults;
    const from = asked.get("game");
    return {
        board: text("board", ".../.../..."),
        // Two rule sets diverge, however many the address names.
        rules: size === null ? set : pairOf(set),
        prisoners: text("prisoners", size === null ? "none" : "level"),
        string: text("string"),
        move: number("move"),
        clause: text("clause"),
        guide: asked.has("guide"),
        divergence: size === null ? null : { size, cause: text("cause"), settled: text("settled"), stones: text("stones"), n: number("n") },
        game: from === null ? null : { from, step: number("step") },
    };
};
/** The address of a view. */
export const address = (view) => {
    const parts = [];
    const add = (key, value, usual = "") => {
        if (value !== usual)
            parts.push(`${key}=${encodeURIComponent(value).replace(/%(2F|3B|3A|3D|2C|2B)/g, decodeURIComponent)}`);
    };
    if (view.guide)
        add("guide", 1);
    if (view.divergence !== null) {
        const { size, cause, settled, stones, n } = view.divergence;
        add("diverge", size);
        add("cause", cause);
        add("settled", settled);
        add("stones", stones);
        add("n", n, 0);
    }
    else if (view.game !== null) {
        add("game", view.game.from);
        add("step", view.game.step, 0);
    }
    else {
        add("board", view.board);
    }
    if (view.rules.join() !== defaults.join())
        add("rules", view.rules.join(";"));
    add("prisoners", view.prisoners, view.divergence === null ? "none" : "level");
    add("string", view.string);
    add("move", view.move, 0);
    add("clause", view.clause);
    return "./#" + parts.join("&");
};
/** How many steps of the history are ours. */
const depth = () => Number(history.state?.depth ?? 0);
/** Goes to a view that differs in this; `aside` is no step of the history. */
export const go = (change, aside = false) => {
    const view = { ...read(), ...change };
    const at = address(view);
    if (at === "./" + location.hash)
        return;
    if (aside)
        history.replaceState({ depth: depth() }, "", at);
    else
        history.pushState({ depth: depth() + 1 }, "", at);
    listener();
};
/** Another position, or other rule sets: what was looked at of the last is gone. */
export const goTo = (change) => go({ string: "", move: 0, clause: "", guide: false, ...change });
export const canUndo = () => depth() > 0;
export const undo = () => { if (canUndo())
    history.back(); };
