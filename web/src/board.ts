// Boards. Those with the status of stones and points are drawn by the server; distances and classes are the same here.
import { el, svg } from "./dom.js";
import { t } from "./words.js";

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
/** Room beside the first line, and from line to line. */
const [EDGE, STEP] = [30, 24];
const at = (n: number): number => EDGE + STEP * n;

export const well = (rows: string[]): boolean =>
  rows.length <= 19 && rows[0].length <= 19 && rows.every((row) => /^[XO.]+$/.test(row) && row.length === rows[0].length);

export const nameOf = (rows: string[], r: number, c: number): string => LETTERS[c] + (rows.length - r);

/** Row and column of a point. */
export const placeOf = (rows: string[], name: string): [number, number] => [rows.length - Number(name.slice(1)), LETTERS.indexOf(name[0])];

/** The stones of the string on a point. */
export const stringAt = (rows: string[], r: number, c: number): [number, number][] => {
  const colour = rows[r][c];
  if (colour === ".") return [];
  const found: [number, number][] = [[r, c]];
  for (const [y, x] of found) {
    for (const [dy, dx] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      if (rows[y + dy]?.[x + dx] === colour && !found.some(([a, b]) => a === y + dy && b === x + dx)) found.push([y + dy, x + dx]);
    }
  }
  return found;
};

/** The lines on which star points are; but for 19x19 they are the corners of a square and the centre. */
const STARS: Record<number, number[]> = { 9: [2, 4, 6], 13: [3, 6, 9], 19: [3, 9, 15] };

const saysOf = (stone: string): string => (stone === "X" ? t("black") : stone === "O" ? t("white") : t("empty"));

/** What is done on a point: `stone` is what a key or the right button asks for. */
export type Pressed = (r: number, c: number, how: { stone: string | null; drag: boolean }) => void;

/** What else is drawn. */
export interface Besides {
  /** The point of the last move. */
  last?: string | null;
  /** Points on which verdicts differ. */
  differs?: string[];
  /** Dead stones by their points. */
  dead?: Set<string>;
  /** Marks of an SGF file: kind and, for a label, its text, by points. */
  marks?: Map<string, string>;
  /** The board is the largest thing on the page. */
  large?: boolean;
  press?: Pressed;
}

/** How much larger a board of this width is drawn: one that is pressed has room for a finger. */
const scaleOf = (across: number, large: boolean): number => (large ? Math.max(1.25, Math.min(3.4, 620 / across)) : Math.max(1, Math.min(1.6, 330 / across)));

/** A board that the server drew, in the size of ours. */
export const sized = (drawn: SVGElement): void => {
  const [, , across, down] = drawn.getAttribute("viewBox")!.split(" ").map(Number);
  const scale = scaleOf(across, false);
  drawn.setAttribute("width", String(Math.round(scale * across)));
  drawn.setAttribute("height", String(Math.round(scale * down)));
};

/** A broken line around points. */
export const outline = (rows: string[], points: string[]): SVGElement[] => {
  if (points.length === 0) return [];
  const places = points.map((name) => placeOf(rows, name));
  const has = (r: number, c: number): boolean => places.some(([y, x]) => y === r && x === c);
  const half = STEP / 2;
  let d = "";
  for (const [r, c] of places) {
    const [x, y] = [at(c), at(r)];
    if (!has(r - 1, c)) d += `M${x - half} ${y - half}h${STEP}`;
    if (!has(r + 1, c)) d += `M${x - half} ${y + half}h${STEP}`;
    if (!has(r, c - 1)) d += `M${x - half} ${y - half}v${STEP}`;
    if (!has(r, c + 1)) d += `M${x + half} ${y - half}v${STEP}`;
  }
  return [svg("path", { class: "differs-halo", d, fill: "none", "stroke-width": 3.4, "stroke-linecap": "square" }),
    svg("path", { class: "differs", d, fill: "none", "stroke-width": 2, "stroke-dasharray": "6 3" })];
};

const cross = (x: number, y: number, stone: string): SVGElement =>
  svg("path", { class: "on", d: `M${x - 4.5} ${y - 4.5}l9 9m0 -9l-9 9`, stroke: stone === "X" ? "#fff" : "#111", "stroke-width": 2.2, fill: "none" });

/** A mark as SGF files have it, on a stone or beside it. */
const markOf = (kind: string, x: number, y: number, stone: string): SVGElement => {
  const ink = { class: stone === "." ? "ink" : "on", stroke: stone === "X" ? "#fff" : "#111", "stroke-width": 1.8, fill: "none" };
  switch (kind) {
    case "TR": return svg("path", { ...ink, d: `M${x} ${y - 6}L${x + 5.5} ${y + 4}H${x - 5.5}Z` });
    case "SQ": return svg("rect", { ...ink, x: x - 4.5, y: y - 4.5, width: 9, height: 9 });
    case "CR": return svg("circle", { ...ink, cx: x, cy: y, r: 5 });
    case "MA": return svg("path", { ...ink, d: `M${x - 4.5} ${y - 4.5}l9 9m0 -9l-9 9` });
    case "TB": case "TW": return svg("rect", { class: `square ${kind === "TB" ? "b" : "w"}`, x: x - 4.5, y: y - 4.5, width: 9, height: 9, fill: kind === "TB" ? "#111" : "#fff", stroke: "#111", "stroke-width": 1.4 });
    default: return svg("g", {}, ...(stone === "." ? [svg("rect", { class: "ground", x: x - 6, y: y - 7, width: 12, height: 14, fill: "#fff" })] : []), svg("text", { class: stone === "." ? "said" : "on", x, y: y + 4.5, "text-anchor": "middle", "font-size": kind.length > 4 ? 8 : 13, "font-weight": "bold", fill: stone === "X" ? "#fff" : "#111" }, kind.slice(3, 6)));
  }
};

