// A recorded game, step by step: who accepts and refuses, and why; with its comments, marks and variations.
import { deadOn, leaveAgreed, showAgreed, toggle } from "./agreed.js";
import { drawBoard, stepper } from "./board.js";
import { clauseButton } from "./clauses.js";
import { $, ask, button, el, said } from "./dom.js";
import { inWords, spoken } from "./names.js";
import { type Node, about, comment, lineOf, marks, nodeAt, parse, pathTo, stepOf, textOf, written } from "./sgf.js";
import { graph } from "./tree.js";
import { type Game, goTo, go, read } from "./view.js";
import { player, t } from "./words.js";

interface Judged { judgement: string; refusal: string | null; clause: string; fact: { text: string }; consequences: { clause: string; effect: string }[] }
interface Step { action: string; played?: string | null; comment?: string; judged: (Judged | null)[]; boards: { board: string; taken: [number, number]; rules: number[] }[] }
interface Answer {
  rows: number; komi: string | null; says: string | null; result: string | null; warnings: string[]; left_out: number;
  rules: string[]; steps: Step[]; close: (Judged | null)[]; results: string[]; parting: string;
}

/** A file that is longer does not fit into an address. */
const MOST_BYTES = 200_000;
/** Seconds for the results of best play. */
const PATIENCE = 30;

let own: string | null = null;
let known = { key: "", answer: null as Answer | null, best: null as string[] | null };
/** The tree of the game that is shown; null for a script. */
let tree = { from: "", root: null as Node | null, bytes: new Uint8Array() as Uint8Array<ArrayBuffer> };
let asking: AbortController | null = null;
let shownRows: string[] = [];
/** The board of the step that is shown. */
export const gameRows = (): string[] => shownRows;
/** What the keys and the wheel go through. */
let stepTo: (by: number | "first" | "last" | "up" | "down") => void = () => {};

const notable = (judged: Judged | null): boolean => judged !== null && (judged.judgement !== "accepted" || judged.consequences.length > 0);
const parted = (step: Step): boolean => new Set(step.judged.map((j) => j?.judgement)).size > 1 || step.boards.length > 1;

const said_of = (names: string[], judged: (Judged | null)[]): HTMLElement => {
  const row = (name: string, j: Judged | null): HTMLElement => {
    const what = j === null ? "–" : { accepted: t("✓ accepted"), refused: t("✗ refused ({why})", { why: j.refusal ?? "" }), outside: t("outside the text") }[j.judgement] ?? j.judgement;
    const why = j === null ? [] : [j.fact.text + " ", clauseButton(j.clause, `[${j.clause}]`),
      ...j.consequences.map((c) => el("div", {}, `→ ${c.effect} `, clauseButton(c.clause, `[${c.clause}]`)))];
    return el("tr", { class: j?.judgement ?? "" }, el("th", { scope: "row" }, spoken(name), " ", el("code", {}, name)), el("td", {}, what), el("td", {}, ...why));
  };
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("what each rule set says") }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("Rule set")), el("th", { scope: "col" }, t("says")), el("th", { scope: "col" }, t("why")))),
    el("tbody", {}, ...names.map((name, n) => row(name, judged[n])))));
};

/** Where the server finds the game: the file that it has, or what is sent. */
const sent = (game: Game): RequestInit => {
  const body = game.path === "" || tree.root === null ? tree.bytes : new TextEncoder().encode(written(lineOf(tree.root, game.path)));
  return game.from === "file" && game.path === "" ? {} : { method: "POST", body, headers: { "content-type": "application/x-go-sgf" } };
};

const variations = (node: Node | null, game: Game, now: number, line: Node[]): HTMLElement | string => {
  if (node === null || node.children.length < 2) return "";
  const next = line[line.indexOf(node) + 1];
  const name = (child: Node, n: number): string => {
    const move = child.properties.has("B") ? "B" : child.properties.has("W") ? "W" : "";
    const line = n === 0 ? t("main line") : t("variation {n}", { n: n + 1 });
    return move === "" ? line : t("{line} ({player})", { line, player: player(move === "B" ? "Black" : "White") });
  };
  return el("div", { class: "row", role: "group", "aria-label": t("variations") }, el("span", { class: "soft" }, t("The game branches here:")),
    ...node.children.map((child, n) => button(name(child, n), () => go({ game: { ...game, path: pathTo(child), step: now + 1 }, dead: null }, false), { "aria-pressed": String(child === next) })));
};

