// Side wagers: what each costs by paytable, and what each line pays and how often.

import { at, badge, el, fill, fold, fraction, table } from "./build.js";
import { decimal, percent, read } from "./numbers.js";

export function draw(wagers, chosen) {
  if (!chosen.faces) return fill(at("side"), el("p", { class: "soft" }, "None is valued: the shoe is counted by value, so suits are not known."));
  if (!wagers) return fill(at("side"), el("p", { class: "soft" }, "Being computed."));
  const entries = wagers.entries.filter((entry) => entry.chosen);
  if (!entries.length) return fill(at("side"), el("p", { class: "soft" }, "This game offers none with these choices."));
  const number = (text) => ({ text, number: true });
  const rows = entries.map((entry) => ({ cells: [
    { text: entry.title, head: true }, entry.paytable,
    number(entry.ev ? percent(negative(read(entry.ev.fraction)), 4) : entry.ev_at_meter ? percent(negative(read(entry.ev_at_meter.fraction)), 4) : "by meter"),
    number(entry.fixed ? `${decimal(read(entry.fixed.fraction), 6)} + ${decimal(read(entry.per_meter_unit.fraction), 9)} × meter` : ""),
    number(entry.std_dev === null || entry.std_dev === undefined ? "" : Number(entry.std_dev).toFixed(4)),
    number(entry.hit_frequency ? percent(read(entry.hit_frequency.fraction), 3) : "")] }));
  fill(at("side"), el("p", {}, badge(true)),
    table("Side wagers under the chosen readings", ["wager", "paytable", number("house edge"), number("EV of a progressive"), number("standard deviation"), number("wins")], rows),
    entries.map(lines),
    wagers.remarks.map((remark) => el("p", { class: "soft" }, remark)));
}

const negative = ({ n, d }) => ({ n: -n, d });

function lines(entry) {
  const number = (text) => ({ text, number: true });
  const rows = entry.lines.map((line) => ({ cells: [
    { text: line.name, head: true }, number(String(line.combinations)), number(line.pays), number(decimal(read(line.share_of_return.fraction), 6))] }));
  const name = `wager-${entry.id}-${entry.paytable}`;
  return fold(name, `${entry.title}, paytable ${entry.paytable}: every line`, {},
    table(`${entry.title}, paytable ${entry.paytable}: of ${entry.total} combinations`, ["line", number("combinations"), number("pays"), number("share of return")], rows),
    entry.ev ? fraction(entry.ev, `${name}-ev`, "EV as a fraction") : null);
}
