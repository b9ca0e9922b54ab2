// What the rule sets say of the position: a line each in the summary, and a card for those that say the same, as soon as it is known.
import { clicked, drawBoard, outline, sample, sized, stepper } from "./board.js";
import { clauseButton, linked } from "./clauses.js";
import { type Compared, differing, sentences } from "./differs.js";
import { $, button, copied, el, pixels, save } from "./dom.js";
import { assumed, inWords, spoken } from "./names.js";
import { go, read } from "./view.js";
import { life, moves, player, t, titled } from "./words.js";

interface Move { player: string; move: string; after: string; rules: { clause: string; fact: string }[] }
interface Step { clause: string; title: string; paraphrase: string; reading: string | null; fact: string; line: Move[] }
interface StoneString { stones: string[]; player: string; life: string; by: string; clause: string; title: string; step: number | null }
export interface Item { player: string; value: number; what: string; clause: string | null; points: string[] }
interface Verdict extends Compared {
  n: number; outcome: string; margin: number | null; undecided: boolean; board: string; strings: StoneString[]; items: Item[]; notes: string[];
  steps: Step[]; svg: string; sgf: string;
}
/** Verdicts that are the same, and of which of them the reasons are shown. */
interface Card { members: Verdict[]; active: Verdict; node: HTMLElement; letter: string; board: HTMLElement; why: HTMLElement; strings: HTMLElement[] }

/** Seconds for a question, and how many times as many where more is asked for. */
const [USUAL, MORE] = [20, 6];

let source: EventSource | null = null;
let retry = 0;
let ticking = 0;
let asked = "";
let rows: string[] = [];
let names: string[] = [];
let verdicts: (Verdict | undefined)[] = [];
let cards: Card[] = [];
let differs: string[] = [];
/** What has come before the first cards are drawn: they stand in the order of the rule sets. */
let waiting: Verdict[] | null = null;

const lineOf = (verdict: Verdict, key: string): { string: StoneString | null; step: Step | null } => {
  const [, what] = key.split(".");
  // A step of the trace by its number, or a string by a stone of it.
  if (/^[0-9]+$/.test(what)) return { string: null, step: verdict.steps[Number(what)] ?? null };
  const string = verdict.strings.find((string) => string.stones.includes(what)) ?? null;
  return { string, step: string?.step === null || string === null ? null : verdict.steps[string.step] };
};

const served = (verdict: Verdict): HTMLElement => {
  const holder = el("div", { class: verdict.strings.length > 0 ? "pressable" : "" });
  // Made by the server from the position alone.
  holder.innerHTML = verdict.board;
  const drawn = holder.querySelector("svg")!;
  sized(drawn);
  if (verdict.status) drawn.append(...outline(rows, differs));
  drawn.addEventListener("click", (event) => {
    const point = clicked(event, drawn, rows);
    const string = verdict.strings.find((string) => string.stones.includes(point ?? ""));
    if (string !== undefined) go({ string: `${verdict.n}.${string.stones[0]}`, move: 0 });
  });
  return holder;
};

/** The first of many points. */
const few = (points: string[]): string => {
  const MOST = 8;
  return points.length > MOST + 1 ? t("{points} and {n} more", { points: points.slice(0, MOST).join(" "), n: points.length - MOST }) : points.join(" ");
};

