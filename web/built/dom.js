// Elements, and questions to the server.
import { t } from "./words.js";
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
    return t("the server does not answer; start `shinpan explore` again and reload");
};
export const save = (name, kind, text) => {
    const at = URL.createObjectURL(new Blob([text], { type: kind }));
    const link = el("a", { href: at, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(at), 1000);
};
/** Puts text, or a picture, on the clipboard, and says on the button that it is there. */
export const copied = async (button, what) => {
    const text = button.dataset.text ?? (button.dataset.text = button.textContent ?? "");
    try {
        await what();
        button.textContent = t("Copied");
    }
    catch {
        button.textContent = t("Not allowed");
    }
    setTimeout(() => { button.textContent = text; }, 1500);
};
/** A picture of an SVG, twice as large as it says. */
export const pixels = async (text) => {
    const at = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    try {
        const image = new Image();
        image.src = at;
        await image.decode();
        const canvas = el("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
        canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
        return await new Promise((found, failed) => canvas.toBlob((blob) => (blob === null ? failed(new Error("no picture")) : found(blob)), "image/png"));
    }
    finally {
        URL.revokeObjectURL(at);
    }
};
/** A field shows this; what is typed is compared with it. */
export const shown = (field, value) => {
    field.value = value;
    field.dataset.shown = value;
};
