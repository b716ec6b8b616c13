// The strategy charts, in a real browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { By } from "selenium-webdriver";
import { accessible, asked, choose, eventually, exact, opened, picture, prepared, text } from "./program.mjs";

let program;
let driver;

prepared((started) => ({ program, driver } = started));

test("the strategy chart has the letters that the command prints, and frames the cells that a choice changes", async () => {
  await opened(driver, program, "game=pa-685a-down-under");
  await eventually("the charts", async () => (await driver.findElements(By.css("table.strategy"))).length === 3);
  const shown = () => driver.executeScript(`return [...document.querySelectorAll("table.strategy")].map((table) =>
    [...table.tBodies].flatMap((part) => [...part.rows].slice(1).map((row) => [...row.cells].map((cell) => cell.firstChild?.nodeType === 3 ? cell.textContent.replace(/ \\(before.*/, "") : ""))))`);
  const printed = (...set) => asked("chart", "pa-685a-down-under", "--strategy", "cdz", ...set).charts.map((one) =>
    one.sections.flatMap((section) => section.rows.map((row) => [row.hand, ...row.cells.map((cell) => (cell ? `${cell.code}${cell.varies ? "†" : ""}` : ""))])));
  assert.deepEqual(await shown(), printed());
  await accessible(driver, "a chart");
  await driver.executeScript(`window.rows = new Set(document.querySelectorAll("table.strategy tbody tr"))`);
  await choose(driver, "readings.dealer-ace", "customary");
  await exact(driver);
  await eventually("framed cells", async () => (await driver.findElements(By.css("table.strategy td.changed"))).length > 0);
  const [ofBefore, all] = await driver.executeScript(`return [[...rows].filter((row) => row.isConnected).length, rows.size]`);
  assert.ok(ofBefore > all / 2 && ofBefore < all, `${ofBefore} of ${all} rows are those of before`);
  assert.equal(await driver.executeScript(`return [...document.querySelectorAll("table.strategy td.changed")].some((cell) => rows.has(cell.parentElement))`), false);
  const now = await shown();
  assert.deepEqual(now, printed("--set", "readings.dealer-ace=customary"));
  const letters = (all) => all.flat(2).map((cell) => cell.replace("†", ""));
  const [before, after] = [letters(printed()), letters(now)];
  assert.equal((await driver.findElements(By.css("table.strategy td.changed"))).length, before.filter((cell, place) => cell !== after[place]).length);
  assert.match(await text(driver, "#differing"), /^\d+ cells? differs? from the last choice/);
  await accessible(driver, "framed cells");
  await picture(driver, "chart");
});

test("a choice recolours the chart in floats first, then exact values confirm it, and each is marked", async () => {
  await opened(driver, program, "game=plain-blackjack&decks=6");
  await eventually("an exact chart", async () => (await text(driver, "#chart .badge")) === "exact");
  const colours = () => driver.executeScript(`return [...document.querySelectorAll("table.strategy td")].map((cell) => cell.textContent[0] + getComputedStyle(cell).backgroundColor)`);
  const before = await colours();
  await driver.executeScript(`window.marks = []; const look = () => {
      const mark = document.querySelector("#chart .badge")?.textContent + (document.getElementById("chart").closest("section").matches(".stale") ? ", of the choice before" : "");
      if (marks.at(-1) !== mark) marks.push(mark);
    };
    look(); window.watch = new MutationObserver(look); watch.observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true });`);
  await choose(driver, "decks", "1");
  await eventually("an exact chart again", async () => (await driver.executeScript("return marks")).length > 3 && (await text(driver, "#chart .badge")) === "exact");
  assert.deepEqual(await driver.executeScript("watch.disconnect(); return marks"), ["exact", "still of the former choices, of the choice before", "float, exact follows", "exact"]);
  const after = await colours();
  assert.ok(before.some((cell, place) => cell !== after[place]));
  // A letter has one colour, and another letter another.
  const byLetter = new Map([...before, ...after].filter((cell) => "SHDPR".includes(cell[0])).map((cell) => [cell[0], cell.slice(1)]));
  for (const cell of [...before, ...after]) if (byLetter.has(cell[0])) assert.equal(cell.slice(1), byLetter.get(cell[0]));
  assert.equal(new Set(byLetter.values()).size, byLetter.size);
});

test("hands near a dealt one that depart from the chart are named", async () => {
  await opened(driver, program, "game=plain-blackjack&decks=1&hand=T,6&up=T");
  const one = asked("chart", "plain-blackjack", "--strategy", "cdz", "--set", "decks=1").exceptions.find((found) => found.up === "T" && found.total === 16 && !found.soft);
  await eventually("hands of hard 16", async () => (await text(driver, "#near")).includes(`${one.hand} (${one.act}, not ${one.chart})`));
});