/** What is looked at of a verdict: a string or a step, and its line on the board. */
const explain = ({ active: verdict, board, why, strings }: Card, key: string, move: number): void => {
  const mine = key.split(".")[0] === String(verdict.n);
  const { string, step } = mine ? lineOf(verdict, key) : { string: null, step: null };
  verdict.strings.forEach((other, n) => strings[n].setAttribute("aria-pressed", String(other === string)));
  if (string === null && step === null) {
    why.replaceChildren();
    board.replaceChildren(served(verdict));
    return;
  }
  const parts: HTMLElement[] = [];
  if (string !== null) {
    parts.push(el("p", {}, el("strong", {}, `${player(string.player)} ${string.stones.join(" ")}: ${life(string.life)}`),
      string.by === string.life ? "" : ` – ${string.by}`, " – ", clauseButton(string.clause, `[${string.clause}]`), ` ${titled(string.title)}`));
  }
  if (step !== null) parts.push(el("p", {}, step.fact));
  const line = step?.line ?? [];
  if (line.length > 0) {
    const now = Math.min(move, line.length);
    const at = now === 0 ? null : line[now - 1];
    const says = at === null ? t("the position") : `${player(at.player)} ${at.move}`;
    parts.push(stepper("move", now, line.length, says, (n) => {
      const focused = (document.activeElement as HTMLElement | null)?.dataset.step;
      go({ move: n }, true);
      why.querySelector<HTMLElement>(`[data-step="${focused}"]`)?.focus();
    }));
    for (const rule of at?.rules ?? []) parts.push(el("p", { class: "soft" }, rule.fact + " ", clauseButton(rule.clause, `[${rule.clause}]`)));
    board.replaceChildren(at === null ? served(verdict)
      : drawBoard(at.after.split("/"), t("after {now} of {all} moves, {says}: {board}", { now, all: line.length, says, board: at.after }), { last: at.move }));
  } else {
    parts.push(el("p", { class: "soft" }, t("No line of play is shown for it.")));
    board.replaceChildren(served(verdict));
  }
  why.replaceChildren(...parts, button(t("Close"), () => go({ string: "", move: 0 })));
};

/** The items of a count and what they come to: a table for people. */
export const score = (items: Item[], outcome: string): HTMLElement => {
  const merged: Item[] = [];
  for (const item of items) {
    const same = merged.find((other) => other.player === item.player && other.what === item.what && other.clause === item.clause);
    if (same === undefined) merged.push({ ...item, points: [...item.points] });
    else { same.value += item.value; same.points.push(...item.points); }
  }
  const row = ({ player, value, what, clause, points }: Item): HTMLElement => {
    const where = few(points);
    const cell = (who: string): HTMLElement => el("td", { class: "number" }, who === player ? String(value) : "");
    return el("tr", {}, el("th", { scope: "row" }, what, where === "" ? "" : el("span", { class: "soft" }, " " + where), " ",
      clause === null ? "" : clauseButton(clause, `[${clause}]`)), cell("Black"), cell("White"));
  };
  const total = (who: string): string => String(merged.filter((item) => item.player === who).reduce((sum, item) => sum + item.value, 0));
  return el("table", { class: "score" }, el("caption", { class: "unseen" }, t("the count")),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("Counted")), el("th", { scope: "col", class: "number" }, t("Black")), el("th", { scope: "col", class: "number" }, t("White")))),
    el("tbody", {}, ...(merged.length > 0 ? merged.map(row) : [el("tr", {}, el("th", { scope: "row" }, t("neither player has a point to claim")), el("td", { class: "number" }, "0"), el("td", { class: "number" }, "0"))])),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, inWords(outcome)), el("td", { class: "number" }, total("Black")), el("td", { class: "number" }, total("White")))));
};

const stepsOf = (card: Card, verdict: Verdict): HTMLElement[] => {
  const met = new Set<string>();
  return verdict.steps.map((step, n) => {
    const parts: HTMLElement[] = [el("h4", {}, clauseButton(step.clause, step.clause), ` ${titled(step.title)}` + (step.reading ? ` [${step.reading}]` : ""))];
    if (!met.has(step.clause)) parts.push(el("p", { class: "soft" }, step.paraphrase));
    met.add(step.clause);
    parts.push(el("p", {}, step.fact));
    if (step.line.length > 0) parts.push(button(t("Show it on the board ({moves})", { moves: moves(step.line.length) }), () => {
      go({ string: `${verdict.n}.${n}`, move: 0 });
      card.board.scrollIntoView({ block: "nearest" });
    }));
    return el("div", { class: "step" }, ...parts);
  });
};

/** Shows the reasons of this one of the verdicts of a card. */
const choose = (card: Card, verdict: Verdict): void => {
  // What was looked at of another is no longer shown.
  if (card.active !== verdict && read().string !== "") go({ string: "", move: 0 }, true);
  card.active = verdict;
  fill(card);
  reflect();
};

