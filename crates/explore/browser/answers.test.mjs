// Words, units and sizes of the answers, of every game, in a real browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { By } from "selenium-webdriver";
import { accessible, asked, browser, choose, eventually, opened, pasted, prepared, text } from "./program.mjs";

const UPS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"];

let program;
let driver;

prepared((started) => ({ program, driver } = started));

const everything = () => eventually("every answer", () => driver.executeScript("return document.getElementById('answers').dataset.wagers"));
const captions = () => driver.executeScript(`return [...document.querySelectorAll("caption")].map((one) => one.textContent)`);

test("values are per unit of what the server says, and who gains is said once", async () => {
  for (const [game, unit] of [["pa-633a-blackjack-switch", "both initial wagers together"], ["plain-blackjack", "the initial wager"], ["free-bet", "the initial wager"]]) {
    await opened(driver, program, `game=${game}`);
    await everything();
    const edge = (100 * Number(asked("solve", game, "--no-variance").house_edge.decimal)).toFixed(4);
    const words = `On average the ${edge.startsWith("-") ? "player" : "house"} gains ${edge.replace("-", "")}% of ${unit}, played by composition (CDZ-).`;
    assert.ok((await text(driver, "#edge")).includes(words), `${words} ${await text(driver, "#edge")}`);
    for (const place of ["#edge", "#ups"]) assert.match(await text(driver, `${place} caption`), new RegExp(`per unit of ${unit}`));
    assert.doesNotMatch(await text(driver, "main"), /first wager/);
  }
  await opened(driver, program, "game=plain-blackjack&decks=1");
  await driver.findElement(By.id("ask-distribution")).click();
  await eventually("a distribution", async () => /^Net result of a round per unit of the initial wager,/m.test(await text(driver, "#law")));
});

