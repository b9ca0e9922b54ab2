// All positions of a board on which two rule sets diverge: all pairs as a heat map, then one pair's positions to leaf through.
import { drawBoard } from "./board.js";
import { $, ask, button, choose, el, said } from "./dom.js";
import { assumed, spoken } from "./names.js";
import { again, type Divergence, go, goTo, pairOf, read, usual } from "./view.js";
import { stones as stonesIn, t } from "./words.js";

interface Answer {
  rules: string[]; of: number; positions: number; settled: number | null; undecided: number;
  causes: { n: number; text: string; positions: number }[]; stones: [number, number][];
  matching: number; matching_positions: number; n: number;
  shown: { board: string; outcomes: string[]; settled: boolean | null; stones: number; positions: number; causes: number[] } | null;
  sheet: { n: number; board: string; outcomes: string[] }[];
}
/** What a board would take that is neither small nor in tables. */
interface Offer { positions: number; seconds: number; mib: number }
interface Matrix { rules: string[]; positions: number; settled: number; pairs: { a: number; b: number; diverge: number; settled: number }[] }

let boards: string[] = [];
let asking: AbortController | null = null;
let mapped = { key: "", matrix: null as Matrix | null };
let mapping: AbortController | null = null;
/** What somebody waits for, though it takes minutes. */
let patient = "";

const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const change = (part: Partial<Divergence>): void => {
  const { divergence } = read();
  if (divergence !== null) goTo({ divergence: { ...divergence, n: 0, ...part } });
};

const setPair = (rules: string[]): void => {
  const { divergence } = read();
  if (divergence !== null) goTo({ rules, divergence: { ...divergence, cause: "", stones: "", n: 0 } });
};

/** Says how far what takes long has come, until it is stopped. */
const watched = (where: HTMLElement, what: string): (() => void) => {
  const started = Date.now();
  const bar = el("progress", { "aria-label": t("how far it has come") });
  const line = el("span", { class: "soft" }, what);
  let over = false;
  const look = async (): Promise<void> => {
    if (over) return;
    if (Date.now() - started > 600 && !where.contains(bar)) where.replaceChildren(bar, line);
    try {
      const told = await ask("progress");
      if (over) return;
      if (told.what !== undefined && where.contains(bar)) {
        if (told.of > 0 && told.judged > 0) { bar.max = told.of; bar.value = told.judged; } else bar.removeAttribute("value");
        const parts = [told.solving ? t("solving the game of {rules}", { rules: told.solving }) : "", told.judged > 0 ? t("{n} of {all} verdicts", { n: told.judged, all: told.of }) : "", `${Math.round((Date.now() - started) / 1000)} s`];
        line.textContent = `${what}: ${parts.filter(Boolean).join(", ")}`;
      }
    } catch { /* the question itself says what is wrong */ }
    setTimeout(() => void look(), 700);
  };
  setTimeout(() => void look(), 300);
  return () => { over = true; where.replaceChildren(); };
};

const heat = ({ rules, positions, settled, pairs }: Matrix, chosen: string[]): HTMLElement[] => {
  const cell = (row: number, col: number): HTMLElement => {
    const pair = pairs.find(({ a, b }) => (a === row && b === col) || (a === col && b === row));
    if (pair === undefined) return el("td", {}, "–");
    const above = col > row;
    const [n, of] = above ? [pair.diverge, positions] : [pair.settled, settled];
    const [a, b] = [rules[pair.a], rules[pair.b]];
    const node = el("td", { class: chosen.includes(rules[row]) && chosen.includes(rules[col]) ? "chosen" : "" },
      button(String(n), () => setPair([a, b]), { title: share(n, of), "aria-label": above ? t("{a} and {b}: {n} of {all} positions", { a: spoken(a), b: spoken(b), n, all: of }) : t("{a} and {b}: {n} of {all} settled positions", { a: spoken(a), b: spoken(b), n, all: of }), "data-pair": `${a} ${b}` }));
    node.style.setProperty("--part", `${(80 * n) / Math.max(1, of)}%`);
    return node;
  };
  return [el("p", { class: "soft" }, t("Positions on which two rule sets diverge: above the diagonal of all {all}, below it of the {settled} settled ones. The darker, the more. Press a cell.", { all: positions, settled })),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("all pairs") }, el("table", { class: "heat" },
    el("thead", {}, el("tr", {}, el("td", {}), ...rules.map((name, n) => el("th", { scope: "col", title: spoken(name), "aria-label": spoken(name) }, String(n + 1))))),
    el("tbody", {}, ...rules.map((name, row) => el("tr", {}, el("th", { scope: "row" }, `${row + 1} ${spoken(name)}`), ...rules.map((_, col) => cell(row, col)))))))];
};