/** Draws a card: of the verdicts that are the same, the reasons of the one that is looked at. */
const fill = (card: Card): void => {
  const { active: verdict, members, node } = card;
  card.board = el("div", { class: "drawn" });
  card.why = el("div", { class: "why" });
  card.strings = verdict.strings.map((string) =>
    button(`${player(string.player)} ${few(string.stones)}: ${life(string.life)}` + (["capturable", "captured", string.life].includes(string.by) ? "" : ` (${string.by})`), () => {
      const key = `${verdict.n}.${string.stones[0]}`;
      go(read().string === key ? { string: "", move: 0 } : { string: key, move: 0 });
    }, { "aria-pressed": "false" }));
  const name = `${rows.join("-").replaceAll(".", "_")} ${verdict.rules}`.replace(/[^A-Za-z0-9_=, -]/g, ".");
  const tab = (member: Verdict): HTMLElement => button(spoken(member.rules), () => choose(card, member), { "aria-pressed": String(member === verdict), title: member.rules });
  const copy = button(t("Copy picture"), () => void copied(copy, async () => {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pixels(verdict.svg) })]);
  }));
  node.setAttribute("data-rules", members.map((member) => member.rules).join(" "));
  node.replaceChildren(
    el("h3", { id: `name-${verdict.n}` }, el("span", { class: "letter" }, card.letter), " ", members.length === 1 ? spoken(verdict.rules) : t("{n} rule sets", { n: members.length }), " ", el("code", {}, members.length === 1 ? verdict.rules : "")),
    ...(members.length > 1 ? [el("div", { class: "tabs", role: "group", "aria-label": t("whose reasons") }, ...members.map(tab))] : []),
    el("p", { class: "outcome" }, verdict.outcome), card.board,
    verdict.status ? "" : el("p", { class: "soft" }, t("This text gives no status: the result is that of best play, or of a count.")),
    el("div", { class: "strings", role: "group", "aria-label": t("strings") }, ...card.strings), card.why,
    verdict.margin === null ? "" : score(verdict.items, verdict.outcome),
    el("ul", { class: "notes" }, ...verdict.notes.map((note) => el("li", {}, ...linked(note)))),
    el("details", {}, el("summary", {}, t("All clauses applied, and the lines of play")), ...stepsOf(card, verdict)),
    el("p", { class: "soft row save" }, t("Save as "), button("SVG", () => save(name + ".svg", "image/svg+xml", verdict.svg), { "aria-label": t("Save as SVG") }),
      button("SGF", () => save(name + ".sgf", "application/x-go-sgf", verdict.sgf), { "aria-label": t("Save as SGF") }), copy));
  node.setAttribute("aria-labelledby", `name-${verdict.n}`);
  node.classList.toggle("open", verdict.undecided);
};

const same = (a: Verdict, b: Verdict): boolean =>
  a.outcome === b.outcome && a.status === b.status && a.cells === b.cells && a.undecided === b.undecided
  && JSON.stringify(a.strings.map(({ stones, life }) => [stones, life])) === JSON.stringify(b.strings.map(({ stones, life }) => [stones, life]));

/** Puts a verdict into the card of those that are the same, or into a new one behind the others: what is there stays where it is. */
const place = (verdict: Verdict): void => {
  const before = cards.find((card) => card.members.some((member) => member.n === verdict.n));
  if (before !== undefined) {
    before.members = before.members.filter((member) => member.n !== verdict.n);
    if (before.members.length === 0) {
      before.node.remove();
      cards = cards.filter((card) => card !== before);
    } else {
      before.active = before.members[0];
      fill(before);
    }
  }
  let card = cards.find((card) => same(card.members[0], verdict));
  if (card === undefined) {
    const letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("").find((letter) => !cards.some((card) => card.letter === letter)) ?? "·";
    card = { members: [], active: verdict, node: el("article", {}), letter, board: el("div"), why: el("div"), strings: [] };
    cards.push(card);
    $("answers").append(card.node);
  }
  card.members.push(verdict);
  card.members.sort((a, b) => a.n - b.n);
  // The reasons that somebody reads are left alone.
  if (read().string.split(".")[0] === String(verdict.n)) card.active = verdict;
  fill(card);
};