/** A board. Where it can be pressed each point is a button, reached by the arrow keys. */
export const drawBoard = (rows: string[], says: string, { last = null, differs = [], dead, marks, large = false, press }: Besides = {}): SVGElement => {
  const [height, width] = [rows.length, rows[0].length];
  const [across, down] = [at(width - 1) + EDGE, at(height - 1) + EDGE];
  const scale = scaleOf(across, large);
  const all = svg("svg", { class: "board", viewBox: `0 0 ${across} ${down}`, width: Math.round(scale * across), height: Math.round(scale * down),
    role: press ? "group" : "img", "aria-label": says, "font-family": "sans-serif" });
  const lines = svg("g", { class: "lines", stroke: "#555" });
  const names = svg("g", { class: "names", "font-size": 10, "text-anchor": "middle", fill: "#333", "aria-hidden": "true" });
  const [wider, higher] = [width === 1 ? 12 : 0, height === 1 ? 12 : 0];
  for (let r = 0; r < height; r++) {
    lines.append(svg("line", { x1: EDGE - wider, y1: at(r), x2: at(width - 1) + wider, y2: at(r) }));
    for (const x of [7, across - 7]) names.append(svg("text", { x, y: at(r) + 4 }, String(height - r)));
  }
  for (let c = 0; c < width; c++) {
    lines.append(svg("line", { x1: at(c), y1: EDGE - higher, x2: at(c), y2: at(height - 1) + higher }));
    for (const y of [11, down - 3]) names.append(svg("text", { x: at(c), y }, LETTERS[c]));
  }
  all.append(svg("rect", { class: "ground", width: across, height: down, fill: "#fff" }), lines, names);
  if (height === width) for (const r of STARS[height] ?? []) for (const c of STARS[height]) {
    if (height === 19 || (2 * r + 1 === height) === (2 * c + 1 === height)) all.append(svg("circle", { class: "star", cx: at(c), cy: at(r), r: 2.5, fill: "#555" }));
  }
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) {
      const stone = rows[r][c];
      const name = nameOf(rows, r, c);
      const gone = dead?.has(name) === true;
      const mark = marks?.get(name);
      const spot = svg("g", press ? { class: "spot", tabindex: r + c === 0 ? 0 : -1, role: "button", "data-r": r, "data-c": c,
        "aria-label": gone ? t("{point} {stone}, dead", { point: name, stone: saysOf(stone) }) : t("{point} {stone}", { point: name, stone: saysOf(stone) }) } : {});
      if (press) spot.append(svg("rect", { x: at(c) - 12, y: at(r) - 12, width: 24, height: 24, fill: "transparent" }));
      if (stone !== ".") spot.append(svg("circle", { class: `stone ${stone === "X" ? "b" : "w"}`, cx: at(c), cy: at(r), r: 11, fill: stone === "X" ? "#111" : "#fff", stroke: "#111", "stroke-width": 1.2, opacity: gone ? 0.5 : null }));
      if (gone) spot.append(cross(at(c), at(r), stone));
      else if (mark !== undefined) spot.append(markOf(mark, at(c), at(r), stone));
      else if (name === last && stone !== ".") spot.append(svg("circle", { class: "on", cx: at(c), cy: at(r), r: 5, fill: "none", "stroke-width": 2, stroke: stone === "X" ? "#fff" : "#111" }));
      if (press) {
        spot.append(svg("circle", { class: "ring", cx: at(c), cy: at(r), r: 12, fill: "none", stroke: "transparent" }));
        spot.addEventListener("keydown", (event) => pressed(event as KeyboardEvent, r, c, press));
      }
      all.append(spot);
    }
  }
  all.append(...outline(rows, differs));
  return all;
};

