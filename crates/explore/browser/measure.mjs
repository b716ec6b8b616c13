// How long a person waits, in the browser: prints a table for docs/performance.md. Not a test.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { By } from "selenium-webdriver";
import { Program, browser, eventually, text } from "./program.mjs";

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
const shown = (name) => eventually(name, async () => Number(await driver.executeScript(`return document.getElementById("answers").dataset["${name}"]`)));
for (const game of GAMES) {
  await driver.get(`${program.address}?game=${game}`);
  await shown("td");
  await shown("wagers");
  // A choice that nobody has made before: one six less.
  await driver.executeScript(`document.getElementById("shoe").open = true; for (const name of ["near", "cdz", "td"]) delete document.getElementById("answers").dataset[name];
    document.querySelector('[aria-label="One 6 less"]').click()`);
  const times = [];
  for (const name of ["near", "cdz", "td"]) times.push(`${name} ${await shown(name)}`);
  await driver.executeScript(`for (const [id, cards] of [["hand", "T,6"], ["up", "6"]]) { const input = document.getElementById(id); input.value = cards; input.dispatchEvent(new Event("input")); }`);
  await eventually("a decision", async () => (await text(driver, "#decision")).includes("best") || (await text(driver, "#table")).includes("expected"));
  const hand = await driver.findElement(By.id("decision")).getAttribute("data-took");
  console.log(`${game}: ${times.join(", ")}, hand ${hand} ms`);
}
await driver.quit();
await program.kill();
