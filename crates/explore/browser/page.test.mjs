// The page as a person uses it, in a real browser.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { By, Key } from "selenium-webdriver";
import { accessible as violations, asked, browser, choose, eventually, exact, opened, pasted, picture, prepared, scheme, text } from "./program.mjs";

let program;
let driver;

prepared((started) => ({ program, driver } = started));

const open = (query = "") => opened(driver, program, query);
const edge = async () => (await text(driver, "#edge .big")).split("%")[0];
const select = (id, value) => choose(driver, id, value);
const type = async (id, value) => {
  const control = await driver.findElement(By.id(id));
  await control.clear();
  await control.sendKeys(value);
};
const query = async () => new URL(await driver.getCurrentUrl()).search;
const percent = (exactly) => (100 * Number(exactly.decimal)).toFixed(4).replace("-", "−");

/** The contrast of two colours, as WCAG defines it. */
function contrast(...colours) {
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const luminance = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, part, index) => sum + [0.2126, 0.7152, 0.0722][index] * linear(Number(part) / 255), 0);
  const [dark, light] = colours.map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const accessible = (what) => violations(driver, what);

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

test("both decisions on the attack wager are valued by up card", async () => {
  await open("game=ma-double-attack");
  const solved = asked("solve", "ma-double-attack", "--no-variance").by_up_card.find((up) => up.up === "2");
  const nine = (exactly) => Number(exactly.decimal).toFixed(9).replace("-", "−");
  const row = await eventually("the row of the deuce", () => driver.executeScript(
    "return [...document.querySelectorAll('#ups tr')].map((row) => [...row.cells].map((cell) => cell.textContent)).find((cells) => cells[0] === '2')"));
  assert.deepEqual(row.slice(2), [nine(solved.ev), "made", nine(solved.other_attack_ev)]);
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
  await type("up", "6");
  const split = asked("inspect", "plain-blackjack", "--set", "decks=1", "--hand", "8,8", "--up", "6");
  await eventually("a split", async () => (await text(driver, "#decision tr.best")).startsWith("split (best)"));
  assert.ok((await text(driver, "#decision tr.best")).includes(Number(split.actions.split.decimal).toFixed(9)));
  assert.match(await text(driver, "#decision tr.best"), /( \d+\.\d\d%){3}$/);
  await accessible("a dealt hand");
});

test("two hands are dealt by typing and by pressing cards, and the switch is valued", async () => {
  await open("game=plain-blackjack&decks=1");
  assert.equal(await driver.findElement(By.id("second")).isDisplayed(), false);
  await open("game=pa-633a-blackjack-switch");
  const signs = (exactly, places) => Number(exactly.decimal).toFixed(places).replace("-", "−");
  const decided = async (first, second, up) => {
    const inspected = asked("inspect", "pa-633a-blackjack-switch", "--hand", first, "--second", second, "--up", up);
    await eventually(`${inspected.best} with ${first} and ${second}`, async () => (await text(driver, "#decision")).includes(`${inspected.best} (best)`) && (await text(driver, "#decision")).includes(signs(inspected.keep.ev, 9)));
    assert.ok((await text(driver, "#decision")).includes(signs(inspected.switch.ev, 9)));
    assert.equal(await text(driver, "#best"), `Best: ${inspected.best}, EV ${signs(inspected[inspected.best].ev, 6)}.`);
    return inspected;
  };
  await type("hand", "T,5");
  await type("second", "6,K");
  await type("up", "7");
  const inspected = await decided("T,5", "6,T", "7");
  assert.match(await text(driver, "#why"), /^Switching is best: .* T,T is worth .* more than T,5/);
  assert.ok((await text(driver, "#hand-actions")).includes(signs(inspected.switch.hands[1].signals[0].actions.double, 6)));
  assert.match(await query(), /hand=T,5&second=6,K&up=7/);
  const [, command] = (await text(driver, "#command")).split("\n");
  assert.deepEqual(JSON.parse(pasted(`${command} --json`)), inspected);
  assert.match(await text(driver, "#python"), /\.inspect_switch\("T,5", "6,T", up="7"\)/);
  await eventually("what the rule says", async () => / says switch: /.test(await text(driver, "#near")));
  await accessible("two dealt hands");
  await driver.findElement(By.id("clear-hand")).click();
  const press = async (to, ...labels) => {
    await driver.findElement(By.id(`to-${to}`)).click();
    for (const label of labels) await driver.findElement(By.css(`[aria-label='Deal ${label}']`)).click();
  };
  await press("hand", "an ace", "9");
  await press("second", "8", "a ten");
  await press("up", "a ten");
  const made = await decided("A,9", "8,T", "T");
  assert.equal(made.switch.hands[0].made_by_switch, true);
  assert.match(await text(driver, "#decision"), /A,T made by the switch/);
  await driver.findElement(By.id("fold-switch-values")).click();
  assert.match(await text(driver, "#switch-rules"), /A,T made by the switch/);
  await type("second", "8,T,2");
  await eventually("a third card is refused", async () => /two cards/.test(await text(driver, "#error-second")));
  await accessible("the rule of the switch");
});

