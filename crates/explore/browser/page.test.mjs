// The page as a person uses it, in a real browser.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { By, Key } from "selenium-webdriver";
import { Program, asked, browser, eventually, exact, picture, scheme, text } from "./program.mjs";

const AXE = readFileSync(join(import.meta.dirname, "node_modules/axe-core/axe.min.js"), "utf8");

let program;
let driver;

before(async () => {
  program = await Program.start();
  driver = await browser();
});

after(async () => {
  await driver?.quit();
  await program?.kill();
});

const open = async (query = "") => {
  await driver.get(`${program.address}${query ? `?${query}` : ""}`);
  await exact(driver);
};
const edge = async () => (await text(driver, "#edge .big")).split("%")[0];
const select = async (id, value) => {
  const control = await driver.findElement(By.id(id));
  await control.findElement(By.css(`option[value="${value}"]`)).click();
};
const type = async (id, value) => {
  const control = await driver.findElement(By.id(id));
  await control.clear();
  await control.sendKeys(value);
};
const query = async () => new URL(await driver.getCurrentUrl()).search;
const percent = (exactly) => (100 * Number(exactly.decimal)).toFixed(4).replace("-", "−");

async function accessible(what) {
  const found = await driver.executeAsyncScript(
    `const done = arguments[arguments.length - 1]; if (!window.axe) { ${AXE} } window.axe.run(document, { resultTypes: ["violations"] }).then((all) => done(all.violations.map((one) => one.id + ": " + one.nodes.map((node) => node.html.slice(0, 200)).slice(0, 3).join(" | "))));`);
  assert.deepEqual(found, [], what);
}

test("the first page has the values that the command prints", async () => {
  await open();
  assert.equal(await edge(), percent(asked("solve", "plain-blackjack", "--no-variance").house_edge));
  assert.match(await text(driver, "#command"), /^shoeproof solve plain-blackjack$/);
  await accessible("the first page");
});

test("a choice changes the values, the address and the command, and can be taken back", async () => {
  await open("game=plain-blackjack");
  const before = await edge();
  await select("decks", "1");
  await eventually("one deck", async () => (await query()).includes("decks=1") && (await edge()) !== before);
  await exact(driver);
  assert.equal(await edge(), percent(asked("solve", "plain-blackjack", "--no-variance", "--set", "decks=1").house_edge));
  assert.match(await text(driver, "#edge table"), /[+−]0\.\d{4}\b(?!%)/);
  assert.match(await text(driver, "#command"), /--set decks=1/);
  await driver.navigate().back();
  await eventually("the choice before", async () => (await edge()) === before);
  await driver.navigate().forward();
  await eventually("the choice again", async () => (await edge()) !== before);
});

test("a game has its options and readings with their clauses, and a choice follows the command", async () => {
  await open("game=pa-633a-blackjack");
  assert.match(await text(driver, "#options"), /\d+\([a-z]\)/);
  await select("options.surrender", "none");
  await eventually("no surrender", async () => (await query()).includes("options.surrender=none"));
  await exact(driver);
  await eventually("its edge", async () => (await edge()) === percent(asked("solve", "pa-633a-blackjack", "--no-variance", "--set", "options.surrender=none").house_edge));
});

test("a hand is dealt by typing and by pressing cards", async () => {
  await open("game=plain-blackjack&decks=1");
  await type("hand", "T,6");
  await type("up", "7");
  const inspected = asked("inspect", "plain-blackjack", "--set", "decks=1", "--hand", "T,6", "--up", "7");
  await eventually("a decision", async () => (await text(driver, "#decision")).includes(`${inspected.best} (best)`));
  assert.ok((await text(driver, "#decision")).includes(Number(inspected.actions.hit.decimal).toFixed(9).replace("-", "−")));
  assert.match(await text(driver, "#why"), /^Hit is best/);
  assert.match(await query(), /hand=T,6&up=7/);
  await type("seen", "5,5");
  const beside = asked("inspect", "plain-blackjack", "--set", "decks=1", "--set", "remove=5,5", "--hand", "T,6", "--up", "7");
  await eventually("a decision beside others", async () => (await text(driver, "#decision")).includes(Number(beside.actions.hit.decimal).toFixed(9).replace("-", "−")));
  await driver.findElement(By.id("clear-hand")).click();
  await driver.findElement(By.css("[aria-label='Deal 8']")).click();
  await driver.findElement(By.css("[aria-label='Deal 8']")).click();
  await driver.findElement(By.id("to-up")).click();
  await driver.findElement(By.css("[aria-label='Deal a ten']")).click();
  await eventually("a pair", async () => (await text(driver, "#decision")).includes("split"));
  assert.match(await query(), /hand=8,8&up=T/);
  await accessible("a dealt hand");
});

