// All positions of a board on which two rule sets diverge, one at a time.
import { $, ask, button, choose, count, el, said } from "./dom.js";
import { type Divergence, go, goTo, pairOf, read } from "./view.js";

interface Answer {
  rules: string[]; of: number; positions: number; settled: number | null; undecided: number;
  causes: { n: number; text: string; positions: number }[]; stones: [number, number][];
  matching: number; matching_positions: number; n: number;
  shown: { board: string; outcomes: string[]; settled: boolean | null; stones: number; positions: number; causes: number[] } | null;
}

let boards: string[] = [];
let sets: string[] = [];
let asking: AbortController | null = null;

const change = (part: Partial<Divergence>): void => {
  const { divergence } = read();
  if (divergence !== null) goTo({ divergence: { ...divergence, n: 0, ...part } });
};

const select = (id: string, label: string, options: [string, string][], value: string, changed: (value: string) => void): HTMLElement => {
  const node = el("select", { id, change: () => changed(node.value) });
  choose(node, options, value);
  return el("label", { class: "wide" }, label + " ", node);
};

const controls = (view: ReturnType<typeof read>, answer: Answer | null): HTMLElement[] => {
  const divergence = view.divergence!;
  const names = [...new Set([...view.rules, ...sets])].map((name): [string, string] => [name, name]);
  const pair = (n: number): HTMLElement => select(`rules-${n}`, n === 0 ? "Rule set" : "and", names, view.rules[n], (name) => {
    const rules = [...view.rules];
    rules[n] = name;
    if (rules[0] === rules[1]) rules[1 - n] = view.rules[n];
    goTo({ rules, divergence: { ...divergence, cause: "", n: 0 } });
  });
  const causes = (answer?.causes ?? []).filter(({ n, positions }) => positions > 0 || String(n) === divergence.cause).map(({ n, text, positions }): [string, string] => [String(n), `${text.replaceAll("`", "")} (${positions})`]);
  const stones = (answer?.stones ?? []).map(([stones, positions]): [string, string] => [String(stones), `${count(stones, "stone")} (${positions})`]);
  return [
    select("size", "Board", [...new Set([...boards, divergence.size])].map((size): [string, string] => [size, size]), divergence.size,
      (size) => change({ size, cause: "", stones: "" })),
    pair(0), pair(1),
    select("cause", "Cause", [["", "any"], ...causes], divergence.cause, (cause) => change({ cause })),
    select("settled", "Settled", [["", "or not"], ["true", "settled (players could sensibly stop)"], ["false", "not settled"]], divergence.settled, (settled) => change({ settled })),
    select("stones", "Stones", [["", "any number"], ...stones], divergence.stones, (stones) => change({ stones })),
  ];
};

const found = (answer: Answer): HTMLElement[] => {
  const { n, matching, shown } = answer;
  const share = ((100 * answer.positions) / answer.of).toFixed(1);
  const parts: HTMLElement[] = [el("p", {}, `${answer.rules.join(" and ")} diverge on ${answer.positions} of ${answer.of} positions (${share} %), ${answer.settled === null ? "which of them are settled is not in the tables" : answer.settled + " of them settled"}.` +
    (answer.undecided > 0 ? ` ${answer.undecided} are undecided and left out.` : ""))];
  const to = (n: number): void => { const { divergence } = read(); goTo({ divergence: { ...divergence!, n } }); };
  const move = (id: string, text: string, to_n: number): HTMLButtonElement =>
    button(text, () => to(to_n), { id, disabled: to_n < 0 || to_n >= matching || to_n === n ? "" : null });
  const random = matching > 1 ? Math.floor(Math.random() * matching) : -1;
  parts.push(el("div", { class: "row" }, move("smallest", "Smallest", 0), move("previous", "Previous", n - 1), move("next", "Next", n + 1), move("random", "Random", random)));
  if (shown === null) {
    parts.push(el("p", { role: "status" }, matching === 0 ? "No position is of this kind." : "There are not so many."));
    return parts;
  }
  const settled = { true: "settled", false: "not settled", null: "" }[String(shown.settled)];
  parts.push(el("p", { role: "status" }, `${n + 1} of ${matching} (${answer.matching_positions} with turned and mirrored ones): `,
    el("strong", {}, shown.outcomes.join(" and ")), `, ${count(shown.stones, "stone")}${settled === "" ? "" : ", " + settled}`));
  const held = answer.causes.filter((cause) => shown.causes.includes(cause.n));
  if (held.length > 0) parts.push(el("p", {}, "Why, computed from the verdicts:"), el("ul", {}, ...held.map((cause) => el("li", {}, cause.text.replaceAll("`", "")))));
  parts.push(button("Change this position", () => goTo({ divergence: null, board: shown.board })));
  return parts;
};

/** Shows the divergence of the view; its board, null if there is none, undefined if the view has changed meanwhile. */
export const showDivergence = async (): Promise<string | null | undefined> => {
  const view = read();
  const { size, cause, settled, stones, n } = view.divergence!;
  asking?.abort();
  const mine = (asking = new AbortController());
  const query = new URLSearchParams({ size, rules: view.rules.join(" "), prisoners: view.prisoners, n: String(n) });
  for (const [key, value] of Object.entries({ cause, settled, stones })) if (value !== "") query.set(key, value);
  const kept = document.activeElement?.id ?? "";
  const holder = $("divergences");
  holder.setAttribute("aria-busy", "true");
  if (holder.childElementCount === 0) holder.replaceChildren(...controls(view, null));
  const wait = setTimeout(() => { $("wrong").textContent = "going through the board; the first time this takes a while"; }, 700);
  try {
    const answer: Answer = await ask("divergences?" + query, { signal: mine.signal });
    if (mine.signal.aborted) return undefined;
    $("wrong").textContent = "";
    holder.replaceChildren(...controls(view, answer), ...found(answer));
    const again = document.getElementById(kept);
    if (again !== null && holder.contains(again)) (again.matches(":disabled") ? $("next") : again).focus();
    return answer.shown?.board ?? null;
  } catch (error) {
    if (mine.signal.aborted) return undefined;
    $("wrong").textContent = said(error);
    holder.replaceChildren(...controls(view, null));
    return null;
  } finally {
    clearTimeout(wait);
    if (mine === asking) holder.removeAttribute("aria-busy");
  }
};

export const leaveDivergences = (): void => { asking?.abort(); $("divergences").replaceChildren(); };

export const beginDivergences = (sizes: string[], defaults: string[]): void => {
  [boards, sets] = [sizes, defaults];
  $("to-divergences").addEventListener("click", (event) => {
    event.preventDefault();
    const view = read();
    if (view.divergence !== null) return;
    const size = `${view.board.split("/").length}x${view.board.split("/")[0].length}`;
    go({ divergence: { size: boards.includes(size) ? size : "2x3", cause: "", settled: "", stones: "", n: 0 }, game: null, guide: false, string: "", move: 0,
      prisoners: "level", rules: pairOf(view.rules) });
  });
};
