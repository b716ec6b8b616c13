// A hand dealt by pressing or typing cards: the exact EV of every action, and why the best is best.

import { at, badge, either, el, fill, fold, roving, table } from "./build.js";
import { of as chartsOf } from "./chart.js";
import { chance, decimal, isZero, minus, read } from "./numbers.js";
import { hole } from "./words.js";

const VALUES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"];
const FIELDS = [
  ["hand", "Your cards", "such as T,6 or Kh,6s"],
  ["second", "Your second hand", "such as 6,T"],
  ["up", "Dealer's up card", "such as 7"],
  ["seen", "Cards of other players", "such as 5,5,T"],
  ["other", "Other hand of your split", "such as 8 or 8,3"],
];

/** The value of a card in capital letters. */
const valueOf = (card) => card.replace("10", "T").replace(/[JQK]/, "T");

/** Draws the controls once. `change` is told what of the hand changes. */
export function draw(state, change) {
  const fields = FIELDS.map(([name, words, hint]) => el("div", { class: "field", id: `field-${name}`, hidden: name === "second" },
    el("label", { for: name }, words),
    el("input", { type: "text", id: name, placeholder: hint, value: state[name], autocapitalize: "characters", spellcheck: "false",
      "aria-describedby": `error-${name}`, oninput: (event) => change({ [name]: event.target.value }) }),
    el("p", { id: `error-${name}`, class: "error", role: "alert" })));
  const signal = el("div", { class: "field", id: "signal-field", hidden: true },
    el("label", { for: "signal" }, "Signal"),
    el("select", { id: "signal", onchange: (event) => change({ signal: event.target.value }) }),
    el("p", { id: "error-signal", class: "error", role: "alert" }));
  const to = FIELDS.slice(0, 4).map(([name, words], index) => {
    const radio = el("input", { type: "radio", name: "to", id: `to-${name}`, value: name });
    radio.checked = index === 0;
    return el("label", { for: `to-${name}`, hidden: name === "second" }, radio, el("span", { id: `words-${name}` }, words.toLowerCase()));
  });
  const press = (card) => {
    const name = document.querySelector("input[name=to]:checked").value;
    const value = name === "up" ? card : [at(name).value.trim(), card].filter(Boolean).join(",");
    at(name).value = value;
    change({ [name]: value });
  };
  fill(at("table"),
    el("div", { class: "deal" }, fields.slice(0, 3), signal, fields.slice(3)),
    el("fieldset", {}, el("legend", {}, "Deal a card to"), to),
    el("div", { class: "cards" },
      roving(el("div", { class: "cards", role: "toolbar", "aria-label": "Deal a card" }, VALUES.map((card) =>
        el("button", { type: "button", onclick: () => press(card), "aria-label": `Deal ${card === "A" ? "an ace" : card === "T" ? "a ten" : card}` }, card)))),
      el("button", { type: "button", id: "clear-hand", onclick: () => {
        for (const [name] of FIELDS) at(name).value = "";
        change({ hand: "", second: "", up: "", seen: "", other: "", signal: "", attack: "" });
      } }, "Clear the table")),
    el("div", { class: "field", id: "attack-field", hidden: true },
      el("label", { for: "attack" }, "Attack wager"),
      el("select", { id: "attack", onchange: (event) => change({ attack: event.target.value }) },
        el("option", { value: "" }, "as the strategy decides"), el("option", { value: "true" }, "made"), el("option", { value: "false" }, "not made")),
      el("p", { id: "error-attack", class: "error", role: "alert" })),
    el("p", { id: "best", role: "status" }),
    el("div", { id: "decision" }));
}

/** The signals under which hands are played against an up card. A dealer's blackjack that ends the round has no column in the charts. */
function signals(known, up) {
  const all = (known.cdz?.by_up_card.find((one) => one.up === up)?.signals ?? []).map((one) => one.signal);
  const columns = chartsOf(known)?.charts.charts.flatMap((chart) => chart.columns).filter((column) => column.up === up);
  return columns ? all.filter((signal) => columns.some((column) => column.signal === signal)) : all;
}

/** Fills in what the state says, and the signals there are. */
export function show(state, known) {
  const { cdz, state: described } = known;
  for (const [name] of FIELDS) if (document.activeElement !== at(name)) at(name).value = state[name];
  const up = valueOf(state.up.trim().toUpperCase());
  // Until the signals of a new choice are known the field stays as it is, with whoever is at it.
  if (cdz || !up) showSignals(signals(known, up), state.signal);
  if (described) {
    at("field-second").hidden = at("to-second").parentElement.hidden = !described.is_switched;
    const words = described.is_switched ? "Your first hand" : FIELDS[0][1];
    document.querySelector("label[for=hand]").textContent = words;
    at("words-hand").textContent = words.toLowerCase();
    if (!described.is_switched && at("to-second").checked) at("to-hand").checked = true;
  }
  at("attack-field").hidden = !cdz?.by_up_card.some((one) => typeof one.attack === "boolean");
  at("attack").value = state.attack;
}

function showSignals(list, chosen) {
  // A signal of the address that there is not is refused beside the field.
  const isRefused = list.length > 0 && chosen !== "" && !list.includes(chosen);
  at("signal-field").hidden = list.length < 2 && !isRefused;
  fill(at("signal"), el("option", { value: "" }, "choose"), list.map((one) => el("option", { value: one }, one)));
  at("signal").value = list.includes(chosen) ? chosen : "";
}

/** The one sentence that is read aloud. */
export function say(text) {
  if (at("best").textContent !== text) at("best").textContent = text;
}

