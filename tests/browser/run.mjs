// Goes through the page of `shinpan explore` in Chromium, as its readers do: the main flows at two window sizes, one of them with the
// keyboard only, with no error in the console and nothing that axe-core objects to.
//
//   node run.mjs PATH/TO/shinpan [--screenshots DIR] [--live] [--only PART OF A NAME]
//
// --live serves the page from web/ as it stands there, and not what the program was built with.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { screenshots: { type: "string" }, live: { type: "boolean" }, only: { type: "string" } } });
const program = positionals[0] ?? "shinpan";
const here = (path) => new URL(path, import.meta.url).pathname;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));
assert.ok(executablePath, "no Chromium: install it, or set CHROMIUM to where it is");
if (options.screenshots) mkdirSync(options.screenshots, { recursive: true });

const server = spawn(program, ["explore", "--no-open", "--port", "0", "--record", here("../../cases/records/repetition.sgf")], { stdio: ["ignore", "inherit", "pipe"] });
const root = await new Promise((found, failed) => {
  let said = "";
  server.stderr.on("data", (data) => {
    said += data;
    const at = /http:\/\/[0-9.:]+\//.exec(said);
    if (at) found(at[0]);
  });
  server.on("error", failed);
  server.on("exit", (code) => failed(new Error(`shinpan explore ended with ${code}: ${said}`)));
});

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const SIZES = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const DECIDED = 90_000;

/** A page of this size; what its console says of errors is an error. */
const open = async (size, hash, scheme = "light", locale = "en-US") => {
  const context = await browser.newContext({ viewport: SIZES[size], acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"], colorScheme: scheme, locale });
  const page = await context.newPage();
  page.setDefaultTimeout(DECIDED);
  page.errors = [];
  page.on("console", (message) => { if (message.type() === "error") page.errors.push(message.text()); });
  page.on("pageerror", (error) => page.errors.push(String(error)));
  if (options.live) await page.route(/\/(|[a-z]+\.(js|css)|words-[a-z]+\.json)$/, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || "page.html";
    const kind = { html: "text/html", css: "text/css", js: "text/javascript", json: "application/json" }[name.split(".")[1]];
    const from = name === "look.css" ? "../../crates/report/src/" : kind === "text/javascript" ? "../../web/built/" : "../../web/";
    await route.fulfill({ body: readFileSync(here(from + name.replace("words-", "words/"))), contentType: kind });
  });
  await page.goto(root + hash);
  // What the server knows has come, and is shown.
  await page.waitForSelector("[aria-current=page]");
  return page;
};

/** All rule sets have answered. */
const decided = (page) => page.waitForFunction(() => document.getElementById("state").textContent.startsWith("done: "));
/** The card of a rule set, and what it gives. */
const card = (rules) => `article[data-rules~="${rules}"]`;
const outcome = async (page, rules) => page.$eval("#summary", (table, rules) => [...table.querySelectorAll("tbody tr")].find((row) => row.querySelector("code").textContent === rules)?.querySelector("strong")?.textContent, rules);
const text = (page, where) => page.textContent(where);
const hash = (page) => decodeURIComponent(new URL(page.url()).hash);

/** The page as it stands is not wider than the window, and axe-core finds nothing. */
const sound = async (page, name) => {
  if (options.screenshots) await page.screenshot({ path: join(options.screenshots, name + ".png"), fullPage: true });
  const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide[0] <= wide[1], `${name}: ${wide[0]} wide in a window of ${wide[1]}`);
  // The page's own policy lets no other script in: this one is put in by the browser's protocol.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`), [], name);
};

