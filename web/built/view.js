// What is shown, as it stands in the address: every view can be sent. Every change is a step of the browser's history, and what undoes
// and redoes goes through it: nothing else does, so that a field's own undo changes no board.
let defaults = [];
/** Two rule sets of which the first ones are these. */
export const pairOf = (rules) => [...new Set([...rules, ...defaults])].slice(0, 2);
/** The rule sets that are asked where none are named. */
export const usual = () => defaults;
/** The first thing one sees. */
const FIRST = "guide=1&board=.OO&rules=j1989;j1989:enable=none&prisoners=level";
let listener = () => { };
/** The step up to which there is something to do again. */
let top = 0;
/** How many steps of the history are ours. */
const depth = () => Number(history.state?.depth ?? 0);
const push = (at) => {
    top = depth() + 1;
    history.pushState({ depth: top }, "", at);
    listener();
};
export const begin = (rules, changed) => {
    defaults = rules;
    listener = changed;
    top = depth();
    addEventListener("popstate", changed);
    // A link within the page is a step as any other.
    document.addEventListener("click", (event) => {
        const link = event.target.closest?.("a[href^='./#']");
        if (link === null || link === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)
            return;
        event.preventDefault();
        const at = link.getAttribute("href");
        if (at !== "./" + location.hash)
            push(at);
    });
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
    const dead = asked.get("dead");
    return {
        board: text("board", ".../.../..."),
        // Two rule sets diverge, however many the address names.
        rules: size === null ? set : pairOf(set),
        prisoners: text("prisoners", size === null ? "none" : "level"),
        komi: text("komi", "0"),
        dead: dead === null ? null : dead.split(",").filter((name) => name !== "" && name !== "none"),
        string: text("string"),
        move: number("move"),
        clause: text("clause"),
        guide: asked.has("guide"),
        divergence: size === null ? null : { size, cause: text("cause"), settled: text("settled"), stones: text("stones"), n: number("n") },
        game: from === null ? null : { from, step: number("step"), path: text("path") },
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
        parts.push("game=" + encodeURIComponent(view.game.from));
        add("step", view.game.step, 0);
        add("path", view.game.path);
    }
    else {
        add("board", view.board);
    }
    if (view.rules.join() !== defaults.join())
        add("rules", view.rules.join(";"));
    add("prisoners", view.prisoners, view.divergence === null ? "none" : "level");
    add("komi", view.komi, "0");
    if (view.dead !== null)
        add("dead", view.dead.join(",") || "none");
    add("string", view.string);
    add("move", view.move, 0);
    add("clause", view.clause);
    return "./#" + parts.join("&");
};
/** Goes to a view that differs in this; `aside` is no step of the history. */
export const go = (change, aside = false) => {
    const at = address({ ...read(), ...change });
    if (at === "./" + location.hash)
        return;
    if (!aside)
        return push(at);
    history.replaceState({ depth: depth() }, "", at);
    listener();
};
/** Shows the same view once more. */
export const again = () => listener();
/** Another position, or other rule sets: what was looked at of the last is gone. */
export const goTo = (change, aside = false) => go({ string: "", move: 0, clause: "", guide: false, ...change }, aside);
export const canUndo = () => depth() > 0;
export const canRedo = () => depth() < top;
export const undo = () => { if (canUndo())
    history.back(); };
export const redo = () => { if (canRedo())
    history.forward(); };
/** Whether a field holds something that was typed and not yet taken over: then the keys that undo are its own. */
const isTyping = (node) => (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) && node.value !== (node.dataset.shown ?? node.value);
export const beginUndo = () => {
    document.addEventListener("keydown", (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey)
            return;
        const key = event.key.toLowerCase();
        const again = key === "y" || (key === "z" && event.shiftKey);
        if (!again && key !== "z")
            return;
        if (isTyping(document.activeElement))
            return;
        event.preventDefault();
        if (again)
            redo();
        else
            undo();
    });
    // What a browser's menu undoes in a field that holds what is shown would change the board.
    document.addEventListener("beforeinput", (event) => {
        if ((event.inputType === "historyUndo" || event.inputType === "historyRedo") && !isTyping(event.target))
            event.preventDefault();
    });
};
