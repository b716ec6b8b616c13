// Side wagers: what each costs by paytable, and what each line pays and how often.

import { at, badge, el, fill, fold, fraction, table, waits } from "./build.js";
import { amount, chance, decimal, percent, read } from "./numbers.js";

const number = (text) => ({ text, number: true });
const negative = ({ n, d }) => ({ n: -n, d });

export function draw(wagers, chosen) {
  if (!chosen.faces) return fill(at("side"), el("p", { class: "soft" }, "None is valued: the shoe is counted by value, so suits are not known."));
  if (!wagers) return fill(at("side"), waits());
  const entries = wagers.entries.filter((entry) => entry.chosen);
  if (!entries.length) return fill(at("side"), el("p", { class: "soft" }, "This game offers none with these choices."));
  const of = (isProgressive) => entries.filter((entry) => Boolean(entry.fixed) === isProgressive);
  const [plain, progressive] = [of(false), of(true)];
  fill(at("side"), el("p", {}, badge(true)),
    plain.length === 0 ? null : table("Side wagers under the chosen readings, per unit of the side wager",
      ["wager", "paytable", ...FIGURES], plain.map((entry) => ({ cells: [...named(entry), ...figures(entry, entry.ev)] }))),
    progressive.length === 0 ? null : progressives(progressive),
    entries.map(lines),
    wagers.remarks.map((remark) => el("p", { class: "soft" }, remark)));
}

/** Progressives at their meters. A narrow page has the meters in a table of their own, so that none is cut off. */
function progressives(entries) {
  const cells = (texts, where) => texts.map((text) => ({ text, number: true, where }));
  const meters = (entry, where) => cells([meter(entry, "meter", amount), meter(entry, "break_even_meter", cents)], where);
  return [
    table("Progressive side wagers, per unit of the side wager, at the meter given",
      ["wager", "paytable", ...FIGURES, ...cells(METERS, "wide")], entries.map((entry) => ({ cells: [...named(entry), ...figures(entry, entry.ev_at_meter), ...meters(entry, "wide")] }))),
    el("div", { class: "narrow" }, table("Meters of the progressive side wagers", ["wager", "paytable", ...cells(METERS, "")], entries.map((entry) => ({ cells: [...named(entry), ...meters(entry, "")] })))),
  ];
}

const METERS = ["meter", "even at a meter of"];
const FIGURES = [number("house edge"), number("standard deviation"), number("hit frequency")];
const named = (entry) => [{ text: entry.title, head: true }, entry.paytable];
const figures = (entry, ev) => [
  number(ev ? percent(negative(read(ev.fraction)), 4) : "by meter"),
  number(entry.std_dev === null || entry.std_dev === undefined ? "" : Number(entry.std_dev).toFixed(4)),
  number(entry.hit_frequency ? chance(read(entry.hit_frequency.fraction), 3) : "")];

const cents = (a) => decimal(a, 2);

/** A meter in dollars where the wager is in dollars, else in wagers. */
function meter(entry, name, digits) {
  const [of, before, after] = entry.dollars?.[name] ? [entry.dollars, "$", ""] : [entry, "", " wagers"];
  return of[name] ? `${before}${grouped(digits(read(of[name].fraction)))}${after}` : "";
}

const grouped = (digits) => digits.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",");

/** What a line pays without its denominator of one. */
const pays = (text) => text.replace(/^-/, "−").replace(/\/1$/, "");

function lines(entry) {
  const total = BigInt(entry.total);
  const rows = entry.lines.map((line) => ({ cells: [
    { text: line.name, head: true }, number(pays(line.pays)), number(chance({ n: BigInt(line.combinations), d: total }, 6)),
    number(decimal(read(line.share_of_return.fraction), 6)), number(String(line.combinations))] }));
  const name = `wager-${entry.id}-${entry.paytable}`;
  const byMeter = entry.fixed
    ? el("p", {}, `EV of a meter of m wagers: ${decimal(read(entry.fixed.fraction), 6)} + ${decimal(read(entry.per_meter_unit.fraction), 9)} m.`) : null;
  return fold(name, `${entry.title}, paytable ${entry.paytable}: every line`, {},
    table(`${entry.title}, paytable ${entry.paytable}: of ${entry.total} combinations`, ["line", number("pays, net"), number("probability"), number("share of return"), number("combinations")], rows),
    byMeter,
    entry.ev ? fraction(entry.ev, `${name}-ev`, "EV as a fraction") : null);
}
