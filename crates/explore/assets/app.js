// The page: a choice becomes an address, the address is asked for, and what is known is shown as it comes.

import { listen, ofAnalysis, ofHand, ofPage, ofStart, page, parse, readable } from "./address.js";
import { at, el, fill, former, waits } from "./build.js";
import * as chart from "./chart.js";
import * as controls from "./controls.js";
import * as edges from "./edges.js";
import * as hand from "./hand.js";
import * as long from "./long.js";
import { percent, read } from "./numbers.js";
import * as pin from "./pin.js";
import * as switching from "./switch.js";
import * as wagers from "./wagers.js";

let state = parse(location.search);
let list;
/** What is known of this choice, of the one before, and of the game as it stands. */
let known = {};
let last = {};
let start = {};
let begun = null;
let stopAnswers;
let stopStart;
let handTimer;
let stopHand;
/** What is known of the dealt hand: its decision, and how it is had elsewhere. */
let dealt = null;
/** What is shown instead of a state that cannot be; `null` where it can. */
let instead = null;
/** Why it cannot be. */
let refusal = null;
/** The game or file whose choices are drawn. */
let drawn = null;

/** The state that is shown. */
const inForce = () => ({ ...state, ...instead });

/** The game or file of a state, as an address names it. */
const startOf = (one) => `${ofStart(one)}`;

const status = (text) => {
  if (at("status").textContent !== text) at("status").textContent = text;
};

/** Takes a new state. `isNew` adds it to the history. */
function go(next, isNew = true) {
  const isSame = `${ofAnalysis(next)}` === `${ofAnalysis(state)}`;
  const before = startOf(state);
  state = next;
  if (isNew) history.pushState(null, "", address());
  else history.replaceState(null, "", address());
  if (!isSame) {
    instead = null;
    if (known.cdz && known.td) last = known;
    if (before !== startOf(state)) last = {};
    ask();
  }
  pin.follow(state, shown);
  askHand();
  keep();
}

const address = () => (ofPage(state) ? `/?${ofPage(state)}` : "/");

/** Names the game or file in an address that does not: opened at another program, it would show another game. */
function complete(named) {
  if (startOf(inForce()) !== "") return;
  if (instead) instead = { ...instead, ...named };
  if (startOf(state) === "") {
    state = { ...state, ...named };
    history.replaceState(null, "", address());
  }
  begun = startOf(inForce());
}

const changed = (edit) => {
  const next = { ...inForce(), set: new Map(inForce().set) };
  edit(next);
  go(next);
};

/** A value replaced; `null` takes the replacement away. */
function choose(key, value) {
  changed((next) => {
    next.set.delete(key);
    if (key === "shoe") ["decks", "remove"].forEach((one) => next.set.delete(one));
    if (key === "decks") ["shoe", "remove"].forEach((one) => next.set.delete(one));
    if (value !== null && !(next.game && isDefault(key, value))) next.set.set(key, value);
  });
}

function isDefault(key, value) {
  const [kind, ...rest] = key.split(".");
  const name = rest.join(".");
  const found = known.state?.choices[kind]?.find?.((one) => one.name === name);
  return found?.default === value || (kind === "wagers" && name.endsWith(".offered") && value === "true");
}

/** Asks everything that follows the choice. */
function ask() {
  stopAnswers?.();
  known = {};
  dealt = null;
  const isShown = inForce();
  setAside();
  if (!instead) {
    controls.clear(at("choices"));
    fill(at("again"));
  }
  status("Computing");
  const since = performance.now();
  const take = (name) => (answer) => {
    known[name] = answer;
    performance.measure(`answer ${name}`, { start: since });
    at("answers").dataset[name] = String(Math.round(performance.now() - since));
    shown(name);
  };
  stopAnswers = listen("/api/answers", ofAnalysis(isShown), "", {
    state: take("state"), near: take("near"), "near-chart": take("nearChart"), "exact-cdz": take("cdz"), "exact-td": take("td"), chart: take("chart"), "td-chart": take("tdChart"), "switch-rules": take("switchRules"), wagers: take("wagers"),
    refused: ({ of, refusal: why }) => {
      const place = { chart: "chart", wagers: "side" }[of];
      if (place) {
        fill(at(place), el("p", { class: "error" }, why.message));
        fresh(place);
      }
      if (!["state", "page", "exact-cdz", "exact-td"].includes(of)) return;
      status(`Not computed: ${why.message}`);
      // Said beside what is shown instead, where its control then is.
      if (of === "state" && offerStart(why)) return;
      controls.refuse(why);
    },
  }, () => status("The program does not answer. Is it still running? Trying again."));
  long.offer(isShown, () => known.state?.unit);
  askStart();
}

/** Marks what stands as of the choices before. Nothing of another game stays: it would stand under this one's title. */
function setAside() {
  for (const section of document.querySelectorAll("main section")) {
    section.classList.add("stale");
    former(section);
  }
  if (drawn === startOf(inForce())) return;
  for (const place of ["edge", "chart", "ups", "side"]) fill(at(place), waits());
}