test("a pair shows what its actions are worth before how they end", async () => {
  await open("game=spanish-21&up=4");
  await exact(driver);
  await driver.executeScript(`window.told = []; new MutationObserver(() => told.push(document.getElementById("why")?.textContent)).observe(document.getElementById("decision"), { childList: true });
    const input = document.getElementById("hand"); input.value = "8,8"; input.dispatchEvent(new Event("input"))`);
  await eventually("how it ends", async () => (await text(driver, "#decision")).includes("Every result and its probability"));
  const told = [...new Set((await driver.executeScript("return told")).filter(Boolean))];
  assert.equal(told.length, 2, told.join(" | "));
  assert.match(told[0], /^Split is best: .* How often each wins follows\.$/);
  assert.match(told[1], /^Split is best: .* Compared with /);
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
});

test("an address that cannot be shows the game as it stands, and says so at the control", async () => {
  const options = (id) => driver.executeScript("return [...document.getElementById(arguments[0]).options].map((one) => one.value)", id);
  for (const [bad, id, words, title] of [
    ["game=pa-685a-down-under&decks=7", "decks", "4, 5, 6 or 8", "Down Under Blackjack"],
    ["game=pa-685a-down-under&readings.dealer-ace=x", "readings.dealer-ace", "literal or customary", "Down Under Blackjack"],
    ["game=nonsense", "game", "no game", "Plain blackjack"],
  ]) {
    await open(bad);
    assert.ok((await driver.findElement(By.id(`error-${id}`)).getText()).includes(words), bad);
    assert.equal(await driver.findElement(By.id(id)).getAttribute("aria-invalid"), "true");
    assert.match(await text(driver, "#title"), new RegExp(title, "i"));
    await eventually("the games", async () => (await options("game")).includes("pa-633a-blackjack"));
    assert.ok((await options("decks")).length > 1);
    assert.match(await text(driver, "#status"), /^The game as it stands: house edge/);
    assert.ok(!(await text(driver, "#command")).includes("--set"));
    await accessible(bad);
    await driver.findElement(By.id("start-again")).click();
    await eventually("no refusal", async () => (await driver.findElements(By.id("start-again"))).length === 0);
    assert.ok(!/decks=7|dealer-ace|nonsense/.test(await query()));
    await exact(driver);
    assert.match(await text(driver, "#status"), /^House edge/);
  }
});

test("what is printed to be pasted is what was read, never what was typed", async () => {
  for (const [bad, key] of [["hand=T,6;touch owned&up=7&signal=small", "hand"], ["hand=T,6&up=7&signal=small'; echo owned '", "signal"]]) {
    await open(`game=pa-685a-down-under&${encodeURI(bad)}`);
    await eventually("a refusal", async () => (await text(driver, `#error-${key}`)) !== "");
    for (const place of ["command", "rust", "python"]) assert.ok(!/owned|inspect/.test(await text(driver, `#${place}`)), `${bad} ${place}`);
  }
  // These two choices are allowed together alone.
  const both = ["wagers.match-the-dealer.paytable=14/3", "decks=8"];
  for (const hand of ["10 6", "Kh,6s"]) {
    await open(`game=pa-685a-down-under&${both.join("&")}&hand=${encodeURI(hand)}&up=9&signal=small&seen=5,5`);
    await eventually("a command of the hand", async () => /inspect/.test(await text(driver, "#command")));
    const [solve, inspect] = (await text(driver, "#command")).split("\n");
    const set = both.flatMap((one) => ["--set", one]);
    assert.equal(JSON.parse(pasted(`${solve} --no-variance --json`)).ev.fraction, asked("solve", "pa-685a-down-under", "--no-variance", ...set).ev.fraction);
    const inspected = asked("inspect", "pa-685a-down-under", ...set, "--set", "remove=5,5", "--hand", "T,6", "--up", "9", "--signal", "small");
    assert.deepEqual(JSON.parse(pasted(`${inspect} --json`)), inspected);
    assert.match(await text(driver, "#rust"), /with_all\(&\[\n[^]*Override::new\("decks", "8"\),\n\]\)[^]*parse_hand\("T,6"\)/);
    assert.match(await text(driver, "#python"), /\.set\(\n[^]*"decks=8",\n\)[^]*\.inspect\("T,6", up="9", signal="small"\)/);
  }
});

