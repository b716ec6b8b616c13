// Two hands whose second cards may be switched: what both choices are worth with a dealt pair, and a rule for all deals.

import { at, badge, either, el, fill, fold, table } from "./build.js";
import { chance, decimal, isLess, isZero, minus, read } from "./numbers.js";
import { byValue, hole } from "./words.js";

/** Exceptions that are listed at the most; the library lists all. */
const MOST_LISTED = 200;

const ACTIONS = ["stand", "hit", "double", "split", "surrender"];

const number = (text) => ({ text, number: true });
const ev = (value, places) => number(either(decimal(value, places), decimal(value, 4)));
const cards = (one) => `${one.hand.join(",")}${one.made_by_switch ? " made by the switch" : ""}`;
const both = (pair) => pair.hands.map(cards).join(" and ");
const plus = (a, b) => minus(a, { n: -b.n, d: b.d });

/** The one sentence that is read aloud of a decision. */
export const sentence = (found) => `Best: ${found.best}, EV ${decimal(read(found[found.best].ev.fraction), 6)}.`;

/** The decision about a dealt pair. `rules` are those of the full shoe, once they are known; `unit` is what both hands together are worth per unit of. */
export function answer(found, rules, unit) {
  const order = found.best === "switch" ? ["switch", "keep"] : ["keep", "switch"];
  const best = read(found[found.best].ev.fraction);
  const rows = order.map((choice) => {
    const pair = found[choice];
    return { class: choice === found.best ? "best" : "", cells: [
      { text: choice === found.best ? `${choice} (best)` : choice, head: true }, both(pair),
      ev(read(pair.ev.fraction), 9), choice === found.best ? "" : choice === "switch" && !found.may_be_switched ? number("not allowed") : ev(minus(best, read(pair.ev.fraction)), 9),
      ...pair.hands.map((one) => ev(read(one.ev.fraction), 6))] };
  });
  const signal = found.signal === undefined ? ", before any signal. " : found.holes.length < 10 ? `, signal ${found.signal}: the hole card is ${hole(found.holes)}. ` : ". ";
  fill(at("decision"),
    el("p", {}, `${both(found.keep)} against ${found.up}`, signal, badge(true)),
    table(`EV of both choices, per unit of ${unit}; of each hand, per unit of its own`, ["choice", "hands", number("EV"), number("less than the best by"), number("EV of first hand"), number("EV of second hand")], rows),
    el("p", { class: "why", id: "why" }, why(found, unit)),
    byRule(found, rules),
    actions(found),
    fold("decision-fractions", "The values as fractions", {}, order.map((choice) =>
      el("p", { class: "fraction" }, `${choice}: ${found[choice].ev.fraction}`))));
}

/** Why the best choice is best: what it does to each hand. */
function why(found, unit) {
  if (!found.may_be_switched) return "A hand was dealt as a blackjack: the rules do not let these be switched.";
  if (found.keep.hands.map(cards).sort().join() === found.switch.hands.map(cards).sort().join()) return "The switch makes the same two hands, so it changes nothing.";
  const gain = read(found.gain.fraction);
  if (isZero(gain)) return "Keeping and switching are worth exactly the same.";
  const isSwitch = found.best === "switch";
  const by = decimal(isSwitch ? gain : { n: -gain.n, d: gain.d }, 6);
  const [mine, other] = isSwitch ? [found.switch, found.keep] : [found.keep, found.switch];
  const parts = mine.hands.map((one, index) => {
    const step = minus(read(one.ev.fraction), read(other.hands[index].ev.fraction));
    const size = decimal(step.n < 0n ? { n: -step.n, d: step.d } : step, 6);
    return `${cards(one)} is worth ${isZero(step) ? "as much as" : `${size} ${step.n < 0n ? "less" : "more"} than`} ${cards(other.hands[index])}`;
  });
  return `${isSwitch ? "Switching" : "Keeping"} is best: it is worth ${by} more, per unit of ${unit}. ${parts.join("; ")}, each per unit of its own initial wager.`;
}

/** What the rule of the strategy says of this deal. */
function byRule(found, rules) {
  const rule = rules?.rules.find((one) => one.up === found.up && (one.signal ?? "") === (found.signal ?? ""));
  if (!rule || !found.may_be_switched) return null;
  const value = ({ hand, made_by_switch }) => rule.values.find((one) => one.made_by_switch === made_by_switch && [hand.join(","), [...hand].reverse().join(",")].includes(one.hand));
  const [kept, switched] = [found.keep, found.switch].map((pair) => pair.hands.map(value));
  if ([...kept, ...switched].includes(undefined)) return null;
  const sum = (values) => values.map((one) => read(one.ev.fraction)).reduce(plus);
  const says = isLess(sum(kept), sum(switched)) ? "switch" : "keep";
  const added = (values) => `${values.map((one) => decimal(read(one.ev.fraction), 4)).join(" and ")}, together ${decimal(sum(values), 4)}`;
  return el("p", { id: "near" }, `From the full shoe, the rule of hand values says ${says}: the hands as dealt count ${added(kept)}; switched ${added(switched)}. ${says === found.best ? "" : "These four cards are an exception to it."}`);
}

