// The address is the state, whatever game or file the program was started with.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { By } from "selenium-webdriver";
import { accessible, browser, choose, eventually, exact, opened, picture, Program, text } from "./program.mjs";

const FILE = `format = 1\nid = "my-variant"\ntitle = "My variant"\ngame = "plain-blackjack"\ndecks = 1\n\n[report]\ndate = "2026-01-01"\nclient = "A client"\nauthoriser = "An authoriser"\n`;

let plain;
let downUnder;
let ofFile;
let driver;

before(async () => {
  const file = join(tmpdir(), `my-variant-${process.pid}.toml`);
  writeFileSync(file, FILE);
  [plain, downUnder, ofFile] = await Promise.all(["plain-blackjack", "pa-685a-down-under", file].map((start) => Program.start(0, start)));
  driver = await browser();
});

after(async () => {
  await driver?.quit();
  await Promise.all([plain, downUnder, ofFile].map((program) => program?.kill()));
});

const query = async () => new URL(await driver.getCurrentUrl()).search.slice(1);
const alerts = () => driver.executeScript(`return [...document.querySelectorAll("[role=alert]")].map((one) => one.textContent).filter(Boolean)`);
const games = () => eventually("the games", () => driver.executeScript(`return document.getElementById("game").options.length > 1`));
const refusal = () => eventually("a refusal", async () => (await alerts()).length > 0);

test("the address names the game that the program was started with, and the pin does", async () => {
  await opened(driver, downUnder);
  assert.equal(await query(), "game=pa-685a-down-under");
  assert.match(await text(driver, "#address"), /\/\?game=pa-685a-down-under$/);
  await choose(driver, "decks", "4");
  await exact(driver);
  await driver.findElement(By.id("pin")).click();
  await choose(driver, "decks", "8");
  await exact(driver);
  const shared = await query();
  assert.equal(shared, "game=pa-685a-down-under&decks=8&pin=game%3Dpa-685a-down-under%26decks%3D4");
  const edge = await text(driver, "#edge .big");
  await opened(driver, plain, shared);
  assert.equal(await text(driver, "#edge .big"), edge);
  assert.match(await text(driver, "#title"), /^Down Under Blackjack/);
  await eventually("the pin", async () => /Down Under Blackjack, 4 decks: house edge/.test(await text(driver, "#pinned")));
  // The way back leads to addresses that name the game, too.
  await opened(driver, plain, "decks=2");
  assert.equal(await query(), "game=plain-blackjack&decks=2");
  await choose(driver, "decks", "1");
  await driver.navigate().back();
  await eventually("the choice before", async () => (await query()) === "game=plain-blackjack&decks=2");
});

test("a pin that names no game is refused", async () => {
  await opened(driver, plain, "game=plain-blackjack&pin=decks%3D4");
  await eventually("a refusal", async () => /names no game/.test(await text(driver, "#pinned")));
  assert.doesNotMatch(await text(driver, "#pinned"), /house edge|Being computed/);
});

test("the address of a page of a file names the file, and no other game is shown under it", async () => {
  await opened(driver, ofFile);
  assert.equal(await query(), "analysis=my-variant");
  assert.match(await text(driver, "#command"), /^shoeproof solve .*my-variant-\d+\.toml$/);
  await choose(driver, "decks", "2");
  await exact(driver);
  await driver.findElement(By.id("pin")).click();
  const shared = "analysis=my-variant&decks=2&pin=analysis%3Dmy-variant%26decks%3D2";
  await eventually("the file in the pin", async () => (await query()) === shared);
  const edge = await text(driver, "#edge .big");
  await games();
  await choose(driver, "game", "free-bet");
  await exact(driver);
  assert.match(await query(), /^game=free-bet&pin=analysis/);
  await choose(driver, "game", "");
  await exact(driver);
  assert.match(await query(), /^analysis=my-variant&pin=/);
  await opened(driver, ofFile, shared);
  assert.equal(await text(driver, "#edge .big"), edge);
  for (const [other, started] of [[plain, "game `plain-blackjack`"], [downUnder, "game `pa-685a-down-under`"]]) {
    await driver.get(`${other.address}?${shared}&hand=T,6&up=7`);
    await refusal();
    assert.deepEqual(await alerts(), [`the address names the analysis file \`my-variant\`, and this program was started with the ${started} (expected \`shoeproof explore\` with the file whose id is \`my-variant\`)`]);
    assert.equal(await text(driver, "#title"), "Another analysis file");
    assert.equal(await text(driver, "#status"), "Nothing is computed: the address names another analysis file.");
    assert.equal(await driver.findElement(By.id("edge-title")).isDisplayed(), false);
    assert.equal(await driver.findElement(By.id("decks")).isDisplayed(), false);
    await games();
    assert.equal(await driver.executeScript(`return document.getElementById("game").selectedIndex`), -1);
    await accessible(driver, "another analysis file");
    await picture(driver, "another-file");
  }
  await driver.findElement(By.id("start-again")).click();
  await exact(driver);
  assert.match(await query(), /^game=pa-685a-down-under&hand=T,6&up=7&pin=analysis/);
  assert.deepEqual(await alerts(), []);
  await eventually("the pin is refused", async () => /names the analysis file `my-variant`/.test(await text(driver, "#pinned")));
  assert.equal(await driver.findElement(By.id("edge-title")).isDisplayed(), true);
  await driver.get(`${ofFile.address}?analysis=my-variant&game=free-bet`);
  await refusal();
  assert.match((await alerts())[0], /names both the game `free-bet` and the analysis file `my-variant`/);
});

test("a choice of an address that cannot be is refused once", async () => {
  for (const [bad, id] of [
    ["readings.dealer-ace=x", "readings.dealer-ace"],
    ["wagers.match-the-dealer-progressive.meter=much", "wagers.match-the-dealer-progressive.meter"],
    ["decks=77", "decks"],
  ]) {
    await opened(driver, downUnder, bad);
    assert.equal((await alerts()).length, 1, bad);
    assert.notEqual(await driver.executeScript(`return document.getElementById("error-" + arguments[0]).textContent`, id), "", bad);
    assert.equal(await query(), `game=pa-685a-down-under&${bad}`);
  }
});

test("a word that is no card is refused, as by the command", async () => {
  await opened(driver, plain, "hand=11,6&up=7");
  await eventually("a refused card", async () => (await text(driver, "#error-hand")) !== "");
  assert.equal(await text(driver, "#error-hand"), "`11` is not a card value: expected A, 2 to 9, T (or 10, J, Q, K)");
  assert.equal((await driver.findElements(By.css("#decision table"))).length, 0);
});
