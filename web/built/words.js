// The words of the page in the language of its reader. What is not translated, and what the server finds, is in English.
/** Languages, each by its own name; for those but English there is a file of words. */
const LANGUAGES = [["", ""], ["en", "English"], ["ja", "日本語"], ["zh", "中文"]];
let words = {};
/** What the page says, with what is put into its braces. */
export const t = (text, given = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (whole, key) => (key in given ? String(given[key]) : whole));
/** The title of a clause. */
export const titled = (title) => words[title] ?? title;
export const stones = (n) => (n === 1 ? t("1 stone") : t("{n} stones", { n }));
export const moves = (n) => (n === 1 ? t("1 move") : t("{n} moves", { n }));
/** A player as the server names them. */
export const player = (name) => (name === "Black" ? t("Black") : name === "White" ? t("White") : name);
/** A life as the server names it. */
export const life = (name) => ({ alive: t("alive"), dead: t("dead"), "in seki": t("in seki"), undecided: t("undecided") })[name] ?? name;
const spaces = (text) => text.replace(/\s+/g, " ").trim();
/** Puts the words of the page itself into the language. */
const dress = () => {
    for (const node of document.querySelectorAll("[data-html]")) {
        const said = words[spaces(node.innerHTML)];
        // From a file of the program's own.
        if (said !== undefined)
            node.innerHTML = said;
    }
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
        const text = node.nodeValue ?? "";
        const said = words[spaces(text)];
        if (said !== undefined)
            node.nodeValue = text.replace(text.trim(), said);
    }
    for (const name of ["title", "aria-label"])
        for (const node of document.querySelectorAll(`[${name}]`)) {
            const said = words[node.getAttribute(name)];
            if (said !== undefined)
                node.setAttribute(name, said);
        }
};
/** Reads the words of the language that was chosen, or of the first of the browser's that there is. */
export const beginWords = async () => {
    const kept = (() => { try {
        return localStorage.getItem("language") ?? "";
    }
    catch {
        return "";
    } })();
    const known = (wanted) => wanted !== "" && LANGUAGES.some(([language]) => language === wanted);
    const wanted = [kept, ...navigator.languages].map((language) => language.split("-")[0].toLowerCase());
    const language = wanted.find(known) ?? "en";
    if (language !== "en") {
        try {
            const response = await fetch(`words-${language}.json`);
            if (response.ok) {
                words = await response.json();
                document.documentElement.lang = language;
            }
        }
        catch { /* in English */ }
    }
    const select = document.getElementById("language");
    select.replaceChildren(...LANGUAGES.map(([value, name]) => new Option(value === "" ? t("as the browser") : name, value)));
    select.value = known(kept) ? kept : "";
    select.addEventListener("change", () => {
        try {
            localStorage.setItem("language", select.value);
        }
        catch { /* it is for this page only */ }
        location.reload();
    });
    dress();
};