/** What each hand may do, kept or switched. */
function actions(found) {
  const all = [["kept", found.keep], ["switched", found.switch]].flatMap(([name, pair]) => pair.hands.flatMap((one) => one.signals.map((acted) => ({ name, one, acted }))));
  const shown = ACTIONS.filter((action) => all.some(({ acted }) => action in acted.actions));
  const many = new Set(all.map(({ acted }) => acted.signal)).size > 1 || found.signal === undefined;
  const rows = all.map(({ name, one, acted }) => ({ cells: [
    { text: cards(one), head: true }, name, ...(many ? [acted.signal] : []), acted.played,
    ...shown.map((action) => acted.actions[action] ? ev(read(acted.actions[action].fraction), 6) : "")] }));
  const otherwise = all.filter(({ acted }) => acted.best !== acted.played).map(({ one, acted }) =>
    `${cards(one)}: to ${acted.best} is worth ${decimal(minus(read(acted.actions[acted.best].fraction), read(acted.actions[acted.played].fraction)), 6)} more than to ${acted.played}`);
  return [
    table("EV of each action, per unit of the hand's initial wager", ["hand", "choice", ...(many ? ["signal"] : []), "played", ...shown.map(number)], rows, { id: "hand-actions" }),
    el("p", { class: "soft" }, "The values are given all four cards of both hands. Each hand is played as the charts say, without a look at the other. ",
      [...new Set(otherwise)].length ? `Who looks at both hands does better here: ${[...new Set(otherwise)].join("; ")}.` : "No other action of a hand is worth more here."),
  ];
}

/** The rule for all deals, under the charts. */
export function rules(found) {
  if (!found?.rules.length) return null;
  const columns = found.rules.toSorted((a, b) => byValue(a.up, b.up));
  const [first] = columns;
  const key = (one) => `${one.hand}${one.made_by_switch ? " made by the switch" : ""}`;
  const hands = [...new Set(columns.flatMap((rule) => rule.values.map(key)))];
  const ordered = hands.toSorted((a, b) => byValue(a[0], b[0]) || byValue(a[2], b[2]) || a.length - b.length);
  const heads = columns.map((rule) => number(rule.up));
  const values = columns.map((rule) => new Map(rule.values.map((one) => [key(one), one.ev.fraction])));
  const share = (rule, name) => number(chance(read(rule[name].fraction), 2));
  const exceptions = columns.flatMap((rule) => rule.exceptions.map((one) => [{ text: one.deal.replace(" ", " and "), head: true }, rule.up, one.is_switched ? "switched" : "kept"]));
  const left = exceptions.length - MOST_LISTED;
  const waits = first.signal === undefined ? "The switch is decided before the dealer looks at the hole card." : "The switch is decided after the dealer has looked for a blackjack.";
  return el("div", { id: "switch-rules" },
    el("h3", {}, "The switch"),
    el("p", {}, "Add up what your two hands are worth alone, as dealt and with their second cards switched, by the values below. Switch if that makes more. ", badge(true)),
    el("p", { class: "soft" }, `${waits} Deal both hands above to see a deal exactly.`),
    table("Of all deals, by up card", ["up card", number("best switched"), number("rule is wrong")],
      columns.map((rule) => [{ text: rule.up, head: true }, share(rule, "switched"), share(rule, "otherwise")])),
    fold("switch-values", "What each hand is worth alone, by up card", {},
      table("EV of a hand alone, per unit of its initial wager (CDZ-)", ["hand", ...heads],
        ordered.map((hand) => [{ text: hand, head: true }, ...values.map((of) => number(of.has(hand) ? decimal(read(of.get(hand)), 4) : ""))]))),
    exceptions.length === 0 ? null : fold("switch-exceptions", `${exceptions.length} deals that the rule decides otherwise than exact play`, {},
      table("Deals that are an exception to the rule; the two hands in either order", ["hands as dealt", "up card", "exact play"], exceptions.slice(0, MOST_LISTED)),
      left > 0 ? el("p", { class: "soft" }, `${left} more are left out here; switch_rules of the library lists all.`) : null));
}