const flows = {
  "the first example: one position, two results, and the line that shows it": async (size) => {
    const page = await open(size, "");
    await decided(page);
    assert.match(await text(page, "#guide"), /W\+3.*W\+2/s);
    assert.equal(await text(page, card("j1989") + " .outcome"), "W+3");
    assert.equal(await text(page, card("j1989:enable=none") + " .outcome"), "W+2");
    assert.equal(await outcome(page, "j1989:enable=none"), "W+2");
    // What is assumed is said where the figures are, and what differs before any list.
    assert.match(await text(page, "#convention"), /^Assuming both players have played equally many stones/);
    assert.match(await text(page, "#sentence"), /disagree about White's B1 C1: alive under Japanese 1989 \[j1989\.7\.1\]; dead under Japanese 1989 \(enable=none\) \[j1989\.7\.1\]/);
    assert.equal(await page.$$eval("article .differs", (all) => all.length), 2);
    assert.equal(await page.$$eval("#board .differs", (all) => all.length), 1);
    assert.match(await text(page, "#legend"), /dead stone.*territory of White.*here the verdicts differ/);
    await sound(page, `${size}-first`);
    await page.click("#show-line");
    assert.match(await text(page, card("j1989") + " .why"), /capturable-1/);
    for (const after of ["X..", ".O."]) {
      await page.waitForSelector(`${card("j1989")} .drawn svg[aria-label$="${after}"]`);
      if (after === "X..") await page.click(card("j1989") + " [data-step=next]");
    }
    assert.match(hash(page), /string=0\.B1&move=2/);
    await sound(page, `${size}-line`);
    await page.click("#show-clause");
    await page.waitForSelector("dialog[open] li");
    assert.match(await text(page, "dialog"), /A stone lives if the opponent cannot take it/);
    assert.match(hash(page), /clause=j1989\.7\.1/);
    await sound(page, `${size}-clause`);
    // A case that rests on the clause leads to its position.
    const href = await page.getAttribute("dialog li a", "href");
    await page.click("dialog li a");
    await page.waitForFunction(() => !document.querySelector("dialog").open);
    assert.equal(page.url(), new URL(href, root).href);
    await decided(page);
    return page;
  },
  "a board too large to search is answered at sight": async (size) => {
    const board = ".X.XO.OO./XX.XOO.OO/.XXXXOOO./XX.XOO.OO/XXXXOOOO./..XXXOX.O/XXX.XOOOO/X.XXXOO.O/.XXXXXOO.";
    const page = await open(size, `#board=${board}&rules=j1989;tromp-taylor`);
    await decided(page);
    assert.equal(await outcome(page, "j1989"), "W+1");
    assert.equal(await outcome(page, "tromp-taylor"), "B+6");
    await page.getByRole("button", { name: /Black G4: dead/ }).first().click();
    await page.waitForFunction(() => /G4 is dead: every play by which/.test(document.querySelector("article .why").textContent));
    await sound(page, `${size}-large`);
    // 19x19, with nothing that is seen at once.
    await page.fill("#rows", "19");
    await page.fill("#cols", "19");
    await page.press("#cols", "Tab");
    await decided(page);
    await page.waitForSelector("#board .spot[data-r='18'][data-c='18']");
    // What one of them does not know is no disagreement.
    assert.doesNotMatch(await text(page, "#sentence"), /dame under Japanese/);
    assert.equal(await page.$$eval("#board .differs", (all) => all.length), 0);
    await sound(page, `${size}-19x19`);
    return page;
  },
  "a string is pressed on the board, saved and shown by its address": async (size) => {
    const page = await open(size, "#board=.XX/XX./OO.&rules=j1989;ms-japanese");
    await decided(page);
    const { width, height } = await page.locator(card("j1989") + " .drawn svg").boundingBox();
    // A1, the lower left of three rows.
    await page.click(card("j1989") + " .drawn svg", { position: { x: width * 30 / 108, y: height * 78 / 108 } });
    await page.waitForSelector(card("j1989") + " .why button");
    assert.match(await text(page, card("j1989") + " .why"), /White A1 B1: dead/);
    await page.click(card("j1989") + " [data-step=last]");
    const at = page.url();
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(`${card("j1989")} [aria-label="Save as ${name}"]`)]);
      return readFileSync(await download.path(), "utf8");
    };
    assert.match(await saved("SVG"), /^<svg xmlns.*j1989: B\+7/s);
    assert.match(await saved("SGF"), /^\(;FF\[4\].*MA\[ac\]\[bc\]/s);
    const again = await open(size, new URL(at).hash);
    await decided(again);
    assert.match(await text(again, card("j1989") + " .why"), /White A1 B1: dead/);
    assert.deepEqual(again.errors, []);
    await again.context().close();
    return page;
  },
  "the texts that people play by are chosen, judge, and say by which clause and where its original is": async (size) => {
    const page = await open(size, "#board=.../.OX&rules=tromp-taylor");
    await decided(page);
    const texts = {
      "new-zealand": ["New Zealand", "draw", "nz.territory", "Territory", "https://go.org.nz/index.php/about-go/new-zealand-rules-of-go"],
      "simplified-ing": ["Simplified Ing", "draw", "ing.score", "Score", "http://home.snafu.de/~jasiek/siming.html"],
      "chinese-2002": ["Chinese rules of 2002", "W+6", "cn.9.count", "Count of stones and points", "https://mdbkw.com/jingyan/xow8ed.html"],
    };
    for (const [rules, [name]] of Object.entries(texts)) {
      assert.match(await text(page, `#add option[value="${rules}"]`), new RegExp(`^${name}.* – ${rules}$`));
      await page.selectOption("#add", rules);
      await page.waitForFunction((rules) => decodeURIComponent(location.hash).includes(rules), rules);
    }
    await decided(page);
    for (const [n, [rules, [, result, clause, title, address]]] of Object.entries(texts).entries()) {
      assert.equal(await outcome(page, rules), result);
      // Verdicts that are the same have one card; what it says is that of the rule set that is chosen.
      await page.click(`#answer-${n + 1} button`);
      await page.click(`${card(rules)} [aria-label="clause ${clause}"] >> nth=0`);
      await page.waitForSelector(`dialog[open] a[href="${address}"]`);
      assert.equal(await text(page, "#clause-title"), `${clause} – ${title}`);
      await sound(page, `${size}-${rules}`);
      await page.click("dialog >> text=Close");
      await page.waitForFunction(() => !document.querySelector("dialog").open);
    }
    // Black's stone is dead by the Chinese text, and the line takes it.
    await page.click(`${card("chinese-2002")} .strings button:has-text("Black C1")`);
    await page.waitForSelector(`${card("chinese-2002")} .why [data-step=last]`);
    assert.match(await text(page, `${card("chinese-2002")} .why`), /Black C1: dead.*cn\.8\.dead/s);
    await page.click(`${card("chinese-2002")} [data-step=last]`);
    await page.waitForFunction((mine) => !document.querySelector(`${mine} .drawn svg`).getAttribute("aria-label").endsWith("OX"), card("chinese-2002"));
    // A reading of one of them is another rule set.
    await page.click("#sets details >> nth=3");
    await page.selectOption('[aria-label="life of chinese-2002"]', "as-it-stands");
    await decided(page);
    assert.equal(await outcome(page, "chinese-2002:life=as-it-stands"), "draw");
    return page;
  },
  "a string that nobody can take is shown with plays that try it, whatever text has examined it": async (size) => {
    const page = await open(size, "#board=.XX/XX./OO.&rules=j1989;ms-japanese;aga-area:agreement=best-play");
    await decided(page);
    for (const [n, rules] of ["j1989", "ms-japanese", "aga-area:agreement=best-play"].entries()) {
      // Verdicts that are the same have one card; its reasons are those of the rule set that is chosen.
      await page.click(`#answer-${n} button`);
      const mine = card(rules);
      await page.click(`${mine} .strings button:has-text("Black B3")`);
      await page.waitForSelector(`${mine} .why [data-step=last]`);
      assert.match(hash(page), new RegExp(`string=${n}\\.`));
      assert.match(await text(page, `${mine} .why`), /cannot force its capture; the line shows plays with which it can be tried/);
      await page.click(`${mine} [data-step=last]`);
      // The last play of the line is Black's on C2, whatever was tried before.
      await page.waitForSelector(`${mine} .drawn svg[aria-label$="XXX/.OX"], ${mine} .drawn svg[aria-label$="XXX/OO."]`);
    }
    await sound(page, `${size}-tries`);
    return page;
  },
  "stones are put, taken back and judged at once, and all rule sets answer": async (size) => {
    const page = await open(size, "#board=.../...");
    await decided(page);
    await page.click('#board [aria-label="B2 empty"]');
    await page.click('#board [aria-label="A1 empty"]');
    await page.click('#board [aria-label="A1 black"]');
    assert.match(hash(page), /board=\.X\.\/O\.\./);
    await decided(page);
    assert.equal(await page.$$eval("#summary tbody strong", (all) => all.length), await page.$$eval("#summary tbody tr", (all) => all.length));
    // Verdicts that are the same have one card.
    const cards = await page.$$eval("#answers article", (all) => all.map((one) => one.dataset.rules.split(" ").length));
    assert.ok(cards.length < cards.reduce((sum, n) => sum + n, 0), cards.join());
    assert.equal(cards.reduce((sum, n) => sum + n, 0), await page.$$eval("#summary tbody tr", (all) => all.length));
    await page.click("#undo");
    await page.waitForFunction(() => location.hash.includes("board=.X./X.."));
    await page.fill("#text", "not a board");
    await page.press("#text", "Enter");
    await page.waitForFunction(() => /write rows of X \(black\), O \(white\)/.test(document.getElementById("wrong").textContent));
    await page.fill("#cols", "2");
    await page.press("#cols", "Enter");
    await page.waitForFunction(() => location.hash.includes("board=.X/X."));
    await decided(page);
    // Searches for a board that nobody looks at any more end: another is answered at once.
    await page.fill("#text", "......../......../......../......../......../......../......../........");
    await page.press("#text", "Enter");
    await page.waitForSelector("#summary tr.open");
    await page.fill("#text", "X.O");
    await page.press("#text", "Enter");
    await decided(page);
    await sound(page, `${size}-all`);
    return page;
  },
  "divergences open with all pairs; one is gone through by cause, settled and stones": async (size) => {
    const short = await open(size, "#diverge=2x3");
    await short.waitForSelector("#next");
    assert.deepEqual(short.errors, []);
    await short.context().close();
    const page = await open(size, "#board=.../...&rules=j1989;ms-chinese");
    await page.click("#to-divergences");
    await page.waitForSelector("#next");
    assert.match(await text(page, "#divergences"), /Japanese 1989 and MindSports, Chinese count diverge on \d+ of 489 positions/);
    await decided(page);
    const first = await page.getAttribute("#board svg", "aria-label");
    await page.click("#next");
    await page.waitForFunction((first) => document.querySelector("#board svg")?.getAttribute("aria-label") !== first, first);
    await page.click("[data-of=settled-true]");
    await page.waitForFunction(() => document.querySelector("#divergences > [role=status]")?.textContent.includes(", settled"));
    // What is left to choose from is not empty.
    for (const [part, kept] of [["cause", "causes"], ["stones", "stones"]]) {
      await page.click(`[data-kept=${kept}]:not([open]) summary`);
      await page.click(`[data-kept=${kept}] button`);
      await page.waitForFunction((part) => location.hash.includes(part + "="), part);
      // The choices are those of the answer, not of the view before.
      await page.waitForSelector("#divergences:not([aria-busy=true]) > [role=status] strong");
    }
    await decided(page);
    const shown = await text(page, "#divergences > [role=status] strong");
    assert.deepEqual([await outcome(page, "j1989"), await outcome(page, "ms-chinese")], shown.split(" and "));
    // The heat map has every pair, and a cell leads to its own.
    await page.waitForSelector("table.heat");
    const told = await page.getAttribute('[data-pair="j1989 ms-japanese"]', "aria-label");
    await sound(page, `${size}-divergences`);
    await page.click('[data-pair="j1989 ms-japanese"]');
    await page.waitForFunction(() => location.hash.includes("rules=j1989;ms-japanese") || decodeURIComponent(location.hash).includes("rules=j1989;ms-japanese"));
    await page.waitForSelector("#divergences:not([aria-busy=true]) > p");
    assert.equal(/diverge on (\d+) of/.exec(await text(page, "#divergences"))[1], /: (\d+) of/.exec(told)[1]);
    // A board of the sheet is gone to.
    await page.click(".contact button >> nth=2");
    await page.waitForFunction(() => location.hash.includes("n=2"));
    await page.click("[data-size='2x4']");
    await page.waitForFunction(() => / of \d{4,} positions/.test(document.getElementById("divergences").textContent));
    await page.click("#random");
    await decided(page);
    return page;
  },
  "a game is stepped through: who accepts, who refuses, and why": async (size) => {
    const page = await open(size, "#game=file&rules=j1989;aj2004;ms-chinese");
    await page.waitForSelector("#steps table");
    await page.click("text=Next disagreement");
    await page.waitForFunction(() => location.hash.includes("step=5"));
    assert.match(await text(page, "#steps"), /ms-chinese.*✗ refused \(superko\).*brings back the position/s);
    await sound(page, `${size}-game`);
    // A file of one's own has an address too.
    const file = join(tmpdir(), `shinpan-browser-${process.pid}.sgf`);
    writeFileSync(file, "(;GM[1]FF[4]SZ[3];B[bb];W[aa];B[bb])");
    await page.setInputFiles("#file", file);
    await page.waitForFunction(() => document.getElementById("game").textContent.includes("0 of 3"));
    await page.click("#game [data-step=last]");
    await page.waitForFunction(() => document.getElementById("steps").textContent.includes("refused (occupied)"));
    const again = await open(size, new URL(page.url()).hash);
    await again.waitForFunction(() => document.getElementById("game").textContent.includes("3 of 3: B B2"));
    assert.deepEqual(again.errors, []);
    await again.context().close();
    await page.click("text=Judge this position");
    await decided(page);
    writeFileSync(file, "this is no game");
    await page.click("#to-game");
    await page.setInputFiles("#file", file);
    await page.waitForFunction(() => document.getElementById("wrong").textContent.includes("the file:1"));
    return page;
  },
  "what undoes a change of the board is the page's own, wherever one has typed": async (size) => {
    const page = await open(size, "#board=.../.../...&rules=tromp-taylor");
    await decided(page);
    await page.fill("#cols", "4");
    await page.press("#cols", "Enter");
    await page.click('#board [aria-label="A1 empty"]');
    await page.click('#board [aria-label="C2 empty"]');
    const now = () => /board=([^&]*)/.exec(hash(page))[1];
    assert.equal(now(), "..../..X./X...");
    await page.focus("#cols");
    for (const board of ["..../..../X...", "..../..../....", ".../.../..."]) {
      await page.keyboard.press("Control+z");
      await page.waitForFunction((board) => decodeURIComponent(location.hash).includes(`board=${board}&`), board);
    }
    assert.ok(await page.isDisabled("#undo"));
    await page.keyboard.press("Control+Shift+z");
    await page.keyboard.press("Control+y");
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes("board=..../..../X...&"));
    await page.click("#redo");
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes("board=..../..X./X...&"));
    assert.ok(await page.isDisabled("#redo"));
    // Komi and an example are steps as well.
    await page.fill("#komi", "6.5");
    await page.press("#komi", "Enter");
    await page.waitForFunction(() => location.hash.includes("komi=6.5"));
    await page.click(".examples summary");
    await page.click("#examples a >> nth=1");
    await page.waitForFunction(() => location.hash.includes("board=.XX/XX./OO."));
    await page.click("#undo");
    await page.waitForFunction(() => location.hash.includes("komi=6.5"));
    await page.click("#undo");
    await page.waitForFunction(() => !location.hash.includes("komi"));
    return page;
  },
  "strings are pressed dead or alive, and the count under each text follows": async (size) => {
    const board = ".X.XO.OO./XX.XOO.OO/.XXXXOOO./XX.XOO.OO/XXXXOOOO./..XXXOX.O/XXX.XOOOO/X.XXXOO.O/.XXXXXOO.";
    const page = await open(size, `#board=${board}&rules=j1989;ms-chinese;tromp-taylor;aga-area`);
    await decided(page);
    const of = async (rules) => page.$eval("#agreed-results", (node, rules) => [...node.querySelectorAll("tbody tr")].find((row) => [...row.querySelectorAll("code")].some((code) => code.textContent === rules))?.lastChild.textContent, rules);
    await page.click("[data-tool=dead]");
    await page.waitForSelector("#agreed-results table");
    const alive = [await of("j1989"), await of("ms-chinese")];
    await page.click('#board [aria-label="G4 black"]');
    await page.waitForSelector('#board [aria-label="G4 black, dead"]');
    await page.waitForFunction(() => /Dead: G4/.test(document.getElementById("agreed-results").textContent));
    // As the texts decide by themselves: its strings are dead, or not.
    assert.ok((await of("j1989")).startsWith(await outcome(page, "j1989")), await of("j1989"));
    assert.notEqual(await of("j1989"), alive[0]);
    assert.match(await of("tromp-taylor"), /not left to the players/);
    assert.match(hash(page), /dead=G4/);
    // Komi and stones captured before are counted, where the text counts them.
    const plain = await of("aga-area");
    await page.fill("#komi", "0.5");
    await page.press("#komi", "Enter");
    await page.selectOption("#prisoners", "told");
    await page.fill("#by-white", "3");
    await page.press("#by-white", "Enter");
    await page.waitForFunction(() => /captured by White before|3 captured|3 stones|and 3 by White/.test(document.getElementById("convention").textContent));
    await decided(page);
    await page.waitForFunction((plain) => !document.getElementById("agreed-results").textContent.includes(plain), plain);
    assert.equal(await outcome(page, "j1989"), "W+4.5");
    assert.equal(await outcome(page, "tromp-taylor"), "B+5.5");
    assert.ok((await of("j1989")).startsWith("W+4.5"), await of("j1989"));
    await sound(page, `${size}-agreed`);
    await page.click('#board [aria-label="G4 black, dead"]');
    await page.waitForSelector('#board [aria-label="G4 black"]');
    await page.click("#agreed-close");
    await page.waitForFunction(() => document.getElementById("agreed").hidden && !location.hash.includes("dead"));
    return page;
  },
  "stones are put with tools, by dragging and with the right button; what is pasted is read": async (size) => {
    const page = await open(size, "#board=.../.../...&rules=tromp-taylor");
    await decided(page);
    const at = async (name) => { const box = await page.locator(`#board [aria-label^="${name} "]`).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    await page.click("[data-tool=X]");
    await page.mouse.move(...(await at("A3")));
    await page.mouse.down();
    await page.mouse.move(...(await at("B3")), { steps: 4 });
    await page.mouse.move(...(await at("C3")), { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => location.hash.includes("board=XXX/.../..."));
    await page.click('#board [aria-label="B1 empty"]', { button: "right" });
    await page.waitForFunction(() => location.hash.includes("board=XXX/.../.O."));
    await page.click("[data-tool='.']");
    await page.click('#board [aria-label="B3 black"]');
    await page.waitForFunction(() => location.hash.includes("board=X.X/.../.O."));
    // One drag is one step.
    for (let n = 0; n < 3; n++) await page.click("#undo");
    await page.waitForFunction(() => location.hash.includes("board=.../.../..."));
    const paste = async (text) => { await page.fill("#text", text); await page.press("#text", "Enter"); };
    await paste("$$ -------\n$$ | X O . |\n$$ | . X O |\n$$ -------");
    await page.waitForFunction(() => location.hash.includes("board=XO./.XO"));
    await paste("  A B C\n2 X . O 2\n1 X X O 1\n  A B C");
    await page.waitForFunction(() => location.hash.includes("board=X.O/XXO"));
    await paste("(;SZ[3];B[aa];W[bb])");
    await page.waitForFunction(() => document.getElementById("game").textContent.includes("0 of 2"));
    await page.click("#to-position");
    await decided(page);
    await page.click("text=Copy link");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
    await page.click("text=Copy board");
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^[XO./]+$/);
    await page.click("#copy >> text=Copy picture");
    await page.waitForFunction(async () => (await navigator.clipboard.read()).some((item) => item.types.includes("image/png")));
    return page;
  },
  "what takes long can be stopped, says how many are decided, and can go on": async (size) => {
    const page = await open(size, "#board=......../......../......../......../......../......../......../........&rules=tromp-taylor;aj2004");
    await page.waitForSelector("#answer-0 strong");
    await page.waitForSelector("#stop:not([hidden])");
    assert.match(await text(page, "#clock"), /\d+ s of at most 20 s/);
    await page.click("#stop");
    await page.waitForFunction(() => document.getElementById("state").textContent === "stopped: 1 decided, 1 undecided");
    assert.match(await text(page, "#longer"), /Think longer \(up to 120 s\)/);
    await page.click("#longer");
    await page.waitForFunction(() => /of at most 120 s/.test(document.getElementById("clock").textContent));
    await page.waitForFunction(() => /deciding 1/.test(document.getElementById("state").textContent));
    await page.click("#stop");
    await page.waitForFunction(() => document.getElementById("state").textContent === "stopped: 1 decided, 1 undecided");
    await sound(page, `${size}-stopped`);
    return page;
  },
  "a file in SGF is shown with players, comments, marks and variations": async (size) => {
    const page = await open(size, "#game=&rules=j1989;tromp-taylor");
    const file = join(tmpdir(), `shinpan-tree-${process.pid}.sgf`);
    writeFileSync(file, "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Ada]BR[3k]PW[Béla]KM[6.5]RE[B+R]C[The first game.];B[ee];W[cc]C[A corner.]TR[cc]LB[ee:7]LB[gg:z](;B[gg];W[cg])(;B[gc]N[Elsewhere];W[gg];B[cg]))");
    await page.setInputFiles("#file", file);
    await page.waitForFunction(() => document.getElementById("game").textContent.includes("0 of 5"));
    assert.match(await text(page, "#game"), /Ada 3k \(black\) – Béla \(white\).*komi 6\.5.*result: B\+R.*The first game\./s);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash.includes("step=1"));
    await page.hover("#board svg");
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(() => location.hash.includes("step=2"));
    assert.match(await text(page, "#game .comment"), /A corner\./);
    assert.deepEqual(await page.$$eval("#board svg > g text.on, #board svg > g text.said", (all) => all.map((one) => one.textContent)), ["7", "z"]);
    await sound(page, `${size}-tree`);
    // The graph: the root, two moves, two and three of the variations; the second lies below, and a press goes there.
    assert.equal(await page.$$eval(".tree .node", (all) => all.length), 8);
    const rows = await page.$$eval(".tree .node", (all) => all.map((one) => Math.round(one.getBBox().y + one.getBBox().height / 2)));
    assert.deepEqual(rows, [12, 12, 12, 12, 12, 32, 32, 32]);
    await page.click(".tree g:nth-of-type(7)");
    await page.waitForFunction(() => location.hash.includes("path=2") && document.getElementById("game").textContent.includes("4 of 5: W G3"));
    assert.deepEqual(await page.$$eval(".tree .edge.on", (all) => all.length), 5);
    await sound(page, `${size}-graph`);
    await page.click(".tree g:nth-of-type(3)");
    await page.waitForFunction(() => document.getElementById("game").textContent.includes("2 of 5: W C7") && location.hash.includes("path=2"));
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => !location.hash.includes("path=2") && document.getElementById("game").textContent.includes("3 of 5: B G3"));
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.getElementById("game").textContent.includes("2 of 5: W C7"));
    await page.click('button:has-text("variation 2")');
    await page.waitForFunction(() => location.hash.includes("path=2") && document.getElementById("game").textContent.includes("3 of 5: B G7"));
    assert.match(await text(page, "#game .comment"), /Elsewhere/);
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => !location.hash.includes("path=2") && document.getElementById("game").textContent.includes("3 of 5: B G3"));
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => document.getElementById("game").textContent.includes("3 of 5: B G7"));
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.getElementById("game").textContent.includes("5 of 5: B C3"));
    // At the end the dead stones are marked, and each text counts.
    await page.click("#mark-dead");
    await page.waitForSelector("#agreed-results table");
    await page.click('#board [aria-label="C7 white"]');
    await page.waitForFunction(() => /Dead: C7/.test(document.getElementById("agreed-results").textContent));
    assert.match(await text(page, "#agreed-results"), /[BW]\+\d/);
    // A board of 81 points is judged as well.
    await page.click("text=Judge this position");
    await page.waitForFunction(() => location.hash.includes("komi=6.5"));
    await decided(page);
    assert.match(await outcome(page, "tromp-taylor"), /^[BW]\+\d+\.5$/);
    return page;
  },
  "4x4 is offered with the time that it takes, and is not begun before it is asked for": async (size) => {
    const page = await open(size, "#diverge=2x2&rules=tromp-taylor;ms-chinese");
    await page.waitForSelector("#divergences .contact");
    await page.click('#sizes [data-size="4x4"]');
    await page.waitForSelector("#wait");
    assert.match(await text(page, "#divergences"), /4x4 has 24318165 positions\. .* takes about \d+ min and \d+ MiB/);
    assert.match(await text(page, "#divergences"), /shinpan solve 4x4/);
    await sound(page, `${size}-offer`);
    return page;
  },
  "the page speaks Japanese and Chinese, as the browser does or as is chosen": async (size) => {
    const page = await open(size, "#board=.XX/XX./OO.&rules=j1989;tromp-taylor", "light", "ja-JP");
    const done = (word) => page.waitForFunction((word) => document.getElementById("state").textContent.startsWith(word), word);
    await done("完了");
    assert.equal(await page.getAttribute("html", "lang"), "ja");
    assert.equal(await text(page, "#to-divergences"), "相違");
    assert.equal(await outcome(page, "j1989"), "B+7");
    assert.match(await text(page, "#summary"), /日本囲碁規約（1989年）.*黒の 7 目勝ち/s);
    assert.match(await text(page, "#sentence"), /判定が分かれます|通りの結果/);
    await sound(page, `${size}-ja`);
    await page.click("article .strings button");
    await page.click("article .why button.link");
    await page.waitForSelector("dialog[open] li");
    assert.match(await text(page, "#clause-title"), /j1989\.7\.1 – 活き石と死に石/);
    await sound(page, `${size}-ja-clause`);
    await page.keyboard.press("Escape");
    await page.selectOption("#language", "zh");
    await done("完成");
    assert.equal(await page.getAttribute("html", "lang"), "zh");
    assert.match(await text(page, "#summary"), /日本围棋规约（1989）.*黑胜 7/s);
    await page.click("#to-divergences");
    await page.waitForSelector("table.heat td button");
    assert.match(await text(page, "#matrix"), /两种规则结果不同的局面数/);
    await sound(page, `${size}-zh`);
    // What is chosen stays chosen.
    await page.selectOption("#language", "en");
    await page.waitForFunction(() => document.documentElement.lang === "en" && document.getElementById("to-divergences").textContent === "Divergences");
    await page.goto(root);
    await done("done");
    return page;
  },
  "in the dark, on wood and on paper to print nothing is lost": async (size) => {
    const page = await open(size, "#board=.XX/XX./OO.&rules=j1989;ms-japanese;tromp-taylor", "dark");
    await decided(page);
    await sound(page, `${size}-dark`);
    const ground = () => page.$eval("#board .ground", (node) => getComputedStyle(node).fill);
    const dark = await ground();
    await page.selectOption("#theme", "wood");
    assert.notEqual(await ground(), dark);
    await sound(page, `${size}-wood`);
    await page.reload();
    await decided(page);
    assert.equal(await page.inputValue("#theme"), "wood");
    await page.emulateMedia({ media: "print" });
    assert.equal(await ground(), "rgb(255, 255, 255)");
    assert.ok(!(await page.isVisible("#undo")) && (await page.isVisible("#summary")));
    if (options.screenshots) await page.screenshot({ path: join(options.screenshots, `${size}-print.png`), fullPage: true });
    return page;
  },
  "boards drawn by the page and by the program are the same": async (size) => {
    const page = await open(size, "#board=X.O/XXO/...&rules=tromp-taylor");
    await decided(page);
    const shapes = (where) => page.$eval(where, (drawn) => [...drawn.querySelectorAll("line, circle.stone, .names text, rect.ground:first-child")].map((node) => [node.tagName, ...["class", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height"].map((name) => node.getAttribute(name))].join() + (node.tagName === "text" ? node.textContent : "")).sort());
    assert.deepEqual(await shapes("#board svg"), await shapes("article .drawn svg"));
    // Every text has a name that people say.
    const { texts } = await page.evaluate(async () => (await fetch("texts")).json());
    const unnamed = await page.evaluate(async (ids) => { const { isNamed } = await import("./names.js"); return ids.filter((id) => !isNamed(id)); }, texts.map((text) => text.id));
    assert.deepEqual(unnamed, []);
    return page;
  },
};

/** With the keyboard only: a stone is put and taken back, a string explained, its line stepped, a clause read, another view reached. */
const keyboard = async () => {
  const page = await open("wide", "");
  await decided(page);
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent);
  const tab = async (to) => {
    for (let n = 0; n < 80; n++) {
      await press("Tab");
      if (to.test(await focused())) return;
    }
    assert.fail(`Tab does not reach ${to}`);
  };
  await tab(/^Show it on the board/);
  await press("Enter");
  assert.equal(await focused(), "next move");
  await press("ArrowRight");
  await page.waitForSelector('article .drawn svg[aria-label$=".O."]');
  assert.equal(await focused(), "next move");
  await tab(/^clause j1989\.8\.territory/);
  await press("Enter");
  await page.waitForSelector("dialog[open] li");
  await press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog").open && !location.hash.includes("clause"));
  await page.keyboard.press("Shift+Tab");
  await page.focus("#to-position");
  await tab(/^A1 empty/);
  await press("x", "ArrowRight", ".");
  assert.equal(await focused(), "B1 empty");
  await page.waitForFunction(() => location.hash.includes("board=X.O"));
  await tab(/^Undo/);
  await press("Enter");
  await page.waitForFunction(() => location.hash.includes("board=XOO"));
  await page.focus("#to-position");
  await tab(/^Game/);
  await press("Enter");
  await page.waitForSelector("#game [data-step=next]");
  await tab(/^next step/);
  await press("ArrowRight", "ArrowRight");
  await page.waitForFunction(() => location.hash.includes("step=2"));
  return page;
};

let failed = 0;
const check = async (name, flow) => {
  const started = Date.now();
  try {
    const page = await flow();
    assert.deepEqual(page.errors, [], "errors in the console");
    await page.context().close();
    console.log(`ok   ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}\n${error.stack}`);
    if (options.screenshots) for (const context of browser.contexts()) for (const page of context.pages()) {
      await page.screenshot({ path: join(options.screenshots, `failed-${failed}.png`), fullPage: true });
    }
    for (const context of browser.contexts()) await context.close();
  }
};
for (const size of Object.keys(SIZES)) for (const [name, flow] of Object.entries(flows)) if (!options.only || `${size}: ${name}`.includes(options.only)) await check(`${size}: ${name}`, () => flow(size));
if (!options.only || "keyboard only".includes(options.only)) await check("keyboard only", keyboard);
await browser.close();
server.removeAllListeners("exit");
server.kill();
process.exitCode = failed > 0 ? 1 : 0;
