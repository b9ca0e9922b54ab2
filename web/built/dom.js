// Elements, and questions to the server.
export const $ = (id) => {
    const found = document.getElementById(id);
    if (found === null)
        throw new Error(`the page has no #${id}`);
    return found;
};
const filled = (node, attributes, children) => {
    for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === "function")
            node.addEventListener(key, value);
        else if (value !== null && value !== undefined)
            node.setAttribute(key, String(value));
    }
    node.append(...children);
    return node;
};
/** An element. An attribute that is a function is a listener of that name. */
export const el = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);
export const svg = (name, attributes = {}, ...children) => filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
export const button = (text, click, attributes = {}) => el("button", { type: "button", click, ...attributes }, text);
/** The options of a select: value and text. */
export const choose = (select, options, value) => {
    select.replaceChildren(...options.map(([value, text]) => el("option", { value }, text)));
    select.value = value;
    if (select.selectedIndex < 0)
        select.selectedIndex = 0;
};
/** A question that the server does not answer, in its words. */
export class Refused extends Error {
}
/** The answer to a question. It is asked again while the server has others to answer. */
export const ask = async (path, init = {}) => {
    for (;;) {
        const response = await fetch(path, init);
        if (!response.ok)
            throw new Refused(`${response.status}: ${await response.text()}`);
        const answer = await response.json();
        if (answer.refused === undefined)
            return answer;
        if (!answer.refused.includes("asked again"))
            throw new Refused(answer.refused);
        await new Promise((later) => setTimeout(later, 1500));
        init.signal?.throwIfAborted();
    }
};
/** What went wrong, for the reader; nothing for what was broken off. */
export const said = (error) => {
    if (error instanceof DOMException && error.name === "AbortError")
        return "";
    if (error instanceof Refused)
        return error.message;
    return "the server does not answer; start `shinpan explore` again and reload";
};
export const save = (name, kind, text) => {
    const at = URL.createObjectURL(new Blob([text], { type: kind }));
    const link = el("a", { href: at, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(at), 1000);
};
export const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