test("a pinned choice is told with its unit, and what differs in the words of its question", async () => {
  await opened(driver, program, "game=pa-685a-down-under&readings.dealer-ace=customary&pin=game%3Dpa-685a-down-under");
  await eventually("what differs", async () => /Does a dealer's ace .*\? pinned literal, here customary/.test(await text(driver, "#pinned")));
  await opened(driver, program, "game=plain-blackjack&pin=game%3Dpa-633a-blackjack-switch");
  await eventually("both edges", async () => /a difference of/.test(await text(driver, "#pinned")));
  assert.match(await text(driver, "#pinned"), /Blackjack Switch.*: house edge −1\.5272% of both initial wagers together/);
  assert.match(await text(driver, "#pinned"), /This choice: .*% of the initial wager/);
  const differs = await driver.executeScript(`return [...document.querySelectorAll("#pinned li")].map((one) => one.textContent)`);
  assert.ok(differs.includes("game: pinned Blackjack Switch, here Plain blackjack"), differs.join("\n"));
  assert.ok(differs.some((one) => /^May aces be split again\? pinned false, here no such choice$/.test(one)), differs.join("\n"));
  assert.ok(differs.some((one) => /^What does a player's blackjack pay\? .* drawn one: pinned literal, here no such choice$/.test(one)), differs.join("\n"));
  assert.ok(!differs.some((one) => /\.:|no meaning/.test(one)), differs.join("\n"));
  await driver.findElement(By.id("unpin")).click();
  assert.equal(await driver.executeScript("return document.activeElement.id"), "pin");
});

test("up cards have one order, in charts and in tables", async () => {
  for (const game of ["plain-blackjack", "pa-633a-blackjack-switch", "ma-double-attack"]) {
    await opened(driver, program, `game=${game}`);
    const ups = await driver.executeScript(`return [...document.querySelectorAll("#ups table:first-of-type tbody tr")].map((row) => row.cells[0].textContent)`);
    assert.deepEqual(ups.slice(0, 10), UPS);
  }
});

test("values given the signal say what they are given, and what it tells of the hole card", async () => {
  await opened(driver, program, "game=pa-685a-down-under&hand=T,6&up=9&signal=large");
  await driver.findElement(By.id("fold-signal-values")).click();
  const solved = asked("solve", "pa-685a-down-under", "--no-variance").by_up_card;
  const rows = await driver.executeScript(`return [...document.querySelectorAll("#fold-signal-values ~ .scroll tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent))`);
  const two = solved.find((up) => up.up === "2").signals.find((one) => one.signal === "large");
  assert.deepEqual(rows.find(([up, signal]) => up === "2" && signal === "large"), ["2", "large", "T or A", `${(100 * Number(two.probability.decimal)).toFixed(3)}%`, Number(two.ev.decimal).toFixed(9).replace("-", "−")]);
  await eventually("a decision", async () => /the hole card is T or A\./.test(await text(driver, "#decision")));
  await opened(driver, program, "game=plain-blackjack&hand=T,6&up=T");
  await eventually("a decision", async () => /signal no blackjack: the hole card is not A\./.test(await text(driver, "#decision")));
});

test("how often actions differ is told in percentage points of all these rounds", async () => {
  await opened(driver, program, "game=plain-blackjack&hand=T,6&up=7");
  await eventually("a decision", async () => /wins [\d.]+ percentage points more of these rounds, ends even in [\d.]+ more and loses [\d.]+ less\./.test(await text(driver, "#why")));
  assert.doesNotMatch(await text(driver, "#why"), /often/);
});

test("a probability that is not nothing is not shown as nothing", async () => {
  await opened(driver, program, "game=free-bet&hand=8,8&up=6");
  await eventually("results", async () => /< 0\.001%/.test(await text(driver, "#decision")));
  assert.doesNotMatch(await text(driver, "#decision"), /[^.\d]0\.000%/);
});

test("side wagers say at which meter, and what a line pays", async () => {
  await opened(driver, program, "game=pa-633a-blackjack");
  await everything();
  const all = await captions();
  assert.ok(all.some((one) => /^Progressive side wagers, per unit of the side wager, at the meter given$/.test(one)), all.join(" | "));
  assert.match(await text(driver, "#side"), /Hit and Run Progressive 13\(l\) .* \$1,000 \$27,807\.80/);
  await driver.findElement(By.css('[id="fold-wager-in-between-13(e)"]')).click();
  assert.match(await text(driver, "#side"), /Triple Match 30 0\.524842%/);
});

test("a meter has the digits that were typed, and what is even its cents, as the command prints", async () => {
  const even = /even at a meter of 12682\.89/;
  assert.match(pasted("shoeproof wagers pa-685a-down-under"), even);
  for (const [typed, shown] of [["1000", "$1,000"], ["5432.1", "$5,432.10"], ["12345.678", "$12,345.678"]]) {
    await opened(driver, program, `game=pa-685a-down-under&wagers.match-the-dealer-progressive.meter=${typed}`);
    await everything();
    assert.ok((await text(driver, "#side")).includes(`${shown} $12,682.89`), await text(driver, "#side"));
  }
});

test("only what is scrolled is a region, and it can be reached by a key", async () => {
  await opened(driver, program, "game=plain-blackjack");
  assert.equal(await driver.executeScript(`return [...document.querySelectorAll("main .scroll")].some((one) => one.matches("[role], [aria-label]") !== (one.tabIndex === 0))`), false);
});

test("who waits at the button of long work finds its answer in its place", async () => {
  await opened(driver, program, "game=plain-blackjack&decks=1");
  await driver.findElement(By.id("ask-bracket")).click();
  await eventually("bounds", async () => /lies between/.test(await text(driver, "#bracket")));
  assert.equal(await driver.executeScript("return document.activeElement.id"), "bracket");
});

/** A narrow page has the columns that a wide one has. */
async function metersAreThere(where) {
  const hidden = await driver.executeScript(`return [...document.querySelectorAll("#side > .scroll, #side > .narrow > .scroll")].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.dataset.name)`);
  assert.deepEqual(hidden, [], where);
  const side = await text(driver, "#side");
  if (side.includes("Progressive side wagers")) assert.match(side, /even at a meter of/, where);
}

test("every game is whole and has no violation, wide and narrow, with everything opened", async () => {
  const wide = driver;
  const games = ["plain-blackjack", "double-exposure", "free-bet", "ma-double-attack", "pa-633a-blackjack", "pa-633a-blackjack-switch", "pa-665a-double-attack", "pa-685a-down-under", "spanish-21"];
  for (const width of [390, 800, 1280]) {
    driver = await browser({ width, height: 900, dark: width === 1280 });
    try {
      for (const game of games) {
        await opened(driver, program, `game=${game}&hand=T,6&up=6`);
        await everything();
        const signal = await driver.executeScript(`return !document.getElementById("signal-field").hidden && document.querySelectorAll("#signal option")[1].value`);
        if (signal) await choose(driver, "signal", signal);
        await eventually("a decision", async () => (await text(driver, "#decision")).includes("best"));
        await eventually("its results", () => driver.executeScript(`return !document.getElementById("decision").textContent.includes("follows")`));
        await driver.executeScript(`document.querySelectorAll("details").forEach((one) => { one.open = true; })`);
        const where = `${game}, ${width} px`;
        assert.equal(await driver.executeScript("return document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0, where);
        const cut = await driver.executeScript(`return [...document.querySelectorAll("main caption")].filter((one) => {
          const range = document.createRange(); range.selectNodeContents(one); return Math.floor(range.getBoundingClientRect().right) > innerWidth; }).map((one) => one.textContent)`);
        assert.deepEqual(cut, [], where);
        // What is decided is read without scrolling.
        const hidden = await driver.executeScript(`return [...document.querySelectorAll("#edge .scroll, #decision > .scroll")].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.dataset.name)`);
        assert.deepEqual(hidden, [], where);
        if (width === 390) await metersAreThere(where);
        // The rules look at what there is, which is the same between the two.
        if (width !== 800) await accessible(driver, where);
      }
    } finally {
      await driver.quit();
      driver = wide;
    }
  }
});
