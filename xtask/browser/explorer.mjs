// Uses the explorer as a person would, in a real browser: node explorer.mjs PROVENUM MODULES PICTURES [--all]
// One pass opens a position, solves it, follows the proof, shares the link, reloads it, and uses the keyboard alone.
// With --all, every game is drawn at three widths and looked at by axe-core, in both languages.

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { deepStrictEqual as same, ok } from "node:assert";

const [program, modules, pictures, ...rest] = process.argv.slice(2);
const all = rest.includes("--all");
const require = createRequire(join(resolve(modules), "here.js"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
mkdirSync(pictures, { recursive: true });

const server = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((found, reject) => {
  let text = "";
  server.stdout.on("data", (part) => {
    const address = (text += part).match(/http:\S+/);
    if (address) found(address[0]);
  });
  server.on("exit", () => reject(new Error("the server has ended")));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});

async function opened(hash, width = 1100, more = {}) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, ...more });
  page.setDefaultTimeout(30_000);
  page.on("pageerror", (error) => fail(error));
  page.on("console", (message) => message.type() === "error" && fail(new Error(message.text())));
  await page.goto(url + hash);
  await page.waitForSelector("#board [data-cell], #board text");
  return page;
}

const wrong = [];
const fail = (error) => wrong.push(error.message);

/** Nothing serious for those who see, hear or move differently. */
async function accessible(page, what) {
  // The page's own policy allows no script from elsewhere, so the browser itself runs this one.
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  for (const { id, impact, nodes } of found.violations) {
    if (["serious", "critical"].includes(impact)) fail(new Error(`${what}: ${id}: ${nodes[0].html}`));
  }
}

const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function solveAndShare() {
  const page = await opened("#game=connect4&position=544355542226&language=en");
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelector("#moves")?.textContent.includes("★"));
  ok((await page.textContent("#answer")).startsWith("win for the first player"));
  ok((await page.textContent("#about-proof")).includes("checked"));
  await page.waitForSelector("#tree tr");
  await page.evaluate(() => document.activeElement?.blur());
  await page.screenshot({ path: join(pictures, "explorer.png") });
  await accessible(page, "a proof");
  // Follow the proof's move on the board, then take a reply from the list.
  const star = await page.$eval("#moves button", (_, __) => [...document.querySelectorAll("#moves button")].find((b) => b.textContent.startsWith("★")).textContent.slice(2));
  await page.click(`#board [data-cell^="${star}-"]`);
  await page.waitForFunction((move) => document.querySelector("#line").textContent === move, star);
  await page.click("#moves tr:last-child button");
  await page.waitForFunction(() => document.querySelector("#line").textContent.split(" ").length === 2);
  const [line, verdict] = [await page.textContent("#line"), await page.textContent("#verdict")];
  ok(verdict.includes("win"));
  // The link shows a friend the same.
  const friend = await opened(new URL(page.url()).hash);
  same([await friend.textContent("#line"), await friend.textContent("#verdict")], [line, verdict]);
  await friend.reload();
  await friend.waitForFunction((line) => document.querySelector("#line").textContent === line, line);
  // Play against the proof: each move is answered.
  await friend.click("#against");
  await friend.click("#moves button");
  await friend.waitForFunction(() => document.querySelector("#line").textContent.split(" ").length === 4);
  await friend.close();
  // The proof opens again from its file.
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  const file = join(pictures, "proof.pvn");
  await download.saveAs(file);
  const other = await opened("#game=mnk");
  await other.setInputFiles("#file", file);
  await other.waitForFunction(() => document.querySelector("#about-proof").textContent.includes("✓"));
  ok((await other.textContent("#verdict")).includes("win"));
  await other.close();
  await page.close();
}

async function keyboardOnly() {
  const page = await opened("#game=mnk&language=en", 360);
  same(await wide(page), 0);
  const focus = () => page.evaluate(() => document.activeElement.getAttribute("data-cell") ?? document.activeElement.id);
  for (let steps = 0; !(await focus()).match(/^[a-z]\d$/); steps++) {
    ok(steps < 10, "the board is reached by Tab");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  same(await focus(), "b2");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#line").textContent === "b2");
  same(await focus(), "b2");
  for (let steps = 0; (await focus()) !== "solve"; steps++) {
    ok(steps < 40, "the button is reached by Tab");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#moves").textContent.includes("★"));
  ok((await page.textContent("#spoken")).length > 0);
  await page.close();
}

async function everyGame() {
  const games = await (await fetch(url + "api/v1/games")).json();
  for (const game of games) {
    const hash = "#" + new URLSearchParams({ game: game.name, position: game.example, language: "en" });
    for (const width of [360, 768, 1280]) {
      const page = await opened(hash, width, { colorScheme: width === 768 ? "dark" : "light" });
      if ((await wide(page)) > 0) fail(new Error(`${game.name}: wider than ${width} pixels`));
      await page.screenshot({ path: join(pictures, `${game.name}-${width}.png`) });
      if (width !== 1280) await accessible(page, `${game.name} at ${width}`);
      await page.close();
    }
  }
  const page = await opened("#" + new URLSearchParams({ game: "tsume-shogi", position: games.find((g) => g.name === "tsume-shogi").example, language: "ja" }), 360);
  ok((await page.textContent("#moves")).includes("▲"));
  await accessible(page, "in Japanese");
  await page.screenshot({ path: join(pictures, "japanese-360.png") });
  await page.close();
}

try {
  for (const part of all ? [solveAndShare, keyboardOnly, everyGame] : [solveAndShare, keyboardOnly]) {
    await part().catch((error) => fail(new Error(`${part.name}: ${error.message}`)));
  }
} finally {
  await browser.close();
  server.kill();
}
writeFileSync(join(pictures, "wrong.txt"), wrong.join("\n"));
if (wrong.length) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
console.log(`the explorer works in the browser${all ? ", with every game" : ""}`);
process.exit(0);
