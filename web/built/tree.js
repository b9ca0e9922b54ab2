// The variations of a game as a graph: moves from left to right, the main line at the top, each variation on a line below.
import { el, svg } from "./dom.js";
import { t } from "./words.js";
/** From node to node, across and down. */
const STEP = 20;
const EDGE = 12;
/** A larger tree is not drawn: its variations are chosen where they branch. */
const MOST = 4000;
/** Every node with its place, parents before children; null if there are too many. A variation begins in the first row that is free from there on. */
export const placed = (root) => {
    const all = [];
    /** By row: the last column that is taken. */
    const taken = [];
    const open = [{ node: root, depth: 0, beside: 0 }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
        // A line is placed whole, and then what branches off it, the last branch first, so that no two cross.
        let row = next.beside;
        const line = [];
        for (let node = next.node; node !== undefined; node = node.children[0])
            line.push(node);
        while (taken[row] !== undefined && taken[row] >= next.depth - 1)
            row += 1;
        taken[row] = next.depth + line.length;
        for (const [n, node] of line.entries()) {
            all.push({ node, row, depth: next.depth + n });
            for (const child of node.children.slice(1).reverse())
                open.push({ node: child, depth: next.depth + n + 1, beside: row + 1 });
        }
        if (all.length > MOST)
            return null;
    }
    return all;
};
const moved = (node) => (node.properties.has("B") ? "b" : node.properties.has("W") ? "w" : "");
/** The graph, the node `now` marked and in sight and the line it is on emphasised; nothing where a game has no variations. */
export const graph = (root, now, line, to) => {
    const all = placed(root);
    if (all === null || all.every(({ row }) => row === 0))
        return "";
    const at = new Map(all.map((place) => [place.node, place]));
    const on = new Set(line);
    const [x, y] = [(place) => EDGE + place.depth * STEP, (place) => EDGE + place.row * STEP];
    const wide = EDGE * 2 + Math.max(...all.map(({ depth }) => depth)) * STEP;
    const high = EDGE * 2 + Math.max(...all.map(({ row }) => row)) * STEP;
    const edges = all.filter(({ node }) => node.parent !== null).map((place) => {
        const from = at.get(place.node.parent);
        // Down beside its parent, and then slanting to the first move of the variation.
        const bend = place.row > from.row + 1 ? `L${x(from)} ${y(place) - STEP}` : "";
        return svg("path", { class: on.has(place.node) ? "edge on" : "edge", d: `M${x(from)} ${y(from)}${bend}L${x(place)} ${y(place)}` });
    });
    const marks = all.map((place) => {
        const kind = moved(place.node);
        const shape = kind === "" ? svg("rect", { x: x(place) - 4, y: y(place) - 4, width: 8, height: 8, class: "node" }) : svg("circle", { cx: x(place), cy: y(place), r: 6, class: `node ${kind}` });
        const ring = place.node === now ? [svg("circle", { cx: x(place), cy: y(place), r: 9, class: "here" })] : [];
        return svg("g", { click: () => to(place.node) }, svg("title", {}, place.node.properties.has("C") ? t("move {n}, with a comment", { n: place.depth }) : t("move {n}", { n: place.depth })), ...ring, shape);
    });
    const picture = svg("svg", { width: wide, height: high, viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": t("the variations of the game") }, ...edges, ...marks);
    const held = el("div", { class: "scroll tree", tabindex: 0, role: "region", "aria-label": t("variations as a graph; the arrow keys step") }, picture);
    const here = at.get(now);
    if (here !== undefined)
        requestAnimationFrame(() => held.scrollTo(x(here) - held.clientWidth / 2, y(here) - held.clientHeight / 2));
    return held;
};
