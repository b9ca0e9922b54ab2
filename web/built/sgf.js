// A file in SGF as its readers know it: players, comments, marks and variations. The server judges one line of it at a time.
import { t } from "./words.js";
/** The text of a file, in the encoding that it names. */
export const textOf = (bytes) => {
    const named = /CA\[([^\]]*)\]/.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 2000)))?.[1] ?? "utf-8";
    for (const name of [named.trim(), "utf-8"]) {
        try {
            return new TextDecoder(name, { fatal: true }).decode(bytes);
        }
        catch { /* another */ }
    }
    return new TextDecoder("latin1").decode(bytes);
};
/** The first game of a file; null if it is none. What is wrong with it the server says. */
export const parse = (text) => {
    let at = text.indexOf("(");
    if (at < 0)
        return null;
    let root = null;
    let here = null;
    const branches = [];
    const blank = /\s/;
    while (at < text.length) {
        const ch = text[at];
        if (ch === "(") {
            branches.push(here);
            at += 1;
        }
        else if (ch === ")") {
            here = branches.pop() ?? null;
            at += 1;
            if (branches.length === 0)
                break;
        }
        else if (ch === ";") {
            const node = { properties: new Map(), children: [], parent: here };
            here?.children.push(node);
            root ??= node;
            here = node;
            at += 1;
        }
        else if (/[A-Za-z]/.test(ch) && here !== null) {
            let ident = "";
            while (at < text.length && /[A-Za-z]/.test(text[at])) {
                if (text[at] < "a")
                    ident += text[at];
                at += 1;
            }
            const values = here.properties.get(ident) ?? [];
            for (;;) {
                while (at < text.length && blank.test(text[at]))
                    at += 1;
                if (text[at] !== "[")
                    break;
                let value = "";
                for (at += 1; at < text.length && text[at] !== "]"; at++) {
                    if (text[at] === "\\") {
                        at += 1;
                        if (text[at] === "\n")
                            continue;
                    }
                    value += text[at] ?? "";
                }
                at += 1;
                values.push(value);
            }
            here.properties.set(ident, values);
        }
        else
            at += 1;
    }
    return root;
};
/** The line that takes these variations, counted from 1, where the game branches, and after them the first. */
export const lineOf = (root, path) => {
    const choices = path.split(".").filter(Boolean).map(Number);
    const line = [root];
    for (let node = root; node.children.length > 0;) {
        const wanted = node.children.length > 1 ? (choices.shift() ?? 1) : 1;
        node = node.children[Math.min(wanted, node.children.length) - 1];
        line.push(node);
    }
    return line;
};
/** The path that leads to a node. */
export const pathTo = (node) => {
    const choices = [];
    for (let here = node; here.parent !== null; here = here.parent) {
        if (here.parent.children.length > 1)
            choices.unshift(here.parent.children.indexOf(here) + 1);
    }
    while (choices[choices.length - 1] === 1)
        choices.pop();
    return choices.join(".");
};
/** How many actions a node holds. */
const actions = (node) => (node.properties.has("B") ? 1 : 0) + (node.properties.has("W") ? 1 : 0) + (node.properties.get("SHIN")?.length ?? 0);
/** By node of a line: with how many actions it is reached. */
const stepsOf = (line, handicap) => {
    let done = handicap ? 1 : 0;
    const last = line.findLastIndex((node) => actions(node) > 0);
    return line.map((node, n) => {
        // Stones that are set up later begin the game anew, and what was before is no step.
        if (n > 0 && (node.properties.has("AB") || node.properties.has("AW") || (node.properties.has("AE") && n < last)))
            done = 0;
        return (done += actions(node));
    });
};
/** The node of a line that is reached with so many actions: its comment and marks belong to that step. */
export const nodeAt = (line, step, handicap) => line[Math.max(0, stepsOf(line, handicap).findLastIndex((done) => done <= step))];
/** The step of a line with which a node of it is reached. */
export const stepOf = (line, node, handicap) => stepsOf(line, handicap)[line.indexOf(node)] ?? 0;
/** A variation by itself, as the server reads it; the result is that of the main line. */
export const written = (line) => {
    const value = (text) => `[${text.replace(/[\\\]]/g, "\\$&")}]`;
    const node = ({ properties }) => ";" + [...properties].filter(([ident]) => ident !== "CA" && ident !== "RE").map(([ident, values]) => ident + values.map(value).join("")).join("");
    return `(${node(line[0]).replace(";", ";CA[UTF-8]")}${line.slice(1).map(node).join("")})`;
};
const of = (node, ident) => node.properties.get(ident)?.[0]?.trim() ?? "";
/** Who plays, and what else is said of the game. */
export const about = (root) => {
    const player = (name, rank) => [of(root, name), of(root, rank)].filter(Boolean).join(" ");
    const [black, white] = [player("PB", "BR"), player("PW", "WR")];
    const title = black || white ? t("{black} (black) – {white} (white)", { black: black || t("Black"), white: white || t("White") }) : "";
    const lines = [["EV", ""], ["RO", t("round ")], ["DT", ""], ["PC", ""], ["GN", ""], ["US", t("recorded by ")], ["GC", ""]].map(([ident, what]) => (of(root, ident) ? what + of(root, ident) : ""));
    return { title, lines: lines.filter(Boolean) };
};
export const comment = (node) => [of(node, "N"), of(node, "C")].filter(Boolean).join("\n");
/** Marks by the names of points, on a board of so many rows. */
export const marks = (node, height) => {
    const found = new Map();
    const name = (x, y) => "ABCDEFGHJKLMNOPQRSTUVWXYZ"[x] + (height - y);
    const place = (text) => [text.charCodeAt(0) - 97, text.charCodeAt(1) - 97];
    for (const kind of ["TR", "SQ", "CR", "MA", "TB", "TW"])
        for (const value of node.properties.get(kind) ?? []) {
            const [from, to] = value.split(":").map(place);
            if (from === undefined || Number.isNaN(from[0]) || Number.isNaN(from[1]))
                continue;
            const [x2, y2] = to ?? from;
            for (let y = from[1]; y <= y2; y++)
                for (let x = from[0]; x <= x2; x++)
                    found.set(name(x, y), kind);
        }
    for (const value of node.properties.get("LB") ?? []) {
        const [point, label] = value.split(/:(.*)/s);
        const [x, y] = place(point);
        if (label)
            found.set(name(x, y), "LB:" + label);
    }
    return found;
};
