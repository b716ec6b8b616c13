// House edge by class, what changed, and the value of the round by up card and signal.

import { at, badge, el, fill, fraction, table } from "./build.js";
import { decimal, floatPercent, isZero, minus, percent, points, read } from "./numbers.js";

const CLASSES = [["td", "total-dependent (TD)", "total (TD)"], ["cdz", "composition-dependent (CDZ-)", "composition (CDZ-)"]];

/** A text, and a shorter one for a narrow page. */
const either = (wide, narrow) => el("span", {}, el("span", { class: "wide" }, wide), el("span", { class: "narrow" }, narrow));

/** How much a house edge differs from another, in words. */
function difference(now, before) {
  if (!now || !before) return "";
  const by = minus(read(now.house_edge.fraction), read(before.house_edge.fraction));
  return isZero(by) ? "the same" : points(by);
}

/** `known` has the answers so far, `last` and `start` those of the choice before and of the game as it stands. */
export function edge(known, last, start) {
  const exact = known.cdz;
  const near = known.near?.cdz;
  if (!exact && !near) return;
  const shown = exact ? percent(read(exact.house_edge.fraction), 4) : floatPercent(-100 * near.ev, 4);
  const rows = CLASSES.map(([name, words, short]) => {
    const of = known[name];
    const float = known.near?.[name];
    const value = of ? percent(read(of.house_edge.fraction), 4) : float ? floatPercent(-100 * float.ev, 4) : "";
    const ev = (places) => (of ? decimal(read(of.ev.fraction), places) : float ? float.ev.toFixed(places).replace("-", "−") : "");
    return { cells: [
      { text: either(words, short), head: true }, { text: value, number: true }, { text: either(ev(12), ev(6)), number: true },
      { text: difference(of, last?.[name]), number: true }, { text: difference(of, start?.[name]), number: true },
      { text: of ? "exact" : float ? "float" : "", where: "wide" },
    ] };
  });
  const number = (text) => ({ text, number: true });
  const favours = exact ? exact.house_edge.fraction.startsWith("-") : near.ev > 0;
  fill(at("edge"),
    el("p", { class: "big" }, shown, " ", badge(Boolean(exact))),
    el("p", { class: "soft" }, `of the first wager goes to the ${favours ? "player" : "house"}, played by composition (CDZ-). Insurance is left out.`),
    table("House edge by strategy class", ["class", number("house edge"), number("EV"), number("since the last choice, in points"), number("against the game as it stands"), { text: "shown", where: "wide" }], rows),
    exact ? fraction(exact.house_edge, "house-edge", "House edge of CDZ- as a fraction") : el("p", { class: "soft" }, `A float is off by at most ${near.error.toExponential(1)}.`),
    deviations(known.state?.chosen));
}

function deviations(chosen) {
  if (!chosen?.deviations.length) return null;
  return el("div", {}, el("h3", {}, "Departs from the regulation"), el("ul", {}, chosen.deviations.map((one) => el("li", {}, one))));
}

/** The round given the up card, and given the signal. */
export function ups(known) {
  const number = (text) => ({ text, number: true });
  if (known.cdz) {
    const rows = known.cdz.by_up_card.flatMap((up) => {
      const other = up.other_attack_ev ? number(decimal(read(up.other_attack_ev.fraction), 9)) : "";
      const attack = up.attack === undefined || up.attack === null ? [] : [up.attack ? "made" : "not made", other];
      const row = { class: "best", cells: [{ text: up.up, head: true }, "any", number(percent(read(up.probability.fraction), 3)), number(decimal(read(up.ev.fraction), 9)), ...attack] };
      const signals = up.signals.length < 2 ? [] : up.signals.map((signal) => ({ cells: [
        { text: up.up, head: true }, `${signal.signal} (hole ${signal.holes.join(" ")})`,
        number(percent(read(signal.probability.fraction), 3)), number(decimal(read(signal.ev.fraction), 9)), ...attack.map(() => "")] }));
      return [row, ...signals];
    });
    const attack = known.cdz.by_up_card.some((up) => up.attack === true || up.attack === false) ? ["attack wager", number("EV, other attack decision")] : [];
    fill(at("ups"), el("p", {}, badge(true)),
      table("EV of the round per unit of first wager (CDZ-)", ["up card", "signal", number("probability"), number("EV"), ...attack], rows));
  } else if (known.near) {
    const rows = known.near.cdz.by_up_card.map((up) => ({ class: "best", cells: [
      { text: up.up, head: true }, "any", number(floatPercent(100 * up.probability, 3)), number(up.ev.toFixed(9).replace("-", "−"))] }));
    fill(at("ups"), el("p", {}, badge(false)),
      table("EV of the round per unit of first wager (CDZ-)", ["up card", "signal", number("probability"), number("EV")], rows));
  }
}
