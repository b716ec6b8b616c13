// The program under test, and a browser to look at it.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before } from "node:test";
import { Builder, By } from "selenium-webdriver";
import chrome from "selenium-webdriver/chrome.js";

// The recipe copies these files to target/browser, where npm may write.
const PROGRAM = process.env.SHOEPROOF ?? resolve(import.meta.dirname, "../debug/shoeproof");

/** Time for an answer of an unoptimised build on a busy machine, in milliseconds. */
export const PATIENCE = 120_000;

/** What the command line prints as JSON. */
export function asked(...args) {
  const done = spawnSync(PROGRAM, [...args, "--json"], { encoding: "utf8", maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`${args.join(" ")}: ${done.stderr}`);
  return JSON.parse(done.stdout);
}

/** What a shell prints for some lines that begin with `shoeproof`, pasted as they are. */
export function pasted(lines) {
  const done = spawnSync("sh", ["-ec", `shoeproof() { "$PROGRAM" "$@"; }\n${lines}`], { encoding: "utf8", env: { ...process.env, PROGRAM } });
  if (done.status !== 0) throw new Error(`${lines}: ${done.stderr}`);
  return done.stdout;
}

/** `shoeproof explore` in a folder of its own. */
export class Program {
  static async start(port = 0, analysis = "plain-blackjack") {
    const program = new Program();
    program.folder = mkdtempSync(join(tmpdir(), "explore-"));
    program.child = spawn(PROGRAM, ["explore", analysis, "--port", String(port)], { cwd: program.folder, stdio: ["ignore", "pipe", "inherit"] });
    const [first] = await once(program.child.stdout, "data");
    program.address = /http:\S+/.exec(String(first))[0];
    program.port = Number(new URL(program.address).port);
    return program;
  }

  /** Started again at its port, once it was killed: the same program to whoever ends it. */
  async again() {
    Object.assign(this, await Program.start(this.port));
  }

  async kill() {
    const ended = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await ended;
  }
}

/** A headless Chromium, driven by its own driver. */
export async function browser({ width = 1280, height = 900, dark = false } = {}) {
  const options = new chrome.Options();
  options.setChromeBinaryPath(process.env.CHROMIUM ?? "/usr/bin/chromium");
  options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", `--window-size=${width},${height}`);
  const service = new chrome.ServiceBuilder(process.env.CHROMEDRIVER ?? "/usr/bin/chromedriver");
  const driver = await new Builder().forBrowser("chrome").setChromeOptions(options).setChromeService(service).build();
  await driver.sendDevToolsCommand("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 500 });
  if (dark) await scheme(driver, "dark");
  return driver;
}

export const scheme = (driver, value) =>
  driver.sendDevToolsCommand("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });

/** Waits until something is true and gives it. */
export async function eventually(what, ask) {
  const until = Date.now() + PATIENCE;
  for (let last; ; ) {
    try {
      last = await ask();
      if (last) return last;
    } catch (error) {
      // An element that was replaced meanwhile.
      last = error;
    }
    if (Date.now() > until) throw new Error(`not in time: ${what} (${last})`);
    await new Promise((done) => setTimeout(done, 30));
  }
}

/** The text that stands at a place; again if the place is drawn anew between the finding and the reading. */
export async function text(driver, selector) {
  for (;;) {
    const found = await driver.findElement(By.css(selector));
    try {
      return await found.getText();
    } catch (error) {
      if (error.name !== "StaleElementReferenceError") throw error;
    }
  }
}

/** Waits for the exact values of the choice in force. */
export const exact = (driver) =>
  eventually("exact values", async () => / exact\.$/.test(await text(driver, "#status")) && (await text(driver, "#edge .big")).includes("exact"));

/** Opens the page at an address and waits for its exact values. */
export async function opened(driver, program, query = "") {
  await driver.get(`${program.address}${query ? `?${query}` : ""}`);
  await exact(driver);
}

/** Chooses in a list of choices. */
export async function choose(driver, id, value) {
  const control = await driver.findElement(By.id(id));
  await control.findElement(By.css(`option[value="${value}"]`)).click();
}

/** Refuses a page that breaks a rule of accessibility. */
export async function accessible(driver, what) {
  const axe = readFileSync(join(import.meta.dirname, "node_modules/axe-core/axe.min.js"), "utf8");
  const found = await driver.executeAsyncScript(
    `const done = arguments[arguments.length - 1]; if (!window.axe) { ${axe} } window.axe.run(document, { resultTypes: ["violations"] }).then((all) => done(all.violations.map((one) => one.id + ": " + one.nodes.map((node) => node.html.slice(0, 200)).slice(0, 3).join(" | "))));`);
  assert.deepEqual(found, [], what);
}

/** Keeps a picture if a folder for pictures is named. */
export async function picture(driver, name) {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const { data } = await driver.sendAndGetDevToolsCommand("Page.captureScreenshot", { captureBeyondViewport: true });
  writeFileSync(join(folder, `${name}.png`), Buffer.from(data, "base64"));
}

/** Starts the program and a browser before the tests of a file, tells them, and ends both after the tests. */
export function prepared(tell) {
  const started = {};
  before(async () => {
    started.program = await Program.start();
    started.driver = await browser();
    tell(started);
  });
  after(async () => {
    await started.driver?.quit();
    await started.program?.kill();
  });
}
