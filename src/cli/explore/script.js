"use strict";
// The address says all: #board=.OO&rules=j1989;j1989:enable=none. Everything else follows from it.
const $ = (id) => document.getElementById(id);
const LETTERS = "ABCDEFGHJKLMNOPQRST";
const EXAMPLES = [
  ["Two stones on three points: may a stone live by being captured?", ".OO", "j1989;j1989:enable=none"],
  ["Two stones in a corner", ".XX/XX./OO.", ""],
  ["Three points without capturing", ".XXO./OXXOO/XOOO./XXXOO/XXXXX/.X.XX", "j1989;j1989:enable=enclosed;ms-japanese"],
  ["Bent four in the corner", "XXXXXX./OOXXXXX/.OOOOX./XXX.OXX", "j1989;ms-japanese;aj2004"],
  ["A cycle that only a rule on repetition ends", "...../..O.X", "aj2004;j1989;ms-japanese"],
];
let texts = [];
let source = null;
let retry = 0;

const el = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
};
const svg = (name, attributes, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

// State

const parse = () => {
  const asked = new URLSearchParams(location.hash.slice(1));
  const board = asked.get("board") || ".OO";
  const rules = (asked.get("rules") ?? (asked.has("board") ? "" : "j1989;j1989:enable=none")).split(";").filter(Boolean);
  return { rows: board.split("/"), rules: rules.length > 0 ? rules : texts.map((text) => text.id) };
};
const go = (rows, rules) => {
  const hash = "#board=" + rows.join("/") + "&rules=" + rules.join(";");
  if (hash !== location.hash) history.pushState(null, "", hash);
  show();
};
const well = (rows) => rows.length <= 19 && rows.every((row) => /^[XO.]+$/.test(row) && row.length === rows[0].length && row.length <= 19);

// The board

const drawBoard = (rows, onpoint) => {
  const [height, width] = [rows.length, rows[0].length];
  const at = (n) => 30 + 24 * n;
  // The board that is played on is drawn larger.
  const scale = onpoint ? 1.7 : 1;
  const [across, down] = [at(width - 1) + 30, at(height - 1) + 30];
  const all = svg("svg", { viewBox: `0 0 ${across} ${down}`, width: scale * across, height: scale * down,
    role: onpoint ? "group" : "img", "aria-label": "board " + rows.join("/"), "font-family": "sans-serif" });
  for (let r = 0; r < height; r++) {
    const more = width === 1 ? 12 : 0;
    all.append(svg("line", { x1: 30 - more, y1: at(r), x2: at(width - 1) + more, y2: at(r), stroke: "#555" }));
  }
  for (let c = 0; c < width; c++) {
    const more = height === 1 ? 12 : 0;
    all.append(svg("line", { x1: at(c), y1: 30 - more, x2: at(c), y2: at(height - 1) + more, stroke: "#555" }));
    all.append(svg("text", { x: at(c), y: 11, "font-size": 10, "text-anchor": "middle", fill: "#333" }, LETTERS[c]));
  }
  for (let r = 0; r < height; r++) {
    all.append(svg("text", { x: 7, y: at(r) + 4, "font-size": 10, "text-anchor": "middle", fill: "#333" }, String(height - r)));
    for (let c = 0; c < width; c++) {
      const stone = rows[r][c];
      const name = LETTERS[c] + (height - r);
      const spot = svg("g", onpoint ? { class: "spot", tabindex: r + c === 0 ? 0 : -1, role: "button", "data-r": r, "data-c": c,
        "aria-label": name + " " + { X: "black", O: "white", ".": "empty" }[stone] } : {});
      spot.append(svg("rect", { x: at(c) - 12, y: at(r) - 12, width: 24, height: 24, fill: "transparent" }));
      if (stone !== ".") spot.append(svg("circle", { cx: at(c), cy: at(r), r: 11, fill: stone === "X" ? "#111" : "#fff", stroke: "#111" }));
      if (onpoint) {
        spot.append(svg("circle", { class: "ring", cx: at(c), cy: at(r), r: 12, fill: "none", stroke: "transparent" }));
        spot.addEventListener("click", () => onpoint(r, c, null));
        spot.addEventListener("keydown", (event) => {
          const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
          const put = { x: "X", X: "X", b: "X", o: "O", O: "O", w: "O", ".": ".", Delete: ".", Backspace: ".", " ": null, Enter: null };
          if (step) focusOn(r + step[0], c + step[1]);
          else if (event.key in put) onpoint(r, c, put[event.key]);
          else return;
          event.preventDefault();
        });
      }
      all.append(spot);
    }
  }
  return all;
};
const focusOn = (r, c) => {
  const spot = document.querySelector(`#board .spot[data-r="${r}"][data-c="${c}"]`);
  if (spot === null) return;
  document.querySelectorAll("#board .spot").forEach((other) => other.setAttribute("tabindex", -1));
  spot.setAttribute("tabindex", 0);
  spot.focus();
};
const put = (r, c, stone) => {
  const { rows, rules } = parse();
  const next = stone ?? { ".": "X", X: "O", O: "." }[rows[r][c]];
  rows[r] = rows[r].slice(0, c) + next + rows[r].slice(c + 1);
  const held = document.activeElement?.closest?.("#board") !== null;
  go(rows, rules);
  if (held) focusOn(r, c);
};
const resize = () => {
  const { rows, rules } = parse();
  const [height, width] = [$("rows"), $("cols")].map((input) => Math.min(19, Math.max(1, Math.trunc(Number(input.value)) || 1)));
  go(Array.from({ length: height }, (_, r) => (rows[r] ?? "").slice(0, width).padEnd(width, ".")), rules);
};

// Rule sets

const drawSets = (rules) => {
  const change = (n, name) => {
    const now = parse();
    now.rules.splice(n, 1, ...(name === null ? [] : [name]));
    if (now.rules.length > 0) go(now.rows, now.rules);
  };
  $("sets").replaceChildren(...rules.map((name, n) => {
    const [id, given = ""] = name.split(/:(.*)/s);
    const text = texts.find((text) => text.id === id);
    const chosen = new Map(given.split(",").filter(Boolean).map((part) => part.split("=")));
    const readings = (text?.readings ?? []).map((reading) => {
      const label = (value) => value.name + (value.default && !reading.required ? " (default)" : "");
      const options = reading.values.map((value) => el("option", { value: value.default && !reading.required ? "" : value.name, title: value.meaning }, label(value)));
      if (reading.required) options.unshift(el("option", { value: "" }, "each"));
      const select = el("select", { title: reading.why, onchange: () => {
        if (select.value === "") chosen.delete(reading.key); else chosen.set(reading.key, select.value);
        const parts = [...chosen].map((pair) => pair.join("="));
        change(n, parts.length > 0 ? id + ":" + parts.join(",") : id);
      } }, ...options);
      select.value = chosen.get(reading.key) ?? "";
      if (select.selectedIndex < 0) select.value = "";
      const meaning = reading.values.find((value) => value.name === chosen.get(reading.key))?.meaning;
      const row = el("label", { class: "row" }, reading.key + " ", select);
      return meaning ? el("div", {}, row, el("div", { class: "soft" }, meaning)) : row;
    });
    const remove = el("button", { type: "button", "aria-label": "remove " + name, onclick: () => change(n, null) }, "×");
    const open = chosen.size > 0 ? { open: "" } : {};
    return el("div", { class: "set" }, el("header", {}, el("strong", { title: text?.title }, name), remove),
      el("details", open, el("summary", { class: "soft" }, text?.title ?? "unknown"), ...readings));
  }));
};

// Verdicts

const line = (rows, step) => {
  const boards = [rows, ...step.line.map((move) => move.after.split("/"))];
  const said = ["the position", ...step.line.map((move) => `${move.player} ${move.move}`)];
  let now = 0;
  const holder = el("div");
  const where = el("span", { "aria-live": "polite" });
  const draw = () => {
    holder.replaceChildren(drawBoard(boards[now], null));
    where.textContent = `${now} of ${step.line.length}: ${said[now]}`;
  };
  const move = (by) => { now = Math.min(boards.length - 1, Math.max(0, now + by)); draw(); };
  draw();
  return el("div", {}, el("div", { class: "player" },
    el("button", { type: "button", "aria-label": "back one move", onclick: () => move(-1) }, "◀"),
    el("button", { type: "button", "aria-label": "forward one move", onclick: () => move(1) }, "▶"), where), holder);
};
const card = (rows, verdict) => {
  const board = el("div");
  // Made by the server from the position alone.
  board.innerHTML = verdict.board;
  const met = new Set();
  const steps = verdict.steps.map((step) => {
    const parts = [el("dd", {}, step.fact)];
    if (step.line.length > 0) {
      const show = el("button", { type: "button", onclick: () => show.replaceWith(line(rows, step)) }, `Play the line (${step.line.length} moves)`);
      parts.push(show);
    }
    const fresh = !met.has(step.clause);
    met.add(step.clause);
    const head = el("dt", {}, `${step.clause} ${step.title}` + (step.reading ? ` [${step.reading}]` : ""));
    return el("div", { class: "step" }, ...(fresh ? [head, el("dd", { class: "says" }, step.paraphrase)] : [head]), ...parts);
  });
  const details = el("details", {}, el("summary", {}, "Why: the clauses and the lines of play"), el("dl", {}, ...steps));
  const strings = verdict.strings.map((string) => el("button", { type: "button", onclick: () => {
    details.open = true;
    const name = `the ${string.player.toLowerCase()} string ${string.stones.join(" ")} `;
    const found = steps.filter((node, n) => verdict.steps[n].fact.startsWith(name));
    steps.forEach((node) => node.classList.toggle("chosen", found.includes(node)));
    found[0]?.scrollIntoView({ block: "center" });
  } }, `${string.player} ${string.stones.join(" ")}: ${string.life}` + (string.by === string.life ? "" : ` (${string.by})`)));
  return el("article", { id: "answer-" + verdict.n }, el("h3", {}, verdict.rules), el("div", { class: "outcome" }, verdict.outcome), board,
    verdict.status ? "" : el("p", { class: "soft" }, "This text gives no status: the result is that of best play."),
    el("div", { class: "strings" }, ...strings), el("ul", {}, ...verdict.claims.map((claim) => el("li", {}, claim.trim()))), details);
};
const ask = (rows, rules) => {
  source?.close();
  clearTimeout(retry);
  $("state").textContent = "asking";
  const query = new URLSearchParams({ board: rows.join("/"), rules: rules.join(" ") });
  const mine = (source = new EventSource("judge?" + query));
  const over = (said) => { mine.close(); if (mine === source) $("state").textContent = said; };
  let left = 0;
  mine.addEventListener("begun", (event) => {
    const names = JSON.parse(event.data).rules;
    left = names.length;
    $("state").textContent = `deciding ${left}`;
    $("answers").replaceChildren(...names.map((name, n) =>
      el("article", { id: "answer-" + n, class: "open" }, el("h3", {}, name), el("p", {}, "being decided"))));
  });
  mine.addEventListener("verdict", (event) => {
    const verdict = JSON.parse(event.data);
    $("answer-" + verdict.n).replaceWith(card(rows, verdict));
    left -= 1;
    $("state").textContent = left > 0 ? `deciding ${left} more` : "all rule sets have answered";
  });
  mine.addEventListener("refused", (event) => {
    const why = JSON.parse(event.data).why;
    over(why);
    if (why.includes("asked again")) retry = setTimeout(() => ask(rows, rules), 2000);
    else $("answers").replaceChildren();
  });
  mine.addEventListener("done", (event) => {
    const open = JSON.parse(event.data).open;
    document.querySelectorAll("article.open p").forEach((node) => { node.textContent = "not decided in time"; });
    over(open.length > 0 ? "not decided in time: " + open.join(", ") : "all rule sets have answered");
  });
  mine.onerror = () => over("the server does not answer; start `shinpan explore` again and reload");
};

// All of it

const show = () => {
  const { rows, rules } = parse();
  if (!well(rows)) {
    $("wrong").textContent = "a board has rows of X, O and ., all of one length, with / between";
    return;
  }
  $("wrong").textContent = "";
  $("board").replaceChildren(drawBoard(rows, put));
  [$("rows").value, $("cols").value, $("text").value] = [rows.length, rows[0].length, rows.join("/")];
  drawSets(rules);
  ask(rows, rules);
};
const start = async () => {
  texts = await (await fetch("texts")).json();
  $("add").replaceChildren(el("option", { value: "" }, "a text"), ...texts.map((text) => el("option", { value: text.id }, text.id + " – " + text.title)));
  $("add").addEventListener("change", () => {
    const { rows, rules } = parse();
    if ($("add").value !== "") go(rows, [...rules, $("add").value]);
    $("add").value = "";
  });
  $("examples").replaceChildren(...EXAMPLES.map(([title, board, rules]) => el("li", {}, el("a", { href: `#board=${board}&rules=${rules}` }, title))));
  $("undo").addEventListener("click", () => history.back());
  $("clear").addEventListener("click", () => { const { rows, rules } = parse(); go(rows.map((row) => ".".repeat(row.length)), rules); });
  $("all").addEventListener("click", () => go(parse().rows, texts.map((text) => text.id)));
  $("rows").addEventListener("change", resize);
  $("cols").addEventListener("change", resize);
  $("text").addEventListener("change", () => {
    const rows = $("text").value.trim().split("/");
    if (well(rows)) go(rows, parse().rules); else $("wrong").textContent = "rows of X, O and ., all of one length, with / between";
  });
  addEventListener("popstate", show);
  show();
};
start();