const summaryRow = (name: string, n: number): HTMLElement => {
  const verdict = verdicts[n];
  const card = cards.find((card) => card.members.includes(verdict!));
  const result = verdict === undefined ? [el("span", { class: "soft" }, t("being decided"))]
    : [el("strong", {}, verdict.outcome), /^[BW]\+/.test(verdict.outcome) ? el("span", { class: "soft" }, " " + inWords(verdict.outcome)) : ""];
  const show = (): void => {
    if (card === undefined || verdict === undefined) return;
    choose(card, verdict);
    card.node.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };
  return el("tr", { id: "answer-" + n, class: verdict === undefined || verdict.undecided ? "open" : "" },
    el("th", { scope: "row" }, verdict === undefined ? spoken(name) : button(spoken(name), show, { class: "link" }), " ", el("code", {}, name)),
    el("td", {}, ...result), el("td", {}, card === undefined ? "" : el("span", { class: "letter" }, card.letter)));
};

/** What all verdicts together say. */
const summarize = (): void => {
  const known = verdicts.filter((verdict): verdict is Verdict => verdict !== undefined);
  $("convention").textContent = assumed(read().prisoners, read().komi);
  $("summary").replaceChildren(el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("Rule set")), el("th", { scope: "col" }, t("Result")), el("th", { scope: "col" }, t("Card")))),
    el("tbody", {}, ...names.map(summaryRow)));
  differs = differing(known);
  const said = sentences(known, spoken);
  const decided = known.filter((verdict) => !verdict.undecided);
  const results = new Set(decided.map((verdict) => verdict.outcome));
  if (said.length === 0 && decided.length > 1) {
    said.push(results.size > 1 ? t("{n} different results: {results}.", { n: results.size, results: [...results].join(", ") })
      : decided.length === names.length ? t("All {n} give the same result.", { n: names.length }) : t("The {n} that are decided give the same result.", { n: decided.length }));
  }
  $("sentence").replaceChildren(...said.map((sentence) => el("p", {}, ...linked(sentence))));
  const used = new Set(known.flatMap((verdict) => [...verdict.cells]).map((mark) => ({ O: "X", "@": "#", o: "x", Q: "Y" })[mark] ?? mark));
  const meanings: [string, string][] = [["X", t("stone")], ["x", t("dead stone")], ["#", t("stone in seki")], ["Y", t("stone of undecided life")], ["b", t("territory of Black")], ["w", t("territory of White")],
    [":", t("eye of stones in seki")], ["?", t("undecided point")]];
  const legend = meanings.filter(([mark]) => used.has(mark)).map(([mark, meaning]) => el("li", {}, sample(mark), meaning));
  if (known.some((verdict) => verdict.status && verdict.cells.includes("."))) legend.push(el("li", {}, sample("."), t("dame")));
  if (differs.length > 0) legend.push(el("li", {}, sample("differs"), t("here the verdicts differ")));
  $("legend").replaceChildren(...legend);
  $("board").dispatchEvent(new CustomEvent("differs", { detail: differs }));
};

const reflect = (): void => {
  const { string, move } = read();
  const wanted = cards.find((card) => card.members.some((member) => String(member.n) === string.split(".")[0]));
  if (wanted !== undefined && String(wanted.active.n) !== string.split(".")[0]) {
    wanted.active = wanted.members.find((member) => String(member.n) === string.split(".")[0])!;
    fill(wanted);
  }
  for (const card of cards) explain(card, string, move);
};

/** Nothing is asked any more. */
const quiet = (): void => {
  source?.close();
  source = null;
  clearTimeout(retry);
  clearInterval(ticking);
  $("stop").hidden = true;
  $("waiting").hidden = true;
};

export const leave = (): void => {
  quiet();
  asked = "";
  [cards, verdicts, names, differs] = [[], [], [], []];
  for (const id of ["answers", "summary", "sentence", "legend"]) $(id).replaceChildren();
  for (const id of ["state", "convention"]) $(id).textContent = "";
  $("longer").hidden = true;
};

