// House edge by class, what changed, and the value of the round by up card and signal.

import { at, badge, either, el, fill, fold, fraction, table } from "./build.js";
import { chance, decimal, floatPercent, isZero, minus, percent, points, read, signOf } from "./numbers.js";
import { byValue, hole } from "./words.js";

const CLASSES = [["td", "total-dependent (TD)", "total (TD)"], ["cdz", "composition-dependent (CDZ-)", "composition (CDZ-)"]];

const number = (text) => ({ text, number: true });

/** How much a house edge differs from another, in words. */
function difference(now, before) {
  if (!now || !before) return "";
  const by = minus(read(now.house_edge.fraction), read(before.house_edge.fraction));
  return isZero(by) ? "the same" : points(by);
}

/** Who gains, in words that have no sign beside them. `share` is what the player gains, in per cent. */
function gains(share, sign, unit) {
  if (sign === 0) return "On average neither the house nor the player gains";
  return `On average the ${sign < 0 ? "house" : "player"} gains ${share.replace("−", "")} of ${unit}`;
}

/** `known` has the answers so far, `last` and `start` those of the choice before and of the game as it stands; `isChanged` says whether anything is chosen otherwise than there. */
export function edge(known, last, start, isChanged) {
  const exact = known.cdz;
  const near = known.near?.cdz;
  if (!exact && !near) return;
  const { unit } = known.state;
  const shown = exact ? percent(read(exact.house_edge.fraction), 4) : floatPercent(-100 * near.ev, 4);
  const compared = [
    ...(last?.cdz ? [["since the last choice, in points", last]] : []),
    ...(isChanged ? [["against the game as it stands, in points", start]] : []),
  ];
  const rows = CLASSES.map(([name, words, short]) => {
    const of = known[name];
    const float = known.near?.[name];
    const value = of ? percent(read(of.house_edge.fraction), 4) : float ? floatPercent(-100 * float.ev, 4) : "";
    const ev = (places) => (of ? decimal(read(of.ev.fraction), places) : float ? float.ev.toFixed(places).replace("-", "−") : "");
    return { cells: [
      { text: either(words, short), head: true }, number(value), number(either(ev(12), ev(6))),
      ...compared.map(([, other]) => number(difference(of, other?.[name]))),
      { text: el("span", { class: "kind" }, of ? "exact" : float ? "float" : ""), where: "wide" },
    ] };
  });
  const sign = exact ? signOf(read(exact.ev.fraction)) : Math.sign(near.ev);
  fill(at("edge"),
    el("p", { class: "big" }, shown, " ", badge(Boolean(exact))),
    el("p", {}, `${gains(shown, sign, unit)}, played by composition (CDZ-).${exact?.insurance === null ? "" : " Insurance is left out."}`),
    table(`House edge and EV by strategy class, per unit of ${unit}`, ["class", number("house edge"), number("EV"), ...compared.map(([words]) => number(words)), { text: "shown", where: "wide" }], rows),
    el("p", { class: "soft" }, "TD plays by the total of the hand. CDZ- plays by its cards: the best play of an unsplit hand, kept after a split."),
    exact ? fraction(exact.house_edge, "house-edge", "House edge of CDZ- as a fraction") : el("p", { class: "soft" }, `Before it is rounded, a float is off by at most ${(1.05 * near.error).toExponential(1)}.`),
    deviations(known.state.chosen));
}

function deviations(chosen) {
  if (!chosen.deviations.length) return null;
  return el("div", {}, el("h3", {}, "Departs from the regulation"), el("ul", {}, chosen.deviations.map((one) => el("li", {}, one))));
}

/** The round given the up card, and given the signal. */
export function ups(known) {
  if (known.cdz) fill(at("ups"), exactUps(known.cdz.by_up_card.toSorted((a, b) => byValue(a.up, b.up)), known.state.unit));
  else if (known.near) {
    const rows = known.near.cdz.by_up_card.toSorted((a, b) => byValue(a.up, b.up)).map((up) => [
      { text: up.up, head: true }, number(floatPercent(100 * up.probability, 3)), number(up.ev.toFixed(9).replace("-", "−"))]);
    fill(at("ups"), el("p", {}, badge(false)),
      table(caption(known.state.unit), ["up card", number("probability"), number("EV")], rows));
  }
}

const caption = (unit) => `EV of the round given the up card, per unit of ${unit} (CDZ-)`;

function exactUps(all, unit) {
  const hasAttack = all.some((up) => typeof up.attack === "boolean");
  const rows = all.map((up) => [
    { text: up.up, head: true }, number(chance(read(up.probability.fraction), 3)), number(decimal(read(up.ev.fraction), 9)),
    ...(hasAttack ? [up.attack ? "made" : "not made", number(up.other_attack_ev ? decimal(read(up.other_attack_ev.fraction), 9) : "")] : [])]);
  const told = all.filter((up) => up.signals.length > 1).flatMap((up) => up.signals.map((one) => [
    { text: up.up, head: true }, one.signal, hole(one.holes),
    number(chance(read(one.probability.fraction), 3)), number(decimal(read(one.ev.fraction), 9))]));
  return [el("p", {}, badge(true)),
    table(caption(unit), ["up card", number("probability"), number("EV"), ...(hasAttack ? ["attack wager", number("EV, other attack decision")] : [])], rows),
    told.length === 0 ? null : fold("signal-values", "The same given the signal, too", {},
      table(`EV of the round given up card and signal, per unit of ${unit} (CDZ-)`, ["up card", "signal", "hole card", number("probability given the up card"), number("EV")], told))];
}