/** A picture of itself for a legend: a point of a board with this on it. */
export const sample = (kind: string): SVGElement => {
  const small = svg("svg", { class: "board", viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" });
  const stone = (colour: string, opacity: number | null = null): SVGElement =>
    svg("circle", { class: `stone ${colour === "X" ? "b" : "w"}`, cx: 12, cy: 12, r: 11, fill: colour === "X" ? "#111" : "#fff", stroke: "#111", "stroke-width": 1.2, opacity });
  const dark = { class: "on", stroke: "#fff", "stroke-width": 1.8, fill: "none" };
  if ("X#xY".includes(kind)) small.append(stone("X", kind === "x" ? 0.5 : null));
  if (kind === "x") small.append(cross(12, 12, "X"));
  if (kind === "#") small.append(svg("rect", { ...dark, x: 7.5, y: 7.5, width: 9, height: 9 }));
  if (kind === "Y") small.append(svg("text", { class: "on", x: 12, y: 17, "text-anchor": "middle", "font-size": 14, "font-weight": "bold", fill: "#fff" }, "?"));
  if ("bw".includes(kind)) small.append(svg("rect", { class: `shade ${kind}`, width: 24, height: 24 }), svg("rect", { class: `square ${kind}`, x: 7.5, y: 7.5, width: 9, height: 9, fill: kind === "b" ? "#111" : "#fff", stroke: "#111", "stroke-width": 1.4 }));
  if (kind === ":") small.append(svg("path", { class: "square b", d: "M6.5 12L12 6.5L17.5 12L12 17.5Z", fill: "#111", stroke: "#111", "stroke-width": 1.4 }));
  if (kind === ".") small.append(svg("path", { class: "ink", d: "M8.5 8.5l7 7m0 -7l-7 7", "stroke-width": 1.4, fill: "none" }));
  if (kind === "?") small.append(svg("text", { class: "said", x: 12, y: 17, "text-anchor": "middle", "font-size": 14, "font-weight": "bold" }, "?"));
  if (kind === "differs") small.append(svg("rect", { class: "differs", x: 2, y: 2, width: 20, height: 20, fill: "none", "stroke-width": 2.4, "stroke-dasharray": "6 3" }));
  return small;
};

/** Takes what the mouse, a pen or a finger does on a board in this element, whatever board is drawn in it. */
export const beginPointing = (holder: HTMLElement, press: Pressed, rows: () => string[]): void => {
  let held: { button: number; over: string } | null = null;
  let handled = false;
  const spotOf = (event: MouseEvent): [number, number] | null => {
    const drawn = holder.querySelector<SVGElement>("svg.board");
    const name = drawn === null ? null : clicked(event, drawn, rows());
    return name === null ? null : placeOf(rows(), name);
  };
  const act = (event: PointerEvent, drag: boolean): void => {
    const spot = spotOf(event);
    if (spot === null || held === null) return;
    if (drag && held.over === spot.join()) return;
    held.over = spot.join();
    press(...spot, { stone: held.button === 2 ? "right" : null, drag });
  };
  holder.addEventListener("pointerdown", (event) => {
    // A finger may also be about to scroll: it acts when it is lifted, as a click.
    if (event.pointerType === "touch" || (event.button !== 0 && event.button !== 2) || (event.target as Element).closest("svg.board") === null) return;
    held = { button: event.button, over: "" };
    handled = event.button === 0;
    act(event, false);
    event.preventDefault();
  });
  addEventListener("pointermove", (event) => { if (held !== null && event.buttons !== 0) act(event, true); else held = null; });
  addEventListener("pointerup", () => { held = null; });
  holder.addEventListener("contextmenu", (event) => { if ((event.target as Element).closest("svg.board") !== null) event.preventDefault(); });
  holder.addEventListener("click", (event) => {
    if (handled) { handled = false; return; }
    const spot = (event.target as Element).closest<SVGElement>(".spot");
    if (spot !== null) press(Number(spot.dataset.r), Number(spot.dataset.c), { stone: null, drag: false });
  });
};

const STEPS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const KEYS: Record<string, string | null> = { x: "X", X: "X", b: "X", o: "O", O: "O", w: "O", ".": ".", Delete: ".", Backspace: ".", " ": null, Enter: null };

const pressed = (event: KeyboardEvent, r: number, c: number, press: Pressed): void => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const step = STEPS[event.key];
  if (step !== undefined) focusOn(r + step[0], c + step[1]);
  else if (event.key in KEYS) press(r, c, { stone: KEYS[event.key], drag: false });
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
export const stepper = (what: "step" | "move", now: number, most: number, says: string, to: (n: number) => void): HTMLElement => {
  const [all, first, previous, next, last] = what === "step"
    ? [t("step through the steps"), t("first step"), t("previous step"), t("next step"), t("last step")]
    : [t("step through the moves"), t("first move"), t("previous move"), t("next move"), t("last move")];
  const move = (text: string, name: string, label: string, n: number): HTMLButtonElement =>
    el("button", { type: "button", "aria-label": label, "data-step": name, "aria-disabled": n < 0 || n > most ? "true" : null,
      click: () => { if (n >= 0 && n <= most && n !== now) to(n); } }, text);
  return el("div", { class: "player", role: "group", "aria-label": all, keydown: (event: KeyboardEvent) => {
    const n = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: most }[event.key];
    if (n === undefined) return;
    event.preventDefault();
    if (n >= 0 && n <= most && n !== now) to(n);
  } }, move("|◀", "first", first, 0), move("◀", "previous", previous, now - 1), move("▶", "next", next, now + 1), move("▶|", "last", last, most),
  el("span", { role: "status" }, t("{now} of {most}: {says}", { now, most, says })));
};