/** The verdicts that are open: not there, or undecided. */
const open = (): number[] => names.map((_, n) => n).filter((n) => verdicts[n]?.undecided ?? true);

const finished = (word: string, seconds: number): void => {
  quiet();
  for (let n = 0; n < names.length; n++) if (verdicts[n] === undefined) document.querySelector(`#answer-${n} td .soft`)!.textContent = t("not decided");
  const left = open().length;
  $("state").textContent = left > 0 ? t("{word}: {n} decided, {left} undecided", { word, n: names.length - left, left }) : t("{word}: {n} decided", { word, n: names.length });
  const longer = $<HTMLButtonElement>("longer");
  longer.hidden = left === 0 || seconds >= 3600;
  longer.textContent = t("Think longer (up to {n} s)", { n: MORE * seconds });
  longer.onclick = () => ask(open(), Math.min(3600, MORE * seconds));
};

/** Asks those of the rule sets that are named by their numbers. */
const ask = (which: number[], seconds: number): void => {
  quiet();
  const { prisoners, komi } = read();
  const question = new URLSearchParams({ board: rows.join("/"), rules: which.map((n) => names[n]).join(" "), prisoners, komi, seconds: String(seconds) });
  $("longer").hidden = true;
  $("state").textContent = t("deciding {n}", { n: which.length });
  const mine = (source = new EventSource("judge?" + question));
  const started = Date.now();
  let left = which.length;
  const bar = $<HTMLProgressElement>("waited");
  bar.max = seconds;
  const tick = (): void => {
    const now = Math.round((Date.now() - started) / 1000);
    bar.value = now;
    // What is there at once needs no bar.
    $("waiting").hidden = now < 1;
    $("clock").textContent = t("{now} s of at most {most} s", { now, most: seconds });
    $("stop").hidden = now < 1;
  };
  ticking = window.setInterval(tick, 500);
  $("stop").onclick = () => { flush(); finished(t("stopped"), seconds); };
  const shown = (verdict: Verdict): void => { place(verdict); };
  const flush = (): void => {
    if (waiting === null) return;
    waiting.sort((a, b) => a.n - b.n).forEach(shown);
    waiting = null;
    summarize();
    reflect();
  };
  mine.addEventListener("begun", (event) => {
    const told: string[] = JSON.parse(event.data).rules;
    // The server writes names in one way, and one for each choice that a name leaves open.
    if (told.length !== which.length) [names, which, left] = [told, told.map((_, n) => n), told.length];
    else which.forEach((n, k) => { names[n] = told[k]; });
    waiting = [];
    summarize();
    setTimeout(() => { if (mine === source) flush(); }, 350);
  });
  mine.addEventListener("verdict", (event) => {
    const told: Verdict = JSON.parse(event.data);
    const verdict = { ...told, n: which[told.n] };
    verdicts[verdict.n] = verdict;
    left -= 1;
    if (left > 0) $("state").textContent = t("deciding {n} more", { n: left });
    if (waiting !== null) waiting.push(verdict);
    else {
      shown(verdict);
      summarize();
      reflect();
    }
  });
  mine.addEventListener("refused", (event) => {
    const { why } = JSON.parse(event.data);
    quiet();
    $("state").textContent = why;
    if (why.includes("asked again")) retry = window.setTimeout(() => ask(which, seconds), 1500);
    else asked = "";
  });
  mine.addEventListener("done", () => { flush(); finished(t("done"), seconds); });
  mine.onerror = () => { quiet(); $("state").textContent = t("the server does not answer; start `shinpan explore` again and reload"); };
};

/** Shows what the rule sets say; what is being searched for another position is broken off. */
export const showVerdicts = (board: string, rules: string[], prisoners: string, komi: string): void => {
  const question = JSON.stringify([board, rules, prisoners, komi]);
  if (question === asked) {
    reflect();
    return;
  }
  leave();
  asked = question;
  rows = board.split("/");
  names = [...rules];
  ask(rules.map((_, n) => n), USUAL);
};