test("a hand that no cell has is not said to be played as its cell says", async () => {
  for (const [hand, says] of [["A,T", false], ["T,T,A", false], ["8,8", false], ["T,6", true]]) {
    await opened(driver, program, `game=plain-blackjack&hand=${hand}&up=9`);
    await eventually("an exact chart", async () => (await text(driver, "#chart .badge")) === "exact");
    await eventually("a decision", async () => (await text(driver, "#decision")).startsWith(`${hand} against 9`));
    assert.equal((await driver.findElements(By.id("near"))).length === 1, says, hand);
  }
});

test("the legend explains what the charts show, and only that", async () => {
  for (const [game, has, hasNot] of [
    ["pa-633a-blackjack-switch", ["H/S: with two cards hit; with more stand.", "Dh double, else hit", "†: some hands"], /surrender|S\/H|\*/],
    ["pa-633a-blackjack", ["Rh surrender, else hit"], /S\/H|\*/],
    ["spanish-21", ["Rh surrender, else hit"], /R surrender before/],
  ]) {
    await opened(driver, program, `game=${game}`);
    await eventually("an exact chart", async () => (await text(driver, "#chart .badge")) === "exact");
    const legend = await text(driver, "#legend");
    for (const words of has) assert.ok(legend.includes(words), `${game}: ${legend}`);
    assert.doesNotMatch(legend, hasNot, game);
    const codes = await driver.executeScript(`return [...new Set([...document.querySelectorAll("table.strategy td.act:not(.none)")].map((cell) => cell.firstChild.textContent.split("/")[0]))]`);
    const told = await driver.executeScript(`return [...document.querySelectorAll("#legend .act")].map((one) => one.textContent.split(" ")[0])`);
    assert.deepEqual(told.toSorted(), codes.toSorted(), game);
    // A star is of a column: after the dealer has looked.
    assert.equal(await driver.executeScript(`return [...document.querySelectorAll("table.strategy td")].some((cell) => cell.textContent.includes("*"))`), false);
  }
});

test("hands that are given up once doubled are listed, as the command has them", async () => {
  await opened(driver, program, "game=spanish-21");
  await eventually("an exact chart", async () => (await text(driver, "#chart .badge")) === "exact");
  await driver.findElement(By.id("fold-given-up")).click();
  const rows = await driver.executeScript(`return [...document.querySelectorAll("#given-up tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent))`);
  const given = asked("chart", "spanish-21", "--strategy", "cdz").doubled_given_up.map((one) => [one.up, one.signal, one.hands.join(", ")]);
  assert.deepEqual(rows.toSorted(), given.toSorted());
});

test("many hands that gain by insurance are folded away", async () => {
  await opened(driver, program, "game=plain-blackjack&shoe=24,24,24,24,24,24,24,24,24,200");
  await eventually("an exact chart", async () => (await text(driver, "#chart .badge")) === "exact");
  assert.match(await text(driver, "#insured"), /^Insurance gains with \d+ hands$/);
});

test("another game's answers leave with its title, and those of former choices are marked so", async () => {
  await opened(driver, program, "game=pa-685a-down-under&hand=T,6&up=9&signal=small");
  await eventually("every answer", () => driver.executeScript("return document.getElementById('answers').dataset.wagers"));
  await eventually("a decision", async () => (await text(driver, "#decision")).includes("best"));
  // What stands right after the choice, before anything is answered.
  const after = (id, value) => driver.executeScript(`const select = document.getElementById(arguments[0]); select.value = arguments[1]; select.dispatchEvent(new Event("change", { bubbles: true }));
    return Object.fromEntries(["edge", "table", "chart", "ups", "side"].map((part) => [part, { badges: [...document.getElementById(part).querySelectorAll(".badge")].map((one) => one.textContent), text: document.getElementById(part).textContent }]))`, id, value);
  const same = await after("decks", "4");
  for (const [part, { badges }] of Object.entries(same)) assert.deepEqual([...new Set(badges)], ["still of the former choices"], part);
  assert.doesNotMatch(same.edge.text, /exact/);
  assert.equal(await driver.findElement(By.id("signal")).isDisplayed(), true);
  await exact(driver);
  await eventually("an exact chart", async () => (await text(driver, "#chart .badge")) === "exact");
  await eventually("an exact decision", async () => (await text(driver, "#decision .badge")) === "exact");
  const other = await after("game", "pa-633a-blackjack-switch");
  for (const part of ["edge", "chart", "ups", "side"]) assert.equal(other[part].text, "Being computed.", part);
  await exact(driver);
  await eventually("the charts of the other game", async () => (await driver.findElements(By.css("table.strategy"))).length === 1);
});
