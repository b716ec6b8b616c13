// Fifty clients that turn knobs: no error, and memory stays within bounds.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Program } from "./program.mjs";

const CLIENTS = 50;
const SECONDS = Number(process.env.LOAD_SECONDS ?? 60);
const MOST_MEGABYTES = 700;

const KNOBS = [
  ["game=plain-blackjack&decks=1"], ["game=plain-blackjack&decks=2"], ["game=plain-blackjack&decks=6"],
  ["game=pa-685a-down-under&decks=4"], ["game=pa-685a-down-under&readings.dealer-ace=customary"], ["game=pa-685a-down-under&readings.bust-against-22=returned"],
  ["game=pa-633a-blackjack&options.surrender=none"], ["game=pa-633a-blackjack&options.max-hands=2"], ["game=free-bet"], ["game=spanish-21"],
].flat();

const megabytes = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;

test("fifty clients turn knobs", { timeout: (SECONDS + 120) * 1000 }, async () => {
  const program = await Program.start();
  const until = Date.now() + SECONDS * 1000;
  const counts = { valued: 0, answered: 0, left: 0, hands: 0 };
  const errors = [];
  const random = (list) => list[Math.floor(Math.random() * list.length)];

  async function client(name) {
    for (let at = 0; Date.now() < until; at++) {
      const shoe = Array.from({ length: 10 }, (_, value) => (value === 9 ? 64 : 12) + Math.floor(Math.random() * 5)).join(",");
      const query = at % 3 ? random(KNOBS) : `game=plain-blackjack&shoe=${shoe}`;
      try {
        if (at % 4 === 0) {
          const hand = await fetch(`${program.address}api/hand?${query}&hand=T,6&up=7&client=${name}`);
          if (![200, 422].includes(hand.status)) errors.push(`${hand.status} ${await hand.text()}`);
          else await hand.text();
          counts.hands++;
        }
        const leave = new AbortController();
        const answer = await fetch(`${program.address}api/answers?${query}&client=${name}`, { signal: leave.signal });
        if (answer.status !== 200) errors.push(`${answer.status}`);
        // Some do not wait for the end, as when a knob is turned further.
        const patience = random([50, 300, 60_000]);
        const timer = setTimeout(() => leave.abort(), patience);
        let all = "";
        try {
          for await (const part of answer.body) all += Buffer.from(part).toString();
          counts.answered++;
        } catch (error) {
          if (error.name !== "AbortError") throw error;
          counts.left++;
        } finally {
          clearTimeout(timer);
        }
        if (/event: near\n/.test(all)) counts.valued++;
        const refused = /event: refused\ndata: (.*)/.exec(all);
        if (refused) errors.push(refused[1]);
      } catch (error) {
        errors.push(`${query}: ${error.message} ${error.cause ?? ""}`);
      }
    }
  }

  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(`load-${index}`)));
  const most = megabytes(program.child.pid);
  const still = await fetch(program.address);
  await program.kill();
  console.log(`${counts.valued} choices valued, ${counts.answered} answered in full, ${counts.left} left, ${counts.hands} hands, at most ${most.toFixed(0)} MB`);
  assert.deepEqual(errors.slice(0, 5), []);
  assert.equal(still.status, 200);
  // How many there are is the machine's doing; that they come at all is the program's.
  assert.ok(counts.valued > 0);
  assert.ok(most < MOST_MEGABYTES, `${most} MB`);
});