test("signals are chosen beside the hand, and taking the table out of the shoe is one press", async () => {
  await open("game=pa-685a-down-under&hand=T,6&up=9&signal=small");
  const inspected = asked("inspect", "pa-685a-down-under", "--hand", "T,6", "--up", "9", "--signal", "small");
  await eventually("a decision", async () => (await text(driver, "#decision")).includes(`${inspected.best} (best)`));
  await driver.executeScript("document.getElementById('shoe').open = true");
  await driver.findElement(By.id("take-out")).click();
  await eventually("a smaller shoe", async () => (await query()).includes("shoe=24,24,24,24,24,23,24,24,23,95"));
  await exact(driver);
  const left = asked("solve", "pa-685a-down-under", "--no-variance", "--set", "shoe=24,24,24,24,24,23,24,24,23,95");
  assert.equal(await edge(), percent(left.house_edge));
  await driver.findElement(By.id("full-shoe")).click();
  await eventually("the full shoe", async () => !(await query()).includes("shoe="));
});

test("a shoe is counted by rank and suit, and side wagers are valued from it", async () => {
  await open("game=pa-633a-blackjack&decks=6&hand=Qh,6s&up=9c");
  await driver.executeScript("document.getElementById('shoe').open = true; document.getElementById('faces').open = true");
  await eventually("the full shoe by face", async () => (await driver.findElement(By.id("face-Qh")).getAttribute("value")) === "6");
  await driver.findElement(By.id("take-out")).click();
  await eventually("one queen of hearts less", async () => (await driver.findElement(By.id("face-Qh")).getAttribute("value")) === "5");
  const spade = await driver.findElement(By.id("face-Ks"));
  await spade.sendKeys(Key.chord(Key.CONTROL, "a"), "0", Key.TAB);
  await eventually("no king of spades", async () => (await query()).split("shoe=")[1]?.split("&")[0].endsWith(",6,0"));
  const shoe = (await query()).split("shoe=")[1].split("&")[0];
  const expected = asked("wagers", "pa-633a-blackjack", "--set", `shoe=${decodeURIComponent(shoe)}`);
  const one = expected.find((entry) => entry.id === "lucky-ladies" && entry.chosen);
  await eventually("side wagers", async () => (await text(driver, "#side")).includes(one.title));
  const houseEdge = percent({ decimal: -Number(one.ev.decimal) });
  assert.ok((await text(driver, "#side")).includes(houseEdge), houseEdge);
  await accessible("a shoe by face");
  await driver.findElement(By.id("full-shoe")).click();
  await eventually("the full shoe", async () => !(await query()).includes("shoe="));
});

test("what cannot be is said at the control that caused it", async () => {
  await open("game=plain-blackjack");
  await type("hand", "T,X");
  await type("up", "7");
  await eventually("a refused card", async () => (await text(driver, "#error-hand")) !== "");
  assert.equal(await driver.findElement(By.id("hand")).getAttribute("aria-invalid"), "true");
  await driver.executeScript("document.getElementById('shoe').open = true");
  const counter = await driver.findElement(By.id("count-A"));
  await counter.sendKeys(Key.chord(Key.CONTROL, "a"), "9999", Key.TAB);
  await eventually("a refused shoe", async () => (await text(driver, "#error-shoe")).includes("9999"));
  await accessible("a refusal");
  await driver.get(`${program.address}?game=pa-685a-down-under&decks=7`);
  await eventually("refused decks", async () => (await text(driver, "#error-decks")).includes("4, 5, 6 or 8"));
  await driver.get(`${program.address}?game=nonsense`);
  await eventually("a refused game", async () => (await text(driver, "#error-game")).includes("no game"));
});

test("the strategy chart has the letters that the command prints, and frames the cells that a choice changes", async () => {
  await open("game=pa-685a-down-under");
  await eventually("the charts", async () => (await driver.findElements(By.css("table.strategy"))).length === 3);
  const shown = () => driver.executeScript(`return [...document.querySelectorAll("table.strategy")].map((table) =>
    [...table.tBodies].flatMap((part) => [...part.rows].slice(1).map((row) => [...row.cells].map((cell) => cell.firstChild?.nodeType === 3 ? cell.textContent.replace(/ \\(before.*/, "") : ""))))`);
  const printed = (...set) => asked("chart", "pa-685a-down-under", "--strategy", "cdz", ...set).charts.map((one) =>
    one.sections.flatMap((section) => section.rows.map((row) => [row.hand, ...row.cells.map((cell) => (cell ? `${cell.code}${cell.varies ? "*" : ""}` : ""))])));
  assert.deepEqual(await shown(), printed());
  await accessible("a chart");
  await select("readings.dealer-ace", "customary");
  await exact(driver);
  await eventually("framed cells", async () => (await driver.findElements(By.css("table.strategy td.changed"))).length > 0);
  const now = await shown();
  assert.deepEqual(now, printed("--set", "readings.dealer-ace=customary"));
  const letters = (all) => all.flat(2).map((cell) => cell.replace("*", ""));
  const [before, after] = [letters(printed()), letters(now)];
  assert.equal((await driver.findElements(By.css("table.strategy td.changed"))).length, before.filter((cell, place) => cell !== after[place]).length);
  assert.match(await text(driver, "#differing"), /^\d+ cells? differs? from the last choice/);
  await accessible("framed cells");
  await picture(driver, "chart");
});