test("a hand without its signal asks for it and is no error", async () => {
  await open("game=pa-685a-down-under&hand=T,6&up=7");
  await eventually("what is missing", async () => (await text(driver, "#best")) === "Choose the signal.");
  assert.deepEqual(await driver.executeScript(`return [...document.querySelectorAll("#table .error")].map((one) => one.textContent).filter(Boolean)`), []);
  await accessible("a hand without its signal");
  await select("signal", "small");
  await eventually("a decision", async () => /^Best: \w+, EV [−\d.]+\.$/.test(await text(driver, "#best")));
});

test("a signal under which nothing is played is not listed", async () => {
  await open("game=pa-685a-down-under&hand=T,6&up=A");
  await exact(driver);
  const listed = await driver.executeScript(`return [...document.querySelectorAll("#signal option")].map((one) => one.value)`);
  assert.deepEqual(listed, ["", "small", "medium", "exposed A"]);
  await open("game=pa-633a-blackjack&hand=T,6&up=A");
  await exact(driver);
  assert.equal(await driver.findElement(By.id("signal-field")).isDisplayed(), false);
});

test("one sentence of the dealt hand is read aloud, once a change", async () => {
  await open("game=plain-blackjack&decks=1&hand=T,6&up=7");
  await eventually("a decision", async () => (await text(driver, "#best")) !== "");
  await driver.executeScript(`window.said = []; new MutationObserver(() => said.push(document.getElementById("best").textContent)).observe(document.getElementById("best"), { childList: true, characterData: true, subtree: true })`);
  await select("decks", "2");
  await eventually("the signal of the status", async () => (await text(driver, "#command")).includes("decks=2 --hand"));
  await exact(driver);
  await eventually("an exact chart", async () => (await text(driver, "#chart .badge")) === "exact");
  const inspected = asked("inspect", "plain-blackjack", "--set", "decks=2", "--hand", "T,6", "--up", "7");
  const sentence = `Best: ${inspected.best}, EV ${Number(inspected.actions[inspected.best].decimal).toFixed(6).replace("-", "−")}.`;
  assert.deepEqual(await driver.executeScript("return said"), [sentence]);
  const live = await driver.executeScript(`return [...document.querySelectorAll("main [aria-live], main [role=status], main [role=alert]")].map((one) => one.textContent.length)`);
  assert.ok(Math.max(...live) < 100, `${live}`);
});

test("what was opened stays open at the next choice", async () => {
  await open("game=plain-blackjack&decks=1");
  const isOpen = () => driver.executeScript(`return document.getElementById("fold-house-edge").parentElement.open`);
  await driver.findElement(By.id("fold-house-edge")).click();
  assert.equal(await isOpen(), true);
  await select("decks", "2");
  await eventually("two decks", async () => (await text(driver, "#command")).includes("decks=2"));
  await exact(driver);
  assert.equal(await isOpen(), true);
});

test("choices are named in plain words", async () => {
  await open("game=pa-685a-down-under");
  const words = await driver.executeScript(`return [...document.querySelectorAll("#readings option, #options option")].map((one) => one.textContent)`);
  assert.ok(words.includes("literal: also customary; default"), words.join(" | "));
  assert.ok(words.includes("customary"));
  for (const one of words) {
    const [name, rest = ""] = one.split(": ");
    assert.ok(!rest.split(/\W+/).includes(name), one);
  }
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
  const label = () => driver.executeScript("return document.activeElement.getAttribute('aria-label') ?? ''");
  for (let stops = 0; (await label()) !== "Deal an ace"; stops++) {
    assert.ok(stops < 60, "the cards are reached");
    await press(Key.TAB);
  }
  await press(Key.ARROW_LEFT);
  assert.equal(await label(), "Deal a ten");
  await press(Key.SPACE, Key.SPACE);
  await eventually("two tens by keys", async () => (await query()).includes("hand=T,T"));
  await press(Key.TAB);
  assert.equal(await focused(), "clear-hand");
});

