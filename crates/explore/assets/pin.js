// A variant that stays in view while another is chosen.

import { listen, ofAnalysis, ofStart, parse } from "./address.js";
import { at, el } from "./build.js";
import { minus, percent, points, read } from "./numbers.js";

/** What is known of the pinned variant; empty if none is. */
export const pinned = { query: "", known: {} };
let stop;

/** Follows the state's pin; `changed` is told when something of it is known. */
export function follow(state, changed) {
  if (state.pin === pinned.query) return;
  stop?.();
  stop = null;
  pinned.query = state.pin;
  pinned.known = {};
  if (!state.pin) return changed();
  const take = (name) => (answer) => {
    pinned.known[name] = answer;
    changed();
  };
  const query = parse(state.pin);
  if (`${ofStart(query)}` === "") return take("refused")({ message: "The pin of this address names no game. Pin a choice anew." });
  stop = listen("/api/answers", ofAnalysis(query), "-pin", {
    state: take("state"), "exact-td": take("td"), "exact-cdz": take("cdz"), "near-chart": take("nearChart"), chart: take("chart"),
    refused: ({ of, refusal }) => {
      if (["state", "page", "exact-cdz", "exact-td"].includes(of)) take("refused")(refusal);
    },
  });
}

/** The pinned variant in words, beside this one. `pin` is `null` while this one has no name to be pinned by. */
export function panel(known, pin, unpin, swap) {
  const button = el("button", { type: "button", id: "pin", onclick: pin, disabled: !pin }, pinned.query ? "Pin this choice instead" : "Pin this choice");
  if (!pinned.query) {
    return el("div", {}, el("p", { class: "buttons" }, button), el("p", { class: "soft" }, "A pinned choice stays beside the next one, and what differs is marked."));
  }
  const { state, cdz, refused } = pinned.known;
  const edge = cdz ? percent(read(cdz.house_edge.fraction), 4) : "being computed";
  const by = cdz && known.cdz ? minus(read(known.cdz.house_edge.fraction), read(cdz.house_edge.fraction)) : null;
  return el("div", { class: "pinned", id: "pinned" },
    el("h3", {}, "Pinned"),
    refused ? el("p", { class: "error" }, refused.message) : null,
    refused && !state ? null : el("p", {}, state ? `${state.chosen.title}: house edge ${edge}${cdz ? ` of ${state.unit}` : ""} (CDZ-).` : "Being computed."),
    by ? el("p", {}, `This choice: ${percent(read(known.cdz.house_edge.fraction), 4)} of ${known.state.unit}, a difference of ${points(by)} percentage points.`) : null,
    state && known.state ? differences(state, known.state) : null,
    el("p", { class: "buttons" }, button,
      el("button", { type: "button", id: "swap", onclick: swap }, "Go to the pinned choice"),
      el("button", { type: "button", id: "unpin", onclick: () => {
        unpin();
        at("pin").focus();
      } }, "Unpin")));
}

/** What the two chose differently. */
function differences({ chosen: theirs, choices: there }, { chosen: ours, choices: here }) {
  const list = [];
  const asked = (kind, name) => [...here[kind], ...there[kind]].find((one) => one.name === name)?.question ?? name;
  if (theirs.game !== ours.game) list.push(["game", there.title, here.title]);
  if (theirs.decks !== ours.decks) list.push(["decks", theirs.decks ?? "own shoe", ours.decks ?? "own shoe"]);
  if (String(theirs.shoe) !== String(ours.shoe) && theirs.decks === ours.decks) list.push(["shoe", theirs.shoe.join(","), ours.shoe.join(",")]);
  else if (String(theirs.faces) !== String(ours.faces) && theirs.decks === ours.decks) list.push(["suits", theirs.faces ? "known" : "not known", ours.faces ? "known" : "not known"]);
  for (const kind of ["options", "readings"]) {
    for (const name of new Set([...Object.keys(theirs[kind]), ...Object.keys(ours[kind])])) {
      if (theirs[kind][name] !== ours[kind][name]) list.push([asked(kind, name), ofGame(theirs, there, kind, name), ofGame(ours, here, kind, name)]);
    }
  }
  if (!list.length) return el("p", { class: "soft" }, "Both chose the same.");
  return el("ul", {}, list.map(([name, one, other]) => el("li", {}, `${name.replace(/\.$/, "")}${name.endsWith("?") ? "" : ":"} pinned ${one}, here ${other}`)));
}

/** What was chosen. A game without the choice may still have the rule, fixed; a choice that is not in force has no rule to decide. */
const ofGame = (chosen, choices, kind, name) =>
  chosen[kind][name] ?? (choices[kind].some((one) => one.name === name) ? "no such rule" : "no such choice");
