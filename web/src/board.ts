// Boards. Those with the status of stones and points are drawn by the server; distances are the same here.
import { el, svg } from "./dom.js";

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
/** Room beside the first line, and from line to line. */
const [EDGE, STEP] = [30, 24];
const at = (n: number): number => EDGE + STEP * n;

export const well = (rows: string[]): boolean =>
  rows.length <= 19 && rows[0].length <= 19 && rows.every((row) => /^[XO.]+$/.test(row) && row.length === rows[0].length);

export const nameOf = (rows: string[], r: number, c: number): string => LETTERS[c] + (rows.length - r);

/** The lines on which star points are; but for 19x19 they are the corners of a square and the centre. */
const STARS: Record<number, number[]> = { 9: [2, 4, 6], 13: [3, 6, 9], 19: [3, 9, 15] };

const SAYS: Record<string, string> = { X: "black", O: "white", ".": "empty" };

/** A board on which points can be pressed. */
type Pressed = (r: number, c: number, stone: string | null) => void;

/** How much larger a board of this width is drawn: one that is pressed has room for a finger. */
const scaleOf = (across: number, pressed: boolean): number => Math.max(pressed ? 1.25 : 1, Math.min(pressed ? 1.9 : 1.5, 380 / across));

/** A board that the server drew, in the size of ours. */
export const sized = (drawn: SVGElement): void => {
  const [, , across, down] = drawn.getAttribute("viewBox")!.split(" ").map(Number);
  const scale = scaleOf(across, false);
  drawn.setAttribute("width", String(Math.round(scale * across)));
  drawn.setAttribute("height", String(Math.round(scale * down)));
};

/** A board; `last` is the point of the last move. With `onpress` each point is a button, reached by the arrow keys. */
export const drawBoard = (rows: string[], says: string, last: string | null, onpress: Pressed | null): SVGElement => {
  const [height, width] = [rows.length, rows[0].length];
  const [across, down] = [at(width - 1) + EDGE, at(height - 1) + EDGE];
  const scale = scaleOf(across, onpress !== null);
  const all = svg("svg", { viewBox: `0 0 ${across} ${down}`, width: Math.round(scale * across), height: Math.round(scale * down),
    role: onpress ? "group" : "img", "aria-label": says, "font-family": "sans-serif" });
  const lines = svg("g", { stroke: "#555" });
  const names = svg("g", { "font-size": 10, "text-anchor": "middle", fill: "#333", "aria-hidden": "true" });
  const [wider, higher] = [width === 1 ? 12 : 0, height === 1 ? 12 : 0];
  for (let r = 0; r < height; r++) {
    lines.append(svg("line", { x1: EDGE - wider, y1: at(r), x2: at(width - 1) + wider, y2: at(r) }));
    for (const x of [7, across - 7]) names.append(svg("text", { x, y: at(r) + 4 }, String(height - r)));
  }
  for (let c = 0; c < width; c++) {
    lines.append(svg("line", { x1: at(c), y1: EDGE - higher, x2: at(c), y2: at(height - 1) + higher }));
    for (const y of [11, down - 3]) names.append(svg("text", { x: at(c), y }, LETTERS[c]));
  }
  const stars = svg("g", { fill: "#555" });
  if (height === width) for (const r of STARS[height] ?? []) for (const c of STARS[height]) {
    if (height === 19 || (2 * r + 1 === height) === (2 * c + 1 === height)) stars.append(svg("circle", { cx: at(c), cy: at(r), r: 2.5 }));
  }
  all.append(lines, stars, names);
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) {
      const stone = rows[r][c];
      const name = nameOf(rows, r, c);
      const spot = svg("g", onpress ? { class: "spot", tabindex: r + c === 0 ? 0 : -1, role: "button", "data-r": r, "data-c": c,
        "aria-label": `${name} ${SAYS[stone]}` } : {});
      if (onpress) spot.append(svg("rect", { x: at(c) - 12, y: at(r) - 12, width: 24, height: 24, fill: "transparent" }));
      if (stone !== ".") spot.append(svg("circle", { cx: at(c), cy: at(r), r: 11, fill: stone === "X" ? "#111" : "#fff", stroke: "#111", "stroke-width": 1.2 }));
      if (name === last && stone !== ".") spot.append(svg("circle", { cx: at(c), cy: at(r), r: 5, fill: "none", "stroke-width": 2, stroke: stone === "X" ? "#fff" : "#111" }));
      if (onpress) {
        spot.append(svg("circle", { class: "ring", cx: at(c), cy: at(r), r: 12, fill: "none", stroke: "transparent" }));
        spot.addEventListener("click", () => onpress(r, c, null));
        spot.addEventListener("keydown", (event) => pressed(event as KeyboardEvent, r, c, onpress));
      }
      all.append(spot);
    }
  }
  return all;
};

const STEPS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const KEYS: Record<string, string | null> = { x: "X", X: "X", b: "X", o: "O", O: "O", w: "O", ".": ".", Delete: ".", Backspace: ".", " ": null, Enter: null };

const pressed = (event: KeyboardEvent, r: number, c: number, onpress: Pressed): void => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const step = STEPS[event.key];
  if (step !== undefined) focusOn(r + step[0], c + step[1]);
  else if (event.key in KEYS) onpress(r, c, KEYS[event.key]);
  else return;
  event.preventDefault();
};

/** The point that a key was pressed on stays in focus when the board is drawn again. */
export const focusOn = (r: number, c: number): void => {
  const spot = document.querySelector<SVGElement>(`#board .spot[data-r="${r}"][data-c="${c}"]`);
  if (spot === null) return;
  for (const other of document.querySelectorAll("#board .spot")) other.setAttribute("tabindex", "-1");
  spot.setAttribute("tabindex", "0");
  spot.focus();
};

/** The point of a drawn board that was clicked. */
export const clicked = (event: MouseEvent, drawn: SVGElement, rows: string[]): string | null => {
  const [, , across] = drawn.getAttribute("viewBox")!.split(" ").map(Number);
  const box = drawn.getBoundingClientRect();
  const scale = across / box.width;
  const [c, r] = [event.clientX - box.left, event.clientY - box.top].map((d) => Math.round((d * scale - EDGE) / STEP));
  return r >= 0 && r < rows.length && c >= 0 && c < rows[0].length ? nameOf(rows, r, c) : null;
};

/** Buttons that go through something, which the arrow keys do too. */
export const stepper = (what: string, now: number, most: number, says: string, to: (n: number) => void): HTMLElement => {
  const move = (text: string, name: string, n: number): HTMLButtonElement =>
    el("button", { type: "button", "aria-label": `${name} ${what}`, "data-step": name, "aria-disabled": n < 0 || n > most ? "true" : null,
      click: () => { if (n >= 0 && n <= most && n !== now) to(n); } }, text);
  return el("div", { class: "player", role: "group", "aria-label": `step through the ${what}s`, keydown: (event: KeyboardEvent) => {
    const n = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: most }[event.key];
    if (n === undefined) return;
    event.preventDefault();
    if (n >= 0 && n <= most && n !== now) to(n);
  } }, move("|◀", "first", 0), move("◀", "previous", now - 1), move("▶", "next", now + 1), move("▶|", "last", most),
  el("span", { role: "status" }, `${now} of ${most}: ${says}`));
};
