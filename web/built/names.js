import { player, t } from "./words.js";
// Names that people say, beside the ids that the command line takes; and what a convention assumes.
const NAMES = {
    j1989: "Japanese 1989",
    j1997: "Japanese 1997",
    aj2004: "Amateur-Japanese 2004",
    "ms-japanese": "MindSports, Japanese count",
    "ms-chinese": "MindSports, Chinese count",
    "tromp-taylor": "Tromp-Taylor",
    "aga-territory": "AGA, territory count",
    "aga-area": "AGA, area count",
    katago: "KataGo",
};
/** The titles of texts, by which those are called that have no other name here. */
export const learn = (texts) => {
    for (const { id, title } of texts)
        NAMES[id] ??= title;
};
/** Whether a text has such a name. */
export const isNamed = (id) => id in NAMES;
/** What a person calls a rule set: the text, and the readings that are not the usual ones. */
export const spoken = (rules) => {
    const [id, readings] = rules.split(/:(.*)/s);
    return t(NAMES[id] ?? id) + (readings ? ` (${readings.replaceAll(",", ", ")})` : "");
};
/** What is assumed of the stones taken before a position, as one sentence; without a word on komi where it is null. */
export const assumed = (prisoners, komi) => {
    const [black, white] = prisoners.split(",");
    const before = {
        none: t("Stones captured before this position are not counted"),
        level: t("Assuming both players have played equally many stones (the stones missing on the board were captured)"),
        "black-ahead": t("Assuming Black has played one stone more than White (the stones missing on the board were captured)"),
    }[prisoners] ?? t("With {black} stones captured by Black and {white} by White before this position", { black, white });
    if (komi === null)
        return t("{before}.", { before });
    return t("{before}; {komi}.", { before, komi: Number(komi) === 0 ? t("no komi") : t("komi {komi}", { komi }) });
};
/** An outcome in words. */
export const inWords = (outcome) => {
    const [, winner, by] = /^([BW])\+(.*)$/.exec(outcome) ?? [];
    if (outcome === "draw")
        return t("a draw");
    if (winner === undefined)
        return outcome;
    const name = player(winner === "B" ? "Black" : "White");
    return by === "R" ? t("{name} wins by resignation", { name }) : by === "F" ? t("{name} wins by a foul", { name }) : t("{name} wins by {by}", { name, by });
};