const draw = (answer: Answer, game: Game): void => {
  const { dead } = read();
  const last = answer.steps.length - 1;
  const now = Math.min(game.step, last);
  const step = answer.steps[now];
  const line = tree.root === null ? [] : lineOf(tree.root, game.path);
  const handicap = answer.steps[1]?.action.includes("handicap") ?? false;
  const node = line.length === 0 ? null : nodeAt(line, now, handicap);
  const toNode = (wanted: Node): void => {
    // The line that is shown, if the node is on it.
    const path = line.includes(wanted) ? game.path : pathTo(wanted);
    go({ game: { ...game, path, step: stepOf(lineOf(tree.root!, path), wanted, handicap) }, dead: null }, true);
  };
  const focused = (document.activeElement as HTMLElement | null)?.dataset?.step;
  // Of the view as it stands: what was pressed last may not be drawn yet.
  const to = (n: number): void => go({ game: { ...(read().game ?? game), step: n } }, true);
  stepTo = (by) => {
    if (by === "up" || by === "down") {
      // The next branch before here; there another variation.
      let here: Node | null = node;
      while (here !== null && (here.parent?.children.length ?? 0) < 2) here = here.parent;
      const all = here?.parent?.children ?? [];
      const other = here === null ? undefined : all[all.indexOf(here) + (by === "down" ? 1 : -1)];
      if (other !== undefined) go({ game: { ...game, path: pathTo(other) } }, true);
      return;
    }
    const n = by === "first" ? 0 : by === "last" ? last : now + by;
    if (n >= 0 && n <= last && n !== now) to(n);
  };
  const next = (wanted: (step: Step) => boolean): number => answer.steps.findIndex((step, n) => n > now && wanted(step));
  const jump = (text: string, n: number): HTMLElement => button(text, () => to(n), { disabled: n < 0 ? "" : null });
  const caption = ({ taken, rules }: Step["boards"][0]): string =>
    (rules.length === answer.rules.length ? "" : rules.map((n) => spoken(answer.rules[n])).join(", ") + ": ") + t("captured by Black {black}, by White {white}", { black: taken[0], white: taken[1] });
  const { board, taken } = step.boards[0];
  const rows = (shownRows = board.split("/"));
  const marked = node === null ? new Map<string, string>() : marks(node, rows.length);
  $("board").replaceChildren(drawBoard(rows, t("after step {n}: {board}", { n: now, board }), { last: step.played ?? null, marks: marked, dead: deadOn(rows, dead), large: true, press: dead === null ? undefined : (r, c) => toggle(rows, r, c) }));
  const file = tree.root === null ? { title: "", lines: [] } : about(tree.root);
  const lines = [...file.lines, answer.komi === null ? "" : t("komi {komi}", { komi: answer.komi }), answer.says === null ? "" : t("rules: {rules}", { rules: answer.says }), answer.result === null ? "" : t("result: {result}", { result: answer.result })].filter(Boolean);
  const others = step.boards.slice(1).map((other) => el("figure", {}, drawBoard(other.board.split("/"), t("after step {n}: {board}", { n: now, board: other.board }), { last: step.played ?? null }), el("figcaption", {}, caption(other))));
  const words = node === null ? (step.comment ?? "") : comment(node);
  $("game").replaceChildren(
    file.title === "" ? "" : el("h2", {}, file.title), lines.length > 0 ? el("p", { class: "soft" }, lines.join("; ")) : "",
    ...(answer.left_out > 0 ? [el("p", { role: "alert" }, t("The last {n} steps are left out.", { n: answer.left_out }))] : []),
    stepper("step", now, last, step.action, to),
    el("p", { class: "soft" }, caption(step.boards[0])),
    variations(node, game, now, line),
    node === null ? "" : graph(tree.root!, node, line, toNode),
    words === "" ? "" : el("blockquote", { class: "comment" }, ...words.split("\n").map((text) => el("div", {}, text))),
    el("div", { class: "row" }, jump(t("Next disagreement"), next(parted)), jump(t("Next with something to say"), next((s) => s.judged.some(notable)))),
    el("div", { class: "row" }, button(t("Judge this position"), () => goTo({ game: null, board, dead: null, prisoners: taken.join(","), komi: answer.komi ?? "0" })),
      now === last ? button(dead === null ? t("Mark dead stones") : t("Stop marking"), () => go({ dead: dead === null ? [] : null }), { id: "mark-dead", "aria-pressed": String(dead !== null) })
        : button(t("To the end, to mark dead stones"), () => go({ game: { ...game, step: last }, dead: [] }))),
    others.length > 0 ? el("div", { class: "boards" }, ...others) : "",
    ...answer.warnings.filter((warning) => tree.root === null || !warning.includes("--line")).map((warning) => el("p", { class: "soft" }, warning)));
  if (focused !== undefined) $("game").querySelector<HTMLElement>(`[data-step="${focused}"]`)?.focus();
  const parts: HTMLElement[] = [el("p", { id: "parting" }, el("strong", {}, t("In all: ")), answer.parting + "."), el("h3", {}, now === 0 ? t("The start") : t("Step {n}: {action}", { n: now, action: step.action })), said_of(answer.rules, step.judged)];
  if (now === last) {
    if (answer.close.some((j) => j !== null)) parts.push(el("h3", {}, t("The end of the record")), said_of(answer.rules, answer.close));
    const best = known.best;
    const row = (name: string, n: number): HTMLElement => el("tr", {}, el("th", { scope: "row" }, spoken(name), " ", el("code", {}, name)), el("td", {}, answer.results[n], el("span", { class: "soft" }, " " + (inWords(answer.results[n]) === answer.results[n] ? "" : inWords(answer.results[n])))), ...(best === null ? [] : [el("td", {}, best[n])]));
    parts.push(el("h3", {}, t("Results")), el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("Rule set")), el("th", { scope: "col" }, t("by the record")), ...(best === null ? [] : [el("th", { scope: "col" }, t("by best play"))]))), el("tbody", {}, ...answer.rules.map(row))));
    const ask_best = button(best === null ? t("Ask best play too (up to {n} s a rule set)", { n: PATIENCE }) : t("Asked best play"), () => void bestPlay(game, ask_best), { id: "best", disabled: best === null ? null : "" });
    parts.push(el("p", {}, ask_best));
  }
  $("steps").replaceChildren(...parts);
  if (dead !== null && now === last) void showAgreed({}, sent(game)); else leaveAgreed();
};

