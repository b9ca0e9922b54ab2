// The rule sets that are asked, and their readings.
import { $, button, choose, el } from "./dom.js";
import { goTo, read } from "./view.js";
let texts = [];
const change = (n, name) => {
    const rules = [...read().rules];
    rules.splice(n, 1, ...(name === null ? [] : [name]));
    if (rules.length > 0)
        goTo({ rules });
};
const drawSet = (name, n, removable) => {
    const [id, given = ""] = name.split(/:(.*)/s);
    const text = texts.find((text) => text.id === id);
    const chosen = new Map(given.split(",").filter(Boolean).map((part) => part.split("=")));
    const readings = (text?.readings ?? []).map((reading) => {
        const select = el("select", { title: reading.why, "aria-label": `${reading.key} of ${name}`, change: () => {
                if (select.value === "")
                    chosen.delete(reading.key);
                else
                    chosen.set(reading.key, select.value);
                const parts = [...chosen].map((pair) => pair.join("="));
                change(n, parts.length > 0 ? `${id}:${parts.join(",")}` : id);
            } });
        const options = reading.values.map((value) => value.default && !reading.required ? ["", `${value.name} (default)`] : [value.name, value.name]);
        choose(select, reading.required ? [["", "each"], ...options] : options, chosen.get(reading.key) ?? "");
        const meaning = reading.values.find((value) => value.name === chosen.get(reading.key))?.meaning;
        return el("div", {}, el("label", { class: "row" }, reading.key + " ", select), meaning ? el("div", { class: "soft" }, meaning) : "");
    });
    const remove = removable ? button("×", () => change(n, null), { "aria-label": "remove " + name }) : "";
    return el("div", { class: "set" }, el("div", { class: "head" }, el("strong", {}, name), remove), el("details", chosen.size > 0 ? { open: "" } : {}, el("summary", { class: "soft" }, text?.title ?? "unknown"), ...readings));
};
export const drawSets = (rules, pair) => {
    $("sets").replaceChildren(...rules.map((name, n) => drawSet(name, n, rules.length > 1 && !pair)));
    $("more-sets").hidden = pair;
};
export const beginSets = (all, prisoners) => {
    texts = all;
    const add = $("add");
    choose(add, [["", "a text"], ...all.map((text) => [text.id, `${text.id} – ${text.title}`])], "");
    add.addEventListener("change", () => {
        if (add.value !== "")
            goTo({ rules: [...read().rules, add.value] });
        add.value = "";
    });
    $("all").addEventListener("click", () => goTo({ rules: [] }));
    const says = {
        none: "none: what the position itself is worth",
        level: "both players have played equally often",
        "black-ahead": "Black has played one stone more",
    };
    const select = $("prisoners");
    choose(select, ["none", ...prisoners.filter((name) => name !== "none")].map((name) => [name, says[name] ?? name]), "none");
    select.addEventListener("change", () => goTo({ prisoners: select.value }));
};
