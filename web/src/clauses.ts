// A clause: what it says, and the cases that rest on it.
import { $, ask, button, el, said } from "./dom.js";
import { address, go, read } from "./view.js";
import { t, titled } from "./words.js";

interface Case { name: string; file: string; source: string; board: string; decides: boolean; judged: { rules: string; outcome: string }[] }

const whose = (name: string): string =>
  ({ text: t("the text itself"), commentary: t("a commentary of those who issued it"), practice: t("practice"), "other-text": t("another text"), ours: t("this project") })[name] ?? name;

let shown = "";

/** Text in which what stands in brackets and names a clause leads to it. */
export const linked = (text: string): (Node | string)[] =>
  text.split(/(\[[a-z][a-z0-9-]*\.[a-z0-9.-]+\])/).map((part, n) => (n % 2 === 0 ? part : clauseButton(part.slice(1, -1), part)));

export const clauseButton = (id: string, text: string): HTMLElement =>
  button(text, () => go({ clause: id }), { class: "link", "aria-label": t("clause {id}", { id }) });

const caseOf = ({ name, file, source, board, decides, judged }: Case): HTMLElement => {
  const rules = judged.map((j) => j.rules);
  const at = address({ ...read(), board, rules, prisoners: "none", string: "", move: 0, clause: "", guide: false, divergence: null, game: null });
  return el("li", {},
    ...(judged.length > 0 ? [el("a", { href: at }, name)] : [name]), decides ? el("strong", {}, t(" (it decides)")) : "",
    el("div", { class: "soft" }, `${judged.map((j) => `${j.rules}: ${j.outcome}`).join("; ")} – ${source} (${file})`));
};

/** Shows the clause of the view, or none. */
export const showClause = async (): Promise<void> => {
  const { clause } = read();
  const dialog = $<HTMLDialogElement>("clause");
  if (clause === shown) return;
  shown = clause;
  if (clause === "") {
    dialog.close();
    return;
  }
  const close = button(t("Close"), () => dialog.close());
  const body = el("div");
  dialog.replaceChildren(el("h2", { id: "clause-title", tabindex: -1 }, clause), body, close);
  if (!dialog.open) dialog.showModal();
  try {
    const answer = await ask("clause?" + new URLSearchParams({ id: clause }));
    if (shown !== clause) return;
    $("clause-title").textContent = `${answer.id} – ${titled(answer.title)}`;
    const cases: Case[] = answer.cases;
    cases.sort((a, b) => Number(b.decides) - Number(a.decides));
    const parts: (Node | string)[] = [el("p", {}, answer.paraphrase), el("p", { class: "soft" }, t("Paraphrased. The clause is {state}.", { state: answer.state }))];
    if (answer.gap) parts.push(el("p", {}, el("strong", {}, t("What the text leaves open (filled by {whose}). ", { whose: whose(answer.whose) })), answer.gap, answer.from ? t(" From: {from}.", { from: answer.from }) : ""));
    if (answer.readings.length > 0) parts.push(el("p", {}, t("Readings: {readings}.", { readings: answer.readings.join(", ") })));
    if (answer.original) parts.push(el("p", {}, t("Original: "), el("a", { href: answer.original.address, target: "_blank", rel: "noreferrer" }, answer.original.title), ` – ${answer.original.what}.`));
    parts.push(el("h3", {}, cases.length > 0 ? t("Cases that rest on it") : t("No case rests on it")), el("ul", {}, ...cases.map(caseOf)));
    body.replaceChildren(...parts);
  } catch (error) {
    body.replaceChildren(el("p", { role: "alert" }, said(error)));
  }
};

export const beginClauses = (): void => {
  $("clause").addEventListener("close", () => { if (read().clause !== "") go({ clause: "" }); });
};
