// What takes longer than a moment: bounds of perfect play, the distribution of a round, a full report. Each is started by a button, says
// how far it has come, and can be cancelled.

import { listen, ofAnalysis } from "./address.js";
import { at, badge, el, fill, fraction, table } from "./build.js";
import { chance, decimal, read } from "./numbers.js";

const QUESTIONS = {
  bracket: { place: "bracket", button: "Bounds of perfect play", about: "Perfect play remembers every card. Takes seconds; with two hands to switch, a minute." },
  distribution: { place: "law", button: "Distribution of a round", about: "Every net result with its probability, and the standard deviation. Takes seconds; where pairs are split to four hands, minutes." },
};

const stops = {};

/** Offers the questions anew, for a new choice: what was under way is stopped. `unit` gives what results are per unit of. */
export function offer(state, unit) {
  for (const [what, question] of Object.entries(QUESTIONS)) {
    stops[what]?.();
    fill(at(question.place), el("p", { class: "buttons" },
      el("button", { type: "button", id: `ask-${what}`, onclick: () => ask(what, state, unit) }, question.button)),
      el("p", { class: "soft" }, question.about));
  }
}

function ask(what, state, unit) {
  const { place } = QUESTIONS[what];
  const query = ofAnalysis(state);
  query.append("what", what);
  const back = () => {
    offer(state, unit);
    at(`ask-${what}`).focus();
  };
  const bar = el("progress", { "aria-label": QUESTIONS[what].button });
  const doing = el("span", {}, "Beginning");
  const cancel = el("button", { type: "button", id: `cancel-${what}`, onclick: back }, "Cancel");
  fill(at(place), el("p", { role: "status" }, doing), el("p", { class: "buttons" }, bar, cancel));
  cancel.focus();
  // Who waited at the button that goes now finds the answer in its place.
  const end = (...shown) => {
    const waited = document.activeElement === cancel;
    fill(at(place), ...shown);
    if (!waited) return;
    at(place).tabIndex = -1;
    at(place).focus();
  };
  stops[what] = listen("/api/long", query, `-${what}`, {
    progress: (come) => {
      progress(bar, come);
      doing.textContent = come.doing || "Waiting for its turn";
    },
    answer: (found) => end(what === "bracket" ? bracket(found) : distribution(found, unit())),
    refused: ({ refusal }) => end(el("p", { class: "error", role: "alert" }, refusal.message)),
  });
}

function progress(bar, { done, expected }) {
  if (!expected) return bar.removeAttribute("value");
  bar.max = Math.max(expected, done);
  bar.value = done;
}

function bracket(found) {
  const { low, high } = found.house_edge_percent;
  return [el("p", { role: "status" }, `Perfect play: the house edge lies between ${low.replace("-", "−")}% and ${high.replace("-", "−")}%. `,
    el("span", { class: "badge exact" }, "proven bounds"))];
}

function distribution(solved, unit) {
  const law = solved.distribution;
  const number = (text) => ({ text, number: true });
  const most = Math.max(...law.net.map((one) => Number(one.probability.decimal)));
  const rows = law.net.map((one) => ({ cells: [
    { text: decimal(read(one.net), 2), head: true }, number(chance(read(one.probability.fraction), 6)), bar(Number(one.probability.decimal) / most)] }));
  return [el("p", { role: "status" }, `Net result of a round per unit of ${unit}, played by composition (CDZ-). `, badge(true)),
    solved.variance ? el("p", {}, `Standard deviation ${solved.std_dev.toFixed(6)}. `) : null,
    table("Distribution of a round", [number("result"), number("probability"), "drawn to scale"], rows),
    solved.variance ? fraction(solved.variance, "variance", "Variance as a fraction") : null];
}

function bar(part) {
  const one = el("span", { class: "bar", "aria-hidden": "true" });
  one.style.width = `${Math.max(1, Math.round(part * 120))}px`;
  return one;
}

/** The report: begun, watched and cancelled here; it goes on when the page is left. */
export function report(state) {
  const place = el("div", { id: "report" });
  const error = el("p", { id: "error-report", class: "error", role: "alert" });
  const start = el("button", { type: "button", id: "start-report", onclick: async () => {
    error.textContent = "";
    const answer = await fetch(`/api/report?${ofAnalysis(state())}`, { method: "POST" });
    if (!answer.ok) error.textContent = (await answer.json()).message;
    watch(place);
  } }, "Write a full report");
  const about = el("p", { class: "soft" }, "Minutes. A folder under reports/, where the program was started, that others can check with shoeproof verify.");
  queueMicrotask(() => watch(place));
  return el("div", {}, el("h3", {}, "Report"), about, el("p", { class: "buttons" }, start), error, place);
}

let watching;

function watch(place) {
  watching?.();
  watching = listen("/api/report", new URLSearchParams(), "-report", { report: (stage) => told(place, stage) });
}

function told(place, stage) {
  const words = { none: "", running: `Writing: ${stage.title}. ${stage.doing ?? ""}`, written: `Written: ${stage.files} files in ${stage.folder}. Check it with: shoeproof verify ${stage.folder}`,
    cancelled: `Cancelled: ${stage.title}. Nothing was written.`, refused: `${stage.title}: ${stage.message}` };
  if (stage.is !== "running") return fill(place, el("p", { role: "status" }, words[stage.is]));
  if (!place.querySelector("progress")) {
    fill(place, el("p", { class: "doing" }), el("p", { class: "buttons" }, el("progress", { "aria-label": "Report" }),
      el("button", { type: "button", id: "cancel-report", onclick: () => fetch("/api/report", { method: "DELETE" }) }, "Cancel")));
  }
  place.querySelector(".doing").textContent = words.running;
  progress(place.querySelector("progress"), stage);
}
