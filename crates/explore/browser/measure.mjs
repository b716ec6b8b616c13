// How long a person waits, in the browser: prints a table for docs/performance.md. Not a test.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { By } from "selenium-webdriver";
import { PATIENCE, Program, browser, eventually, text } from "./program.mjs";

/** Choices of a game; the middle time is told. */
const TIMES = Number(process.env.TIMES ?? 5);

const GAMES = ["plain-blackjack", "pa-685a-down-under", "pa-633a-blackjack", "pa-665a-double-attack", "ma-double-attack", "free-bet", "spanish-21", "double-exposure", "pa-633a-blackjack-switch"];

async function firstPage() {
  const since = performance.now();
  const child = spawn(process.env.SHOEPROOF, ["explore", "pa-685a-down-under", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const [first] = await once(child.stdout, "data");
  await (await fetch(/http:\S+/.exec(String(first))[0])).text();
  const took = performance.now() - since;
  child.kill();
  return took;
}

const first = [];
for (let at = 0; at < 5; at++) first.push(await firstPage());
console.log(`first page from start: ${Math.min(...first).toFixed(0)} to ${Math.max(...first).toFixed(0)} ms`);

const program = await Program.start(0, "pa-685a-down-under");
const driver = await browser();
await driver.manage().setTimeouts({ script: PATIENCE });
/** When an answer came; the page tells it, because asking again and again would take time from what is measured. */
const shown = async (name) => Number(await driver.executeAsyncScript(`const [name, done] = arguments; const answers = document.getElementById("answers");
  const told = () => { if (name in answers.dataset) { watch.disconnect(); done(answers.dataset[name]); } };
  const watch = new MutationObserver(told); watch.observe(answers, { attributes: true }); told();`, name));
const NAMES = ["near", "nearChart", "cdz", "td", "chart", "wagers"];
for (const game of GAMES) {
  await driver.get(`${program.address}?game=${game}`);
  await shown("wagers");
  const rows = [];
  // Choices that nobody has made before: one six less, and again.
  for (let at = 0; at < TIMES; at++) {
    await driver.executeScript(`document.getElementById("shoe").open = true; for (const name of ${JSON.stringify(NAMES)}) delete document.getElementById("answers").dataset[name];
      document.querySelector('[aria-label="One 6 less"]').click()`);
    await shown("chart");
    const row = {};
    for (const name of NAMES.slice(0, 5)) row[name] = await shown(name);
    await driver.executeScript(`delete document.getElementById("decision").dataset.took; const type = (id, cards) => { const input = document.getElementById(id); input.value = cards; input.dispatchEvent(new Event(id === "signal" ? "change" : "input")); };
      type("up", "6"); const signal = document.querySelectorAll("#signal option")[1]; if (signal) type("signal", signal.value); type("hand", "T,6");`);
    await eventually("a decision", async () => (await text(driver, "#decision")).includes("best"));
    row.hand = Number(await driver.findElement(By.id("decision")).getAttribute("data-took"));
    rows.push(row);
    await driver.findElement(By.id("clear-hand")).click();
  }
  const middle = (name) => rows.map((row) => row[name]).sort((a, b) => a - b)[Math.floor(TIMES / 2)];
  console.log(`${game}: ${[...NAMES.slice(0, 5), "hand"].map((name) => `${name} ${middle(name)}`).join(", ")} ms`);
}
await driver.quit();
await program.kill();
