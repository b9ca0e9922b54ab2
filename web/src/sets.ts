// The rule sets that are asked: a chip each, with its readings behind it.
import { $, button, choose, el } from "./dom.js";
import { spoken } from "./names.js";
import { goTo, read } from "./view.js";
import { t } from "./words.js";

interface Reading { key: string; why: string | null; required: boolean; values: { name: string; meaning: string; default: boolean }[] }
export interface Text { id: string; title: string; readings: Reading[] }

let texts: Text[] = [];
let drawn = "";
/** The number of the chip that is open. */
let open = -1;

const change = (n: number, name: string | null): void => {
  const rules = [...read().rules];
  rules.splice(n, 1, ...(name === null ? [] : [name]));
  if (rules.length > 0) goTo({ rules });
};

const readingsOf = (text: Text | undefined, name: string, n: number): HTMLElement[] => {
  const [id, given = ""] = name.split(/:(.*)/s);
  const chosen = new Map(given.split(",").filter(Boolean).map((part) => part.split("=") as [string, string]));
  return (text?.readings ?? []).map((reading) => {
    const select = el("select", { title: reading.why, "aria-label": t("{key} of {name}", { key: reading.key, name }), change: () => {
      if (select.value === "") chosen.delete(reading.key); else chosen.set(reading.key, select.value);
      const parts = [...chosen].map((pair) => pair.join("="));
      change(n, parts.length > 0 ? `${id}:${parts.join(",")}` : id);
    } });
    const options = reading.values.map((value): [string, string] =>
      value.default && !reading.required ? ["", t("{name} (usual)", { name: value.name })] : [value.name, value.name]);
    choose(select, reading.required ? [["", t("each")], ...options] : options, chosen.get(reading.key) ?? "");
    const value = chosen.get(reading.key);
    const meaning = reading.values.find((other) => (value === undefined ? other.default : other.name === value))?.meaning;
    return el("div", { class: "reading" }, el("label", {}, reading.key + " ", select), meaning ? el("div", { class: "soft" }, meaning) : "");
  });
};

const chip = (name: string, n: number, removable: boolean): HTMLElement => {
  const id = name.split(":")[0];
  const text = texts.find((text) => text.id === id);
  const readings = readingsOf(text, name, n);
  const summary = el("summary", {}, spoken(name), " ", el("code", {}, name));
  const node = el("details", { class: "chip", open: n === open ? "" : null, toggle: () => {
    if (!node.open) { if (open === n) open = -1; return; }
    open = n;
    for (const other of document.querySelectorAll<HTMLDetailsElement>(".chip[open]")) if (other !== node) other.open = false;
  }, keydown: (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !node.open) return;
    node.open = false;
    summary.focus();
  } }, summary, el("div", { class: "pop" }, el("p", { class: "soft" }, text?.title ?? t("unknown")),
    ...(readings.length > 0 ? [el("p", {}, t("Where the text leaves a choice, it is read so:")), ...readings] : [el("p", {}, t("No choice is left open."))]),
    removable ? button(t("Remove"), () => change(n, null), { "aria-label": t("remove {name}", { name }) }) : ""));
  return node;
};

export const drawSets = (rules: string[], pair: boolean): void => {
  const key = JSON.stringify([rules, pair]);
  if (key === drawn) return;
  drawn = key;
  $("sets").replaceChildren(...rules.map((name, n) => chip(name, n, rules.length > 1 && !pair)));
  $("more-sets").hidden = pair;
};

export const beginSets = (all: Text[]): void => {
  texts = all;
  const add = $<HTMLSelectElement>("add");
  choose(add, [["", t("+ rule set")], ...all.map((text): [string, string] => [text.id, `${spoken(text.id)} – ${text.id}`])], "");
  add.addEventListener("change", () => {
    if (add.value !== "") goTo({ rules: [...read().rules, add.value] });
    add.value = "";
  });
  $("all").addEventListener("click", () => goTo({ rules: [] }));
  // What is open closes when something else is pressed.
  document.addEventListener("pointerdown", (event) => {
    for (const other of document.querySelectorAll<HTMLDetailsElement>(".chip[open]")) if (!other.contains(event.target as Node)) other.open = false;
  });
};
