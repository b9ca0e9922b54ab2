// The side of GTP that is the same whatever library of Go answers, for JavaScript: as `library_gtp.py`. A shim imports it and gives it
// its commands, each a function of the words after it that returns its answer, or throws `Refused` (or any other error).
//
//     import { serve, Refused, point, vertices, margin } from "./library_gtp.mjs";
//     serve("my library", "1.0", { boardsize, clear_board, play, is_legal, list_stones });
//
// What a library does not have is left out: `shinpan check` asks what it can and says what it left out (docs/src/shims.md).
import { createInterface } from "node:readline";

export const COLUMNS = "ABCDEFGHJKLMNOPQRST";

// An error answer.
export class Refused extends Error {}

// All points of a square board by their names.
export function vertices(size) {
  const rows = [...Array(size).keys()].map((row) => row + 1);
  return rows.flatMap((row) => [...COLUMNS.slice(0, size)].map((column) => column + row));
}

// Column and row of a name, from 0, the row from the top; null for a pass.
export function point(name, size) {
  if (name.toLowerCase() === "pass") return null;
  const [column, row] = [COLUMNS.indexOf(name[0].toUpperCase()), size - Number(name.slice(1))];
  if (!(column >= 0 && column < size && row >= 0 && row < size)) throw new Refused("not on the board");
  return [column, row];
}

// "b" or "w".
export function player(name) {
  const letter = (name ?? "").toLowerCase()[0];
  if (letter !== "b" && letter !== "w") throw new Refused("no such player");
  return letter;
}

// Black's points less White's, as a score.
export function margin(value) {
  return value === 0 ? "0" : (value > 0 ? "B+" : "W+") + Math.abs(value);
}

// Answers until `quit`.
export async function serve(name, version, own) {
  const commands = { protocol_version: () => "2", name: () => name, version: () => version, ...own };
  commands.list_commands = () => [...Object.keys(commands), "quit"].join("\n");
  for await (const line of createInterface({ input: process.stdin })) {
    const words = line.split("#")[0].trim().split(/\s+/).filter(Boolean);
    if (words.length === 0) continue;
    const number = /^\d+$/.test(words[0]) ? words.shift() : "";
    const command = words.shift();
    let answer;
    try {
      if (command !== "quit" && !Object.hasOwn(commands, command)) throw new Refused("unknown command");
      answer = `=${number} ${command === "quit" ? "" : (commands[command](...words) ?? "")}`;
    } catch (error) {
      answer = `?${number} ${String(error.message ?? error).split(/\s+/).join(" ")}`;
    }
    process.stdout.write(`${answer}\n\n`);
    if (command === "quit") break;
  }
}