/** What the record leaves to the players, answered by best play. */
const bestPlay = async (game: Game, pressed: HTMLButtonElement): Promise<void> => {
  pressed.disabled = true;
  pressed.textContent = t("best play is being searched");
  const key = known.key;
  try {
    const answer: Answer = await ask("game?" + new URLSearchParams({ rules: read().rules.join(" "), best: "true", seconds: String(PATIENCE) }), sent(game));
    if (known.key !== key) return;
    known.best = answer.results;
    draw(known.answer!, read().game!);
  } catch (error) {
    pressed.textContent = said(error);
  }
};

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** The address of a game in these bytes. */
export const gameOf = (bytes: Uint8Array): Game => {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return { from: text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""), step: 0, path: "" };
};

export const openFile = async (file: File): Promise<void> => {
  if (file.size > MOST_BYTES) {
    $("wrong").textContent = t("{file} is larger than {n} kB: `shinpan explore --record FILE` opens it", { file: file.name, n: MOST_BYTES / 1000 });
    return;
  }
  goTo({ game: gameOf(new Uint8Array(await file.arrayBuffer())), divergence: null, dead: null });
};

/** Shows the game of the view. */
export const showGame = async (): Promise<void> => {
  const view = read();
  const game = view.game!;
  asking?.abort();
  if (game.from === "") {
    $("board").replaceChildren();
    $("game").replaceChildren(el("p", {}, t("Open a game in SGF, or a script of actions; or drop a file here.")));
    $("steps").replaceChildren();
    return;
  }
  const rules = view.rules.join(" ");
  const key = `${game.from} ${game.path} ${rules}`;
  if (known.key === key && known.answer !== null) {
    draw(known.answer, game);
    return;
  }
  const mine = (asking = new AbortController());
  try {
    if (tree.from !== game.from) {
      const bytes = game.from === "file" ? new Uint8Array(await (await fetch("record", { signal: mine.signal })).arrayBuffer()) : bytesOf(game.from);
      tree = { from: game.from, bytes, root: parse(textOf(bytes)) };
    }
    const answer: Answer = await ask("game?" + new URLSearchParams({ rules }), { ...sent(game), signal: mine.signal });
    if (mine.signal.aborted) return;
    known = { key, answer, best: null };
    $("wrong").textContent = "";
    draw(answer, game);
  } catch (error) {
    if (mine.signal.aborted) return;
    $("wrong").textContent = error instanceof DOMException ? t("the address holds no game that can be read") : said(error);
    for (const id of ["game", "steps", "board"]) $(id).replaceChildren();
  }
};

export const leaveGame = (): void => {
  asking?.abort();
  stepTo = () => {};
  leaveAgreed();
  for (const id of ["game", "steps"]) $(id).replaceChildren();
};

export const beginGames = (name: string | null): void => {
  own = name;
  const input = $<HTMLInputElement>("file");
  input.addEventListener("change", () => { const file = input.files?.[0]; if (file !== undefined) void openFile(file); input.value = ""; });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) void openFile(file);
  });
  $("to-game").addEventListener("click", (event) => {
    event.preventDefault();
    if (read().game === null) go({ game: { from: own === null ? "" : "file", step: 0, path: "" }, divergence: null, guide: false, string: "", move: 0, dead: null });
  });
  document.addEventListener("keydown", (event) => {
    if (read().game === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).closest("input, select, textarea, dialog, .spot, .player, .scroll") !== null) return;
    const by = ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last" } as const)[event.key];
    if (by === undefined) return;
    event.preventDefault();
    stepTo(by);
  });
  $("board").addEventListener("wheel", (event) => {
    if (read().game === null || event.deltaY === 0 || event.ctrlKey) return;
    event.preventDefault();
    stepTo(event.deltaY > 0 ? 1 : -1);
  }, { passive: false });
};