/** The heat map of the board, asked for once. */
const drawMatrix = async (size: string, prisoners: string): Promise<void> => {
  const view = read();
  const key = `${size} ${prisoners}`;
  const holder = $("matrix");
  if (mapped.key === key && mapped.matrix !== null) {
    holder.replaceChildren(...heat(mapped.matrix, view.rules));
    return;
  }
  if (mapped.key === key) return;
  mapped = { key, matrix: null };
  mapping?.abort();
  const mine = (mapping = new AbortController());
  holder.replaceChildren();
  const over = watched($("matrix-progress"), t("Comparing all rule sets on {size}", { size }));
  try {
    const matrix: Matrix = await ask("matrix?" + new URLSearchParams({ size, prisoners, rules: usual().join(" ") }), { signal: mine.signal });
    if (mine.signal.aborted) return;
    mapped = { key, matrix };
    if (read().divergence?.size === size) holder.replaceChildren(...heat(matrix, read().rules));
  } catch (error) {
    if (mine.signal.aborted) return;
    holder.replaceChildren(el("p", { class: "soft" }, said(error)));
  } finally {
    over();
  }
};

const bar = (text: string, part: number, whole: number, pressed: boolean, press: () => void, data: string): HTMLElement => {
  const filled = el("span", { class: "bar", "aria-hidden": "true" });
  filled.style.width = `${(100 * part) / Math.max(1, whole)}%`;
  const node = button("", press, { class: "measure", "aria-pressed": String(pressed), "data-of": data });
  node.append(el("span", { class: "measured" }, filled), el("span", {}, `${text} `, el("span", { class: "soft" }, `(${part})`)));
  return node;
};

const filters = (answer: Answer, divergence: Divergence): HTMLElement[] => {
  const all = Math.max(...answer.stones.map(([, n]) => n), 1);
  const stones = answer.stones.map(([stones, positions]) => bar(stonesIn(stones), positions, all, divergence.stones === String(stones),
    () => change({ stones: divergence.stones === String(stones) ? "" : String(stones) }), `stones-${stones}`));
  const held = answer.causes.filter(({ n, positions }) => positions > 0 || String(n) === divergence.cause);
  const most = Math.max(...held.map(({ positions }) => positions), 1);
  const causes = held.map(({ n, text, positions }) => bar(text.replaceAll("`", ""), positions, most, divergence.cause === String(n),
    () => change({ cause: divergence.cause === String(n) ? "" : String(n) }), `cause-${n}`));
  const kinds: [string, string][] = [["", t("all")], ["true", t("settled (players could sensibly stop)")], ["false", t("not settled")]];
  const settled = kinds.map(([value, text]) => button(text, () => change({ settled: value }), { "aria-pressed": String(divergence.settled === value), "data-of": `settled-${value || "all"}` }));
  return [
    ...(answer.settled === null ? [] : [el("div", { class: "row", role: "group", "aria-label": t("settled or not") }, ...settled)]),
    el("details", { open: divergence.stones !== "" ? "" : null, "data-kept": "stones" }, el("summary", {}, t("By the number of stones") + (divergence.stones === "" ? "" : `: ${divergence.stones}`)), el("div", { class: "measures", role: "group", "aria-label": t("stones on the board") }, ...stones)),
    ...(causes.length > 0 ? [el("details", { open: divergence.cause !== "" ? "" : null, "data-kept": "causes" }, el("summary", {}, t("By cause, computed from the verdicts")), el("div", { class: "measures", role: "group", "aria-label": t("causes") }, ...causes))] : []),
  ];
};