test("a choice recolours the chart in floats first, then exact values confirm it, and each is marked", async () => {
  await open("game=plain-blackjack&decks=6");
  await eventually("an exact chart", async () => (await text(driver, "#chart .badge")) === "exact");
  const colours = () => driver.executeScript(`return [...document.querySelectorAll("table.strategy td")].map((cell) => cell.textContent[0] + getComputedStyle(cell).backgroundColor)`);
  const before = await colours();
  await driver.executeScript(`window.marks = []; const look = () => {
      const mark = document.querySelector("#chart .badge")?.textContent + (document.getElementById("chart").closest("section").matches(".stale") ? ", of the choice before" : "");
      if (marks.at(-1) !== mark) marks.push(mark);
    };
    look(); window.watch = new MutationObserver(look); watch.observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true });`);
  await select("decks", "1");
  await eventually("an exact chart again", async () => (await driver.executeScript("return marks")).length > 3 && (await text(driver, "#chart .badge")) === "exact");
  assert.deepEqual(await driver.executeScript("watch.disconnect(); return marks"), ["exact", "exact, of the choice before", "float, exact follows", "exact"]);
  const after = await colours();
  assert.ok(before.some((cell, place) => cell !== after[place]));
  // A letter has one colour, and another letter another.
  const byLetter = new Map([...before, ...after].filter((cell) => "SHDPR".includes(cell[0])).map((cell) => [cell[0], cell.slice(1)]));
  for (const cell of [...before, ...after]) if (byLetter.has(cell[0])) assert.equal(cell.slice(1), byLetter.get(cell[0]));
  assert.equal(new Set(byLetter.values()).size, byLetter.size);
});

test("hands near a dealt one that depart from the chart are named", async () => {
  await open("game=plain-blackjack&decks=1&hand=T,6&up=T");
  const one = asked("chart", "plain-blackjack", "--strategy", "cdz", "--set", "decks=1").exceptions.find((found) => found.up === "T" && found.total === 16 && !found.soft);
  await eventually("hands of hard 16", async () => (await text(driver, "#near")).includes(`${one.hand} (${one.act}, not ${one.chart})`));
});

test("a pinned choice stays beside the next one, with what was chosen differently", async () => {
  await open("game=plain-blackjack&decks=1");
  await driver.findElement(By.id("pin")).click();
  await eventually("a pin", async () => (await query()).includes("pin="));
  await select("decks", "6");
  await exact(driver);
  await eventually("both edges", async () => /a difference of [+−]0\.\d{4} percentage points/.test(await text(driver, "#pinned")));
  assert.match(await text(driver, "#pinned"), /decks: pinned 1, here 6/);
  await accessible("a pinned choice");
  await driver.navigate().refresh();
  await eventually("the pin of the address", async () => /a difference of/.test(await text(driver, "#pinned")));
  await driver.findElement(By.id("unpin")).click();
  await eventually("no pin", async () => !(await query()).includes("pin="));
});

test("an address is shared: another tab shows the same, and two tabs do not disturb each other", async () => {
  await open("game=plain-blackjack&decks=2&hand=9,9&up=7");
  const here = await edge();
  const first = await driver.getWindowHandle();
  const address = await text(driver, "#address");
  await driver.switchTo().newWindow("tab");
  await driver.get(address);
  await exact(driver);
  assert.equal(await edge(), here);
  await eventually("the hand", async () => (await text(driver, "#decision")).startsWith("9,9 against 7"));
  await select("decks", "8");
  await driver.switchTo().window(first);
  await select("decks", "4");
  await exact(driver);
  await eventually("four decks", async () => (await edge()) === percent(asked("solve", "plain-blackjack", "--no-variance", "--set", "decks=4").house_edge));
  const [, second] = await driver.getAllWindowHandles();
  await driver.switchTo().window(second);
  await eventually("eight decks", async () => (await edge()) === percent(asked("solve", "plain-blackjack", "--no-variance", "--set", "decks=8").house_edge));
  await driver.close();
  await driver.switchTo().window(first);
});