test("narrow and dark it is whole and has no violation", async () => {
  const phone = await browser({ width: 390, height: 844 });
  const wide = driver;
  driver = phone;
  try {
    await open("game=pa-685a-down-under&hand=T,6&up=9&signal=small&pin=game%3Dpa-685a-down-under%26decks%3D4");
    await eventually("a decision", async () => (await text(driver, "#decision")).includes("best"));
    await driver.findElement(By.css("#readings summary")).click();
    await driver.executeScript(`delete document.getElementById("answers").dataset.tdChart`);
    await select("readings.dealer-ace", "customary");
    await exact(driver);
    await eventually("framed cells", async () => (await driver.findElements(By.css("table.strategy td.changed"))).length > 0);
    // The page's own width grows with what it holds.
    assert.equal(await driver.executeScript("return document.documentElement.scrollWidth"), 390);
    const right = await driver.executeScript(`return [...document.querySelectorAll("#edge th")].map((head) => Math.ceil(head.getBoundingClientRect().right))`);
    assert.ok(Math.max(...right) <= 390, `${right}`);
    const heads = () => driver.executeScript(`return [...document.querySelectorAll("table.strategy tbody tr:nth-child(2) th")].map((head) => Math.round(head.getBoundingClientRect().left))`);
    await eventually("the last chart", async () => Boolean(await driver.findElement(By.id("answers")).getAttribute("data-td-chart")));
    // A chart is whole on a phone. What scrolls is a chart in less room.
    assert.ok(await driver.executeScript(`return [...document.querySelectorAll(".charts .scroll")].every((one) => one.scrollWidth <= one.clientWidth)`));
    await driver.executeScript(`document.styleSheets[0].insertRule(".charts .scroll { max-width: 15rem !important; }", document.styleSheets[0].cssRules.length)`);
    const before = await heads();
    await driver.executeScript(`document.querySelectorAll(".charts .scroll").forEach((one) => one.scrollTo(60, 0))`);
    assert.ok(await driver.executeScript(`return document.querySelector(".charts .scroll").scrollLeft > 0`));
    await driver.executeScript(`window.rows = [...document.querySelectorAll("table.strategy tbody tr")]; delete document.getElementById("answers").dataset.tdChart`);
    await select("readings.dealer-ace", "literal");
    await eventually("rows drawn anew", async () => driver.executeScript(`return rows.some((row) => !row.isConnected) && "tdChart" in document.getElementById("answers").dataset`));
    await eventually("as it was scrolled", () => driver.executeScript(`return document.querySelector(".charts .scroll").scrollLeft > 0`));
    // Cells are a pixel apart.
    (await heads()).forEach((left, index) => assert.ok(Math.abs(left - before[index]) <= 1, `${left}, before ${before[index]}`));
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
  const places = await driver.executeScript(`const box = (one) => one.getBoundingClientRect(); return {
    hand: box(document.getElementById("table")).top + scrollY, charts: [...document.querySelectorAll(".charts .scroll")].map((one) => box(one).top) }`);
  assert.ok(places.hand < 900, `the dealt hand begins ${places.hand} px down`);
  assert.equal(places.charts[0], places.charts[1], "two charts stand side by side");
  await select("readings.dealer-ace", "customary");
  await exact(driver);
  await eventually("framed cells", async () => (await driver.findElements(By.css("table.strategy td.changed"))).length > 0);
  await picture(driver, "wide");
  await scheme(driver, "dark");
  await accessible("dark");
  const frames = await driver.executeScript(`return [...document.querySelectorAll("td.changed")].map((cell) => {
    const style = getComputedStyle(cell);
    return [style.backgroundColor, style.outlineColor, getComputedStyle(cell, "::after").content];
  })`);
  for (const [ground, frame, mark] of frames) {
    assert.ok(contrast(ground, frame) >= 4.5, `${frame} on ${ground}`);
    assert.match(mark, /◢/);
  }
  await picture(driver, "wide-dark");
  await scheme(driver, "light");
});

test("the program is killed and started again: the page says so and goes on", async () => {
  await open("game=plain-blackjack&decks=2");
  await program.kill();
  await select("decks", "1");
  await eventually("that nobody answers", async () => (await text(driver, "#status")).includes("does not answer"));
  await program.again();
  await exact(driver);
  assert.equal(await edge(), percent(asked("solve", "plain-blackjack", "--no-variance", "--set", "decks=1").house_edge));
});