/** How many positions, and what of them is known. */
const divergesOn = ({ positions, of, settled, undecided }: Answer, a: string, b: string): string => {
  const given = { a, b, n: positions, all: of, share: share(positions, of), settled: settled ?? 0 };
  const said = settled === null ? t("{a} and {b} diverge on {n} of {all} positions ({share}), which of them are settled is not in the tables.", given)
    : t("{a} and {b} diverge on {n} of {all} positions ({share}), {settled} of them settled.", given);
  return said + (undecided > 0 ? t(" {n} are undecided and left out.", { n: undecided }) : "");
};

const found = (answer: Answer, divergence: Divergence): HTMLElement[] => {
  const { n, matching, shown } = answer;
  const [a, b] = answer.rules.map(spoken);
  const parts: HTMLElement[] = [el("p", {}, divergesOn(answer, a, b)), ...filters(answer, divergence)];
  const to = (n: number): void => { const { divergence } = read(); goTo({ divergence: { ...divergence!, n } }); };
  const move = (id: string, text: string, to_n: number): HTMLButtonElement =>
    button(text, () => to(to_n), { id, disabled: to_n < 0 || to_n >= matching || to_n === n ? "" : null });
  const random = matching > 1 ? Math.floor(Math.random() * matching) : -1;
  parts.push(el("div", { class: "row" }, move("smallest", t("Smallest"), 0), move("previous", t("Previous"), n - 1), move("next", t("Next"), n + 1), move("random", t("Random"), random)));
  if (shown === null) {
    parts.push(el("p", { role: "status" }, matching === 0 ? t("No position is of this kind.") : t("There are not so many.")));
    return parts;
  }
  const settled = { true: t("settled"), false: t("not settled"), null: "" }[String(shown.settled)];
  parts.push(el("p", { role: "status" }, t("{n} of {all} ({positions} with turned and mirrored ones): ", { n: n + 1, all: matching, positions: answer.matching_positions }),
    el("strong", {}, t("{a} and {b}", { a: shown.outcomes[0], b: shown.outcomes[1] })), `, ${stonesIn(shown.stones)}${settled === "" ? "" : ", " + settled}`));
  const held = answer.causes.filter((cause) => shown.causes.includes(cause.n));
  if (held.length > 0) parts.push(el("p", {}, t("Why, computed from the verdicts:")), el("ul", {}, ...held.map((cause) => el("li", {}, cause.text.replaceAll("`", "")))));
  const small = ({ n: at, board, outcomes }: Answer["sheet"][0]): HTMLElement => {
    const drawn = drawBoard(board.split("/"), board);
    drawn.setAttribute("aria-hidden", "true");
    const node = button("", () => to(at), { class: "small", "aria-pressed": String(at === n) });
    node.append(drawn, el("span", {}, outcomes.join(" / ")), el("span", { class: "unseen" }, t(", position {n}: {board}", { n: at + 1, board })));
    return node;
  };
  parts.push(el("div", { class: "contact", role: "group", "aria-label": t("positions") }, ...answer.sheet.map(small)));
  return parts;
};

const offered = ({ positions, seconds, mib }: Offer, size: string, question: string): HTMLElement[] => {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return [el("p", {}, t("{size} has {n} positions. To compare two rule sets on all of them takes about {minutes} min and {mib} MiB on this machine (estimated from a smaller board); then it is kept until the program ends.", { size, n: positions, minutes, mib })),
    el("p", { class: "row" }, button(t("Compare them"), () => { patient = question; again(); }, { id: "wait" })),
    el("p", { class: "soft" }, t("`shinpan solve {size} --out DIR` keeps tables of it, and `shinpan explore --tables DIR` looks them up.", { size }))];
};

