// The picture of the page in docs/explore.md. Not a test.
//
//     SHOEPROOF=… node picture.mjs OUT.png

import { writeFileSync } from "node:fs";
import { Program, browser, eventually, exact, text } from "./program.mjs";

const program = await Program.start(0, "pa-685a-down-under");
const driver = await browser({ height: 1700 });
await driver.get(`${program.address}?game=pa-685a-down-under&hand=T,6&up=9&signal=small`);
await exact(driver);
await eventually("a decision", async () => (await text(driver, "#decision")).includes("best"));
await eventually("every answer", () => driver.executeScript("return document.getElementById('answers').dataset.wagers"));
writeFileSync(process.argv[2], await driver.takeScreenshot(), "base64");
await driver.quit();
await program.kill();
