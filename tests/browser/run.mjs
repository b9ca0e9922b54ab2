// Goes through the page of `shinpan explore` in Chromium, as its readers do: the main flows at two window sizes, one of them with the
// keyboard only, with no error in the console and nothing that axe-core objects to.
//
//   node run.mjs PATH/TO/shinpan [--screenshots DIR] [--live]
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

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { screenshots: { type: "string" }, live: { type: "boolean" } } });
const program = positionals[0] ?? "shinpan";
const here = (path) => new URL(path, import.meta.url).pathname;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));
assert.ok(executablePath, "no Chromium: install it, or set CHROMIUM to where it is");
if (options.screenshots) mkdirSync(options.screenshots, { recursive: true });

const server = spawn(program, ["explore", "--port", "0", "--record", here("../../cases/records/repetition.sgf")], { stdio: ["ignore", "inherit", "pipe"] });
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
const DECIDED = 30_000;

/** A page of this size; what its console says of errors is an error. */
const open = async (size, hash) => {
  const context = await browser.newContext({ viewport: SIZES[size], acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(DECIDED);
  page.errors = [];
  page.on("console", (message) => { if (message.type() === "error") page.errors.push(message.text()); });
  page.on("pageerror", (error) => page.errors.push(String(error)));
  if (options.live) await page.route(/\/(|[a-z]+\.(js|css))$/, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || "page.html";
    const kind = { html: "text/html", css: "text/css", js: "text/javascript" }[name.split(".")[1]];
    await route.fulfill({ body: readFileSync(here(`../../web/${kind === "text/javascript" ? "built/" : ""}${name}`)), contentType: kind });
  });
  await page.goto(root + hash);
  // What the server knows has come, and is shown.
  await page.waitForSelector("[aria-current=page]");
  return page;
};

/** All rule sets have answered. */
const decided = (page) => page.waitForFunction(() => document.getElementById("state").textContent === "all rule sets have answered");
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
    assert.equal(await text(page, "#answer-0 .outcome"), "W+3");
    assert.equal(await text(page, "#answer-1 .outcome"), "W+2");
    await sound(page, `${size}-first`);
    await page.click("#show-line");
    assert.match(await text(page, "#answer-0 .why"), /capturable-1/);
    for (const after of ["X..", ".O."]) {
      await page.waitForSelector(`#answer-0 .drawn svg[aria-label$="${after}"]`);
      if (after === "X..") await page.click("#answer-0 [data-step=next]");
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
    assert.equal(await text(page, "#answer-0 .outcome"), "W+1");
    assert.equal(await text(page, "#answer-1 .outcome"), "B+6");
    await page.getByRole("button", { name: /Black G4: dead/ }).first().click();
    await page.waitForFunction(() => /G4 is dead: every play by which/.test(document.querySelector("#answer-0 .why").textContent));
    await sound(page, `${size}-large`);
    // 19x19, with nothing that is seen at once.
    await page.fill("#rows", "19");
    await page.fill("#cols", "19");
    await page.press("#cols", "Tab");
    await decided(page);
    await page.waitForSelector("#board .spot[data-r='18'][data-c='18']");
    await sound(page, `${size}-19x19`);
    return page;
  },
  "a string is pressed on the board, saved and shown by its address": async (size) => {
    const page = await open(size, "#board=.XX/XX./OO.&rules=j1989;ms-japanese");
    await decided(page);
    const { width, height } = await page.locator("#answer-0 .drawn svg").boundingBox();
    // A1, the lower left of three rows.
    await page.click("#answer-0 .drawn svg", { position: { x: width * 30 / 108, y: height * 78 / 108 } });
    await page.waitForSelector("#answer-0 .why button");
    assert.match(await text(page, "#answer-0 .why"), /White A1 B1: dead/);
    await page.click("#answer-0 [data-step=last]");
    const at = page.url();
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#answer-0 [aria-label="Save as ${name}"]`)]);
      return readFileSync(await download.path(), "utf8");
    };
    assert.match(await saved("SVG"), /^<svg xmlns.*j1989: B\+7/s);
    assert.match(await saved("SGF"), /^\(;FF\[4\].*MA\[ac\]\[bc\]/s);
    const again = await open(size, new URL(at).hash);
    await decided(again);
    assert.match(await text(again, "#answer-0 .why"), /White A1 B1: dead/);
    assert.deepEqual(again.errors, []);
    await again.context().close();
    return page;
  },
  "a string that nobody can take is shown with plays that try it, whatever text has examined it": async (size) => {
    const page = await open(size, "#board=.XX/XX./OO.&rules=j1989;ms-japanese;aga-area:agreement=best-play");
    await decided(page);
    for (const n of [0, 1, 2]) {
      await page.click(`#answer-${n} .strings button:has-text("Black B3")`);
      await page.waitForSelector(`#answer-${n} .why [data-step=last]`);
      assert.match(await text(page, `#answer-${n} .why`), /cannot force its capture; the line shows plays with which it can be tried/);
      await page.click(`#answer-${n} [data-step=last]`);
      await page.waitForSelector(`#answer-${n} .drawn svg[aria-label$="XX./..X"], #answer-${n} .drawn svg[aria-label$="XX./O.X"]`);
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
    const outcomes = await page.$$eval("#answers .outcome", (all) => all.length);
    assert.equal(outcomes, await page.$$eval("#answers article", (all) => all.length));
    await page.click("#undo");
    await page.waitForFunction(() => location.hash.includes("board=.X./X.."));
    await page.fill("#text", "not a board");
    await page.press("#text", "Enter");
    assert.match(await text(page, "#wrong"), /rows of X, O and \./);
    await page.fill("#cols", "2");
    await page.press("#cols", "Enter");
    await page.waitForFunction(() => location.hash.includes("board=.X/X."));
    await decided(page);
    // Searches for a board that nobody looks at any more end: another is answered at once.
    await page.fill("#text", "......../......../......../......../......../......../......../........");
    await page.press("#text", "Enter");
    await page.waitForSelector("article.open");
    await page.fill("#text", "X.O");
    await page.press("#text", "Enter");
    await decided(page);
    await sound(page, `${size}-all`);
    return page;
  },
  "divergences are gone through by pair, cause, settled and stones": async (size) => {
    const short = await open(size, "#diverge=2x3");
    await short.waitForSelector("#next");
    assert.deepEqual(short.errors, []);
    const page = await open(size, "#board=.../...&rules=j1989;ms-chinese");
    await page.click("#to-divergences");
    await page.waitForSelector("#next");
    assert.match(await text(page, "#divergences"), /j1989 and ms-chinese diverge on \d+ of 489 positions/);
    await decided(page);
    const first = await page.getAttribute("#board svg", "aria-label");
    await page.click("#next");
    await page.waitForFunction((first) => document.querySelector("#board svg")?.getAttribute("aria-label") !== first, first);
    await page.selectOption("#settled", "true");
    await page.waitForFunction(() => document.querySelector("#divergences [role=status]")?.textContent.includes(", settled"));
    // What is left to choose from is not empty.
    for (const part of ["cause", "stones"]) {
      await page.selectOption("#" + part, { index: 1 });
      await page.waitForFunction((part) => location.hash.includes(part + "="), part);
      // The choices are those of the answer, not of the view before.
      await page.waitForSelector("#divergences:not([aria-busy=true]) [role=status] strong");
    }
    await decided(page);
    const shown = await text(page, "#divergences [role=status] strong");
    const said = await page.$$eval("#answers .outcome", (all) => all.map((one) => one.textContent));
    assert.deepEqual(said, shown.split(" and "));
    await sound(page, `${size}-divergences`);
    await page.selectOption("#settled", "");
    await page.selectOption("#size", "3x3");
    await page.waitForFunction(() => document.getElementById("divergences").textContent.includes("of 12675 positions"));
    await page.click("#random");
    await decided(page);
    return page;
  },
  "a game is stepped through: who accepts, who refuses, and why": async (size) => {
    const page = await open(size, "#game=file&rules=j1989;aj2004;ms-chinese");
    await page.waitForSelector("#steps table");
    await page.click("text=Next on which they part");
    await page.waitForFunction(() => location.hash.includes("step=5"));
    assert.match(await text(page, "#steps"), /ms-chinese✗ refused \(superko\).*brings back the position/s);
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
  await page.waitForSelector('#answer-0 .drawn svg[aria-label$=".O."]');
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
for (const size of Object.keys(SIZES)) for (const [name, flow] of Object.entries(flows)) await check(`${size}: ${name}`, () => flow(size));
await check("keyboard only", keyboard);
await browser.close();
server.removeAllListeners("exit");
server.kill();
process.exitCode = failed > 0 ? 1 : 0;