test("the analysis file is downloaded and means the same", async () => {
  await open("game=plain-blackjack&decks=2");
  const file = await driver.executeScript("return fetch(document.getElementById('download').href).then((answer) => answer.text())");
  assert.match(file, /^decks = 2$/m);
  assert.match(file, /^game = "plain-blackjack"$/m);
});

test("long work says how far it has come and is cancelled", async () => {
  // Minutes of work, begun and cancelled more often than there are turns: the next work does not wait for it.
  await open("game=pa-633a-blackjack");
  for (let at = 0; at < 3; at++) {
    await driver.findElement(By.id("ask-distribution")).click();
    await eventually("work under way", async () => /results under/.test(await text(driver, "#law")));
    await driver.findElement(By.id("cancel-distribution")).click();
    await driver.findElement(By.id("ask-distribution"));
  }
  await open("game=plain-blackjack&decks=1");
  await driver.findElement(By.id("ask-bracket")).click();
  await eventually("bounds", async () => /lies between/.test(await text(driver, "#bracket")));
  await driver.findElement(By.id("ask-distribution")).click();
  await eventually("a distribution", async () => (await driver.findElements(By.css("#law tbody tr"))).length > 4);
  await accessible("answers that take long");
  await driver.findElement(By.id("start-report")).click();
  await eventually("progress", async () => /Writing/.test(await text(driver, "#report")));
  await driver.navigate().refresh();
  await eventually("progress after a reload", async () => /Writing/.test(await text(driver, "#report")));
  await driver.executeScript("document.getElementById('cancel-report').click()");
  await eventually("cancelled", async () => /Cancelled/.test(await text(driver, "#report")));
  assert.ok(!existsSync(join(program.folder, "reports")));
});

test("the keyboard alone is enough", async () => {
  await open("game=plain-blackjack&decks=1");
  const press = (...keys) => driver.actions().sendKeys(...keys).perform();
  const focused = () => driver.executeScript("return document.activeElement.id || document.activeElement.textContent");
  await driver.executeScript("document.body.focus(); window.scrollTo(0, 0)");
  await press(Key.TAB);
  assert.equal(await focused(), "Skip to the answers");
  await press(Key.TAB);
  assert.equal(await focused(), "game");
  await press(Key.TAB);
  assert.equal(await focused(), "decks");
  await press("2");
  await eventually("two decks by a key", async () => (await query()).includes("decks=2"));
  await exact(driver);
  assert.equal(await focused(), "decks");
  await driver.executeScript("document.querySelector(\"[aria-label='Deal a ten']\").focus()");
  await press(Key.SPACE, Key.SPACE);
  await eventually("two tens by keys", async () => (await query()).includes("hand=T,T"));
});

test("narrow and dark it is whole and has no violation", async () => {
  const phone = await browser({ width: 390, height: 844 });
  const wide = driver;
  driver = phone;
  try {
    await open("game=pa-685a-down-under&hand=T,6&up=9&signal=small&pin=game%3Dpa-685a-down-under%26decks%3D4");
    await eventually("a decision", async () => (await text(driver, "#decision")).includes("best"));
    const [inner, outer] = await driver.executeScript("return [document.documentElement.scrollWidth, innerWidth]");
    assert.ok(inner <= outer, `${inner} is wider than ${outer}`);
    await accessible("a phone");
    await picture(driver, "phone");
    await scheme(driver, "dark");
    await accessible("a phone in the dark");
    await picture(driver, "phone-dark");
  } finally {
    driver = wide;
    await phone.quit();
  }
  await open("game=pa-685a-down-under&hand=T,6&up=9&signal=small");
  await eventually("a decision", async () => (await text(driver, "#decision")).includes("best"));
  await eventually("side wagers", async () => /Match/.test(await text(driver, "#side")));
  await picture(driver, "wide");
  await scheme(driver, "dark");
  await accessible("dark");
  await picture(driver, "wide-dark");
  await scheme(driver, "light");
});

test("the program is killed and started again: the page says so and goes on", async () => {
  await open("game=plain-blackjack&decks=2");
  await program.kill();
  await select("decks", "1");
  await eventually("that nobody answers", async () => (await text(driver, "#status")).includes("does not answer"));
  program = await Program.start(program.port);
  await exact(driver);
  assert.equal(await edge(), percent(asked("solve", "plain-blackjack", "--no-variance", "--set", "decks=1").house_edge));
});
