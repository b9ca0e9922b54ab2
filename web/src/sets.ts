// The rule sets that are asked, and their readings.
import { $, button, choose, el } from "./dom.js";
import { goTo, read } from "./view.js";

interface Reading { key: string; why: string | null; required: boolean; values: { name: string; meaning: string; default: boolean }[] }
export interface Text { id: string; title: string; readings: Reading[] }

let texts: Text[] = [];

const change = (n: number, name: string | null): void => {
  const rules = [...read().rules];
  rules.splice(n, 1, ...(name === null ? [] : [name]));
  if (rules.length > 0) goTo({ rules });
};

const drawSet = (name: string, n: number, removable: boolean): HTMLElement => {
  const [id, given = ""] = name.split(/:(.*)/s);
  const text = texts.find((text) => text.id === id);
  const chosen = new Map(given.split(",").filter(Boolean).map((part) => part.split("=") as [string, string]));
  const readings = (text?.readings ?? []).map((reading) => {
    const select = el("select", { title: reading.why, "aria-label": `${reading.key} of ${name}`, change: () => {
      if (select.value === "") chosen.delete(reading.key); else chosen.set(reading.key, select.value);
      const parts = [...chosen].map((pair) => pair.join("="));
      change(n, parts.length > 0 ? `${id}:${parts.join(",")}` : id);
    } });
    const options = reading.values.map((value): [string, string] =>
      value.default && !reading.required ? ["", `${value.name} (default)`] : [value.name, value.name]);
    choose(select, reading.required ? [["", "each"], ...options] : options, chosen.get(reading.key) ?? "");
    const meaning = reading.values.find((value) => value.name === chosen.get(reading.key))?.meaning;
    return el("div", {}, el("label", { class: "row" }, reading.key + " ", select), meaning ? el("div", { class: "soft" }, meaning) : "");
  });
  const remove = removable ? button("×", () => change(n, null), { "aria-label": "remove " + name }) : "";
  return el("div", { class: "set" }, el("div", { class: "head" }, el("strong", {}, name), remove),
    el("details", chosen.size > 0 ? { open: "" } : {}, el("summary", { class: "soft" }, text?.title ?? "unknown"), ...readings));
};

export const drawSets = (rules: string[], pair: boolean): void => {
  $("sets").replaceChildren(...rules.map((name, n) => drawSet(name, n, rules.length > 1 && !pair)));
  $("more-sets").hidden = pair;
};

export const beginSets = (all: Text[], prisoners: string[]): void => {
  texts = all;
  const add = $<HTMLSelectElement>("add");
  choose(add, [["", "a text"], ...all.map((text): [string, string] => [text.id, `${text.id} – ${text.title}`])], "");
  add.addEventListener("change", () => {
    if (add.value !== "") goTo({ rules: [...read().rules, add.value] });
    add.value = "";
  });
  $("all").addEventListener("click", () => goTo({ rules: [] }));
  const says: Record<string, string> = {
    none: "none: what the position itself is worth",
    level: "both players have played equally often",
    "black-ahead": "Black has played one stone more",
  };
  const select = $<HTMLSelectElement>("prisoners");
  choose(select, ["none", ...prisoners.filter((name) => name !== "none")].map((name): [string, string] => [name, says[name] ?? name]), "none");
  select.addEventListener("change", () => goTo({ prisoners: select.value }));
};