/** A choice cannot be. What was drawn stays for it to be mended; a page that has drawn nothing of this game shows it as it stands. Gives whether it does. */
function offerStart(why) {
  if (why.key === "analysis") return showNothing();
  const { game, analysis } = why.key === "game" ? { game: "", analysis: "" } : state;
  offerAgain("A choice is refused. The reason stands beside it.", "Start from the game's own choices", () => ({ game, analysis }));
  if (instead || drawn === startOf(state)) return false;
  instead = { game, analysis, set: new Map() };
  refusal = why;
  ask();
  askHand();
  return true;
}

/** Offers to begin anew with what `from` gives. */
function offerAgain(words, button, from) {
  fill(at("again"), el("p", {}, words),
    el("p", { class: "buttons" }, el("button", { type: "button", id: "start-again", onclick: () => {
      go({ ...state, ...from(), set: new Map() });
      at("game").focus();
    } }, button)));
}

/** The file of the address is not here. Any game in its place would be taken for it. */
function showNothing() {
  drawn = null;
  document.body.classList.add("nothing");
  at("title").textContent = "Another analysis file";
  at("regulation").textContent = "";
  document.title = "Shoeproof";
  status("Nothing is computed: the address names another analysis file.");
  if (list) controls.games(list, state);
  offerAgain("Nothing is shown in its place.", "Show what this program was started with", () => ({ game: "", analysis: "" }));
  return false;
}

/** Asks once a game what it is worth as it stands. */
function askStart() {
  const query = ofStart(inForce());
  if (begun === `${query}`) return;
  begun = `${query}`;
  start = {};
  stopStart?.();
  const take = (name) => (answer) => {
    start[name] = answer;
    if (start.td && start.cdz) {
      stopStart();
      drawEdge();
    }
  };
  stopStart = listen("/api/answers", query, "-start", { "exact-cdz": take("cdz"), "exact-td": take("td") });
}

const drawEdge = () => edges.edge(known, last, start, inForce().set.size > 0);

/** Shows what is known, as it comes. */
function shown(name) {
  if (name === "state") {
    const { chosen, choices, named } = known.state;
    complete(named);
    document.body.classList.remove("nothing");
    at("title").textContent = choices.title;
    at("regulation").textContent = `Regulation: ${choices.regulation}; ${chosen.decks ? `${chosen.decks} deck${chosen.decks === 1 ? "" : "s"}` : "a shoe of its own"}`;
    document.title = `${choices.title} · Shoeproof`;
    controls.draw(known.state, choose);
    drawn = startOf(inForce());
    if (list) controls.games(list, inForce());
    if (instead) controls.refuse(refusal);
    status("Computing");
    wagers.draw(known.wagers, chosen);
    keep();
  }
  if (name !== "wagers") drawEdge();
  if (["near", "cdz", undefined].includes(name)) edges.ups(known);
  if (["nearChart", "chart", "tdChart", "switchRules", undefined].includes(name)) {
    chart.draw(known, last, pin.pinned.known);
    if (dealt) showDealt(dealt);
  }
  hand.show(state, known);
  if (name === "wagers") wagers.draw(known.wagers, known.state.chosen);
  if (known.cdz && known.td) status(`${instead ? "The game as it stands: house edge" : "House edge"} ${percent(read(known.cdz.house_edge.fraction), 4)}, exact.`);
  else if (known.near) status("Shown in floats. The exact values follow.");
  if (name === "cdz" || name === undefined) keep();
  fresh(...(SHOWN_BY[name] ?? []));
}

/** The parts that an answer renews. */
const SHOWN_BY = { state: ["law", "side", "keep"], near: ["edge", "ups"], cdz: ["edge", "ups"], nearChart: ["chart"], chart: ["chart"] };

/** Takes away the mark of what is still of the choice before. */
const fresh = (...places) => places.forEach((place) => at(place).closest("section").classList.remove("stale"));

/** Asks what the dealt hand is worth, a moment after the last key. */
function askHand() {
  clearTimeout(handTimer);
  stopHand?.abort();
  dealt = null;
  handTimer = setTimeout(async () => {
    const { signal } = (stopHand = new AbortController());
    const since = performance.now();
    const asked = inForce();
    delete at("decision").dataset.took;
    for (const what of hand.isPair(asked) ? ["values", ""] : [""]) {
      const query = ofHand(asked);
      query.append("client", page);
      if (what) query.append("what", what);
      const answer = await answered(`/api/hand?${query}`, signal);
      if (!answer) break;
      const { ok, found } = answer;
      controls.clear(at("table"));
      if (ok) showDealt(found);
      else {
        dealt = null;
        hand.refused();
        if (!ofAnalysis(inForce()).has(found.key)) controls.refuse(found);
      }
      fresh("table");
      keep();
      at("decision").dataset.took ??= String(Math.round(performance.now() - since));
      if (!found?.decision) break;
    }
  }, 30);
}