/** There is no decision yet: what is missing. */
export function missing(choose, isSwitched) {
  say(choose === "signal" ? "Choose the signal." : "");
  fill(at("decision"), el("p", { class: "soft" }, choose === "signal"
    ? "It tells something of the hole card, and the hand is valued given it."
    : `Give yourself two cards${isSwitched ? " in each hand" : ""} and the dealer one. Every value is exact and given everything on the table.`));
}

/** There is no decision: why is said at its control. */
export function refused() {
  say("");
  fill(at("decision"));
}

/** Whether the hand is two cards of one value. How a split ends can take longer than what it is worth. */
export function isPair({ hand }) {
  const values = hand.toUpperCase().match(/10|[A2-9TJQK]/g) ?? [];
  const [one, other] = values.map(valueOf);
  return values.length === 2 && one === other;
}

/** The decision; without results while these are being computed. `near` says which hands near it depart from the chart. */
export function answer(decision, near = null, isSwitched = false) {
  const values = new Map(Object.entries(decision.actions).map(([action, ev]) => [action, read(ev.fraction)]));
  const order = [...values.keys()].sort((a, b) => (a === decision.best ? -1 : b === decision.best ? 1 : minus(values.get(b), values.get(a)).n < 0n ? -1 : 1));
  const best = values.get(decision.best);
  const of = (action) => decision.results?.find((one) => one.action === action);
  const number = (text) => ({ text, number: true });
  const shown = (part) => either(chance(part, 2), chance(part, 1));
  const share = (action, part) => number(of(action) ? shown(read(of(action)[part].fraction)) : decision.results ? "not given" : "follows");
  const ev = (value) => number(either(decimal(value, 9), decimal(value, 5)));
  const rows = order.map((action) => ({ class: action === decision.best ? "best" : "", cells: [
    { text: action === decision.best ? `${action} (best)` : action, head: true },
    ev(values.get(action)), action === decision.best ? "" : ev(minus(best, values.get(action))),
    share(action, "win"), share(action, "push"), share(action, "loss")] }));
  say(`Best: ${decision.best}, EV ${decimal(best, 6)}.`);
  fill(at("decision"),
    el("p", {}, `${decision.hand.join(",")} against ${decision.up}`,
      decision.holes.length < 10 ? `, signal ${decision.signal}: the hole card is ${hole(decision.holes)}. ` : ". ",
      decision.attack === undefined ? "" : decision.attack ? "The attack wager is made. " : "No attack wager. ", badge(true)),
    isSwitched ? el("p", { class: "soft" }, "One hand alone, after the switch. Deal the second hand to value the switch.") : null,
    table("EV of each action, per unit of the hand's initial wager", ["action", number("EV"), number("less than the best by"), number("won"), number("even"), number("lost")], rows),
    el("p", { class: "why", id: "why" }, why(decision, order, values, of)),
    near,
    results(decision, order, of),
    fold("decision-fractions", "The values as fractions", {}, order.map((action) =>
      el("p", { class: "fraction" }, `${action}: ${decision.actions[action].fraction}`))));
}

/** Why the best action is best: what it gains over the next, and in what. */
function why(decision, order, values, of) {
  if (order.length < 2) return `No other action is allowed than to ${decision.best}.`;
  const [best, next] = order;
  const gain = minus(values.get(best), values.get(next));
  if (isZero(gain)) return `${capital(best)} and ${next} are worth exactly the same.`;
  const [one, other] = [of(best), of(next)];
  const lead = `${capital(best)} is best: it is worth ${decimal(gain, 6)} more than ${next}.`;
  if (!decision.results) return `${lead} How often each wins follows.`;
  if (!one || !other) return `${lead} How often the split wins is not given: its hands share a dealer, and their results together take longer here than this page waits.`;
  const parts = [["win", "wins"], ["push", "ends even in"], ["loss", "loses"]].flatMap(([name, verb]) => {
    const by = minus(read(one[name].fraction), read(other[name].fraction));
    const size = decimal({ n: 100n * (by.n < 0n ? -by.n : by.n), d: by.d }, 2);
    return isZero(by) ? [] : [{ verb, size, word: by.n < 0n ? "less" : "more" }];
  });
  const differs = parts.map(({ verb, size, word }, index) => (index ? `${verb} ${size} ${word}` : `${verb} ${size} percentage points ${word} of these rounds`));
  const stakes = [one, other].map((all) => all.results.map((result) => result.net).join(" ")).reduce((a, b) => a !== b) ? " The two differ in how much is won or lost; see the results below." : "";
  return `${lead} Compared with ${next} it ${differs.length ? listed(differs) : "wins and loses as often"}.${stakes}`;
}

const listed = (parts) => [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and ");

function results(decision, order, of) {
  if (!decision.results) return null;
  const nets = [...new Set(decision.results.flatMap((one) => one.results.map((result) => result.net)))].sort((a, b) => (minus(read(a), read(b)).n < 0n ? -1 : 1));
  const actions = order.filter(of);
  if (!actions.length) return null;
  const rows = nets.map((net) => ({ cells: [{ text: decimal(read(net), 2), head: true }, ...actions.map((action) => {
    const found = of(action).results.find((result) => result.net === net);
    return { text: found ? chance(read(found.probability.fraction), 3) : "", number: true };
  })] }));
  return fold("results", "Every result and its probability", { open: true },
    table("Net result per unit of the hand's initial wager", ["result", ...actions.map((text) => ({ text, number: true }))], rows));
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