const frame = (view: ReturnType<typeof read>): void => {
  const divergence = view.divergence!;
  const sizes = [...new Set([...boards, divergence.size])];
  $("sizes").replaceChildren(...sizes.map((size) => button(size, () => change({ size, cause: "", stones: "" }), { "aria-pressed": String(size === divergence.size), "data-size": size })));
  const names = [...new Set([...view.rules, ...usual()])].map((name): [string, string] => [name, spoken(name)]);
  for (const n of [0, 1]) {
    const select = $<HTMLSelectElement>(`pair-${n}`);
    choose(select, names, view.rules[n]);
    select.onchange = () => {
      const rules = [...view.rules];
      rules[n] = select.value;
      if (rules[0] === rules[1]) rules[1 - n] = view.rules[n];
      setPair(rules);
    };
  }
  $("diverge-convention").textContent = assumed(view.prisoners, null);
};

/** Shows the divergence of the view; its board, null if there is none, undefined if the view has changed meanwhile. */
export const showDivergence = async (): Promise<string | null | undefined> => {
  const view = read();
  const { size, cause, settled, stones, n } = view.divergence!;
  asking?.abort();
  const mine = (asking = new AbortController());
  const query = new URLSearchParams({ size, rules: view.rules.join(" "), prisoners: view.prisoners, n: String(n) });
  const question = query.toString();
  for (const [key, value] of Object.entries({ cause, settled, stones })) if (value !== "") query.set(key, value);
  if (patient === question) query.set("patient", "true");
  const focused = document.activeElement as HTMLElement | null;
  const kept = focused?.id || (focused?.dataset.of ? `[data-of="${focused.dataset.of}"]` : "");
  const holder = $("divergences");
  frame(view);
  void drawMatrix(size, view.prisoners);
  holder.setAttribute("aria-busy", "true");
  const over = watched($("diverge-progress"), t("Going through {size}, kept for the next time", { size }));
  try {
    const answer: Answer & { offer?: Offer } = await ask("divergences?" + query, { signal: mine.signal });
    if (mine.signal.aborted) return undefined;
    $("wrong").textContent = "";
    if (answer.offer !== undefined) {
      holder.replaceChildren(...offered(answer.offer, size, question));
      return null;
    }
    const open = [...holder.querySelectorAll<HTMLDetailsElement>("details[open]")].map((node) => node.dataset.kept);
    holder.replaceChildren(...found(answer, view.divergence!));
    for (const node of holder.querySelectorAll<HTMLDetailsElement>("details")) if (open.includes(node.dataset.kept)) node.open = true;
    const again = kept === "" ? null : kept.startsWith("[") ? holder.querySelector<HTMLElement>(kept) : document.getElementById(kept);
    if (again !== null && holder.contains(again)) (again.matches(":disabled") ? $("next") : again).focus();
    return answer.shown?.board ?? null;
  } catch (error) {
    if (mine.signal.aborted) return undefined;
    $("wrong").textContent = said(error);
    holder.replaceChildren();
    return null;
  } finally {
    over();
    if (mine === asking) holder.removeAttribute("aria-busy");
  }
};

export const leaveDivergences = (): void => { asking?.abort(); $("divergences").replaceChildren(); };

export const beginDivergences = (sizes: string[]): void => {
  boards = sizes;
  $("to-divergences").addEventListener("click", (event) => {
    event.preventDefault();
    const view = read();
    if (view.divergence !== null) return;
    const size = `${view.board.split("/").length}x${view.board.split("/")[0].length}`;
    go({ divergence: { size: boards.includes(size) ? size : "2x3", cause: "", settled: "", stones: "", n: 0 }, game: null, guide: false, string: "", move: 0,
      prisoners: "level", komi: "0", dead: null, rules: pairOf(view.rules) });
  });
};