/** An answer in JSON; `null` if something newer was asked, or if the program does not answer, which the other stream says. */
async function answered(path, signal) {
  try {
    const answer = await fetch(path, { signal });
    return { ok: answer.ok, found: await answer.json() };
  } catch {
    return null;
  }
}

/** The decision with the hands near it that depart from the chart, or what is missing for one. */
function showDealt(found) {
  dealt = found;
  if (found?.switch) {
    hand.say(switching.sentence(found.switch));
    return switching.answer(found.switch, known.switchRules, known.state?.unit);
  }
  if (!found?.decision) return hand.missing(found?.choose, known.state?.is_switched);
  hand.answer(found.decision, chart.near(found.decision, chart.of(known)?.charts), known.state?.is_switched);
}

/** The pin, and the last part: address, command, call, file, report. */
function keep() {
  const described = known.state;
  const parts = at("keep");
  if (!parts.children.length) {
    fill(parts, el("div", { id: "same" }), long.report(inForce));
  }
  fill(at("pin-place"), pin.panel(known,
    startOf(inForce()) === "" ? null : () => changed((next) => { next.pin = readable(ofAnalysis(next)); }),
    () => changed((next) => { next.pin = ""; }),
    () => changed((next) => Object.assign(next, { ...parse(next.pin), hand: next.hand, second: next.second, up: next.up, signal: next.signal, seen: next.seen, pin: next.pin }))));
  if (!described) return;
  const query = ofAnalysis(inForce());
  const all = (name, between) => [described.elsewhere[name], dealt?.elsewhere?.[name]].filter(Boolean).join(between);
  fill(at("same"),
    el("h3", {}, "The same answers elsewhere"),
    lines("address", "Address of this state", `${location.origin}/?${ofPage(inForce())}`),
    lines("command", "Command", all("command", "\n")),
    lines("rust", "Library call (Rust)", all("rust", "\n")),
    lines("python", "Library call (Python)", all("python", "\n")),
    el("p", { class: "buttons" }, el("a", { class: "button", id: "download", href: `/api/analysis.toml?${query}`, download: `${described.chosen.analysis}.toml` }, "Download the analysis file")));
}

function lines(id, words, text) {
  const copy = el("button", { type: "button", id: `copy-${id}`, "aria-label": `Copy: ${words}`, onclick: async () => {
    await navigator.clipboard?.writeText(text);
    status(`Copied: ${words}`);
  } }, "Copy");
  return el("div", {}, el("p", { class: "buttons" }, el("strong", {}, words), copy), el("pre", { id, tabindex: "0", "aria-label": words }, text));
}

/** Cards on the table, as ten letters. */
function onTable() {
  const text = [state.hand, state.second, state.up, state.seen, state.other].join(",");
  return [...text.matchAll(/(10|[A2-9TJQK])([CDHS]?)/gi)].map(([, rank, suit]) => rank.toUpperCase() + suit.toLowerCase());
}

at("choices").addEventListener("submit", (event) => event.preventDefault());
at("game").addEventListener("change", () => changed((next) => {
  // The file has no id of a game.
  Object.assign(next, at("game").value ? { game: at("game").value, analysis: "" } : { game: "", analysis: list.start.analysis });
  next.set = new Map();
  Object.assign(next, { hand: "", second: "", up: "", signal: "", seen: "", other: "", attack: "" });
}));
at("decks").addEventListener("change", () => choose("decks", at("decks").value));
controls.count((shoe) => choose("shoe", shoe));
at("take-out").addEventListener("click", () => {
  const cards = onTable();
  if (!cards.length) return controls.refuse({ key: "shoe", message: "No card is on the table: deal a hand first." });
  const shoe = controls.without(known.state.chosen, cards).join(",");
  changed((next) => {
    ["decks", "remove", "shoe"].forEach((one) => next.set.delete(one));
    next.set.set("shoe", shoe);
    Object.assign(next, { hand: "", second: "", up: "", signal: "", seen: "", other: "" });
  });
});
at("full-shoe").addEventListener("click", () => changed((next) => ["shoe", "remove"].forEach((one) => next.set.delete(one))));
addEventListener("popstate", () => go(parse(location.search), false));

// On a narrow page the answers are below the choices: what is long is folded.
if (matchMedia("(max-width: 56rem)").matches) document.querySelectorAll("#choices details").forEach((one) => one.removeAttribute("open"));

hand.draw(state, (part) => {
  const next = { ...state, set: new Map(state.set), ...part };
  if ("up" in part && part.signal === undefined) next.signal = "";
  go(next, false);
  hand.show(state, known);
});
hand.missing();
ask();
pin.follow(state, shown);
askHand();
list = (await answered("/api/games"))?.found;
if (list) controls.games(list, inForce());
