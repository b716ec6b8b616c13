// The strategy as the charts of the field: a letter and a colour a cell, what differs from another choice, and what a chart cannot show.

import { at, badge, el, fill, fold, keeper, scroll, table } from "./build.js";
import { rules } from "./switch.js";
import { byValue } from "./words.js";

/** The letters of the field in words, in the order of the legend. */
const CODES = [
  ["S", "stand"], ["H", "hit"], ["D", "double"], ["Dh", "double, else hit"], ["Ds", "double, else stand"], ["P", "split"],
  ["R", "surrender before the dealer looks"], ["Rh", "surrender, else hit"], ["Rs", "surrender, else stand"], ["Rd", "surrender, else double"], ["Rp", "surrender, else split"],
];

/** Of a cell that some hands depart from. A star is of a column. */
const MARK = "†";

/** Hands that gain by insurance, of which a line lists all. */
const FEW = 8;

/** Exceptions that are listed under a chart at the most; the command lists all. */
const MOST_LISTED = 200;

/** Cells by place, of charts that were asked about before. */
const placed = new WeakMap();

const placeOf = (chart, section, row, index) => `${chart.slug} ${section.title} ${row.hand} ${chart.columns[index].head}`;

/** Every cell of some charts by its place: chart, section, row, column. */
function byPlace(charts) {
  if (placed.has(charts)) return placed.get(charts);
  const cells = new Map();
  for (const chart of charts) {
    for (const section of chart.sections) {
      for (const row of section.rows) {
        row.cells.forEach((cell, index) => {
          if (cell) cells.set(placeOf(chart, section, row, index), cell);
        });
      }
    }
  }
  placed.set(charts, cells);
  return cells;
}

/** Tables and rows stay on the page while they show the same: a choice changes few of thousands of cells, and exact values seldom any. */
const kept = keeper();
const tables = el("div", { class: "charts" });

/** The charts of an answer: as decided in floats until exact values have confirmed or replaced them. */
export function of(known) {
  const charts = known.chart?.cdz ?? known.nearChart?.cdz;
  return charts && { charts, isExact: Boolean(known.chart) };
}

/** `known` has the answers so far, `last` those of the choice before, `pinned` those of the pinned one. */
export function draw(known, last, pinned) {
  if (!of(known)) return;
  const { charts, isExact } = of(known);
  const [words, other] = of(pinned) ? ["the pinned choice", of(pinned).charts] : ["the last choice", of(last)?.charts];
  const before = other && byPlace(other.charts);
  const here = byPlace(charts.charts);
  // The letters of a cell in the other choice; undefined where they are the same, or the other has no such cell.
  const otherCode = (place) => {
    const code = before?.get(place)?.code;
    return code === here.get(place)?.code ? undefined : code;
  };
  const differing = [...here.keys()].filter((place) => otherCode(place) !== undefined);
  const td = known.tdChart ? byPlace(known.tdChart.td.charts) : new Map();
  const otherwise = [...here.keys()].filter((place) => td.has(place) && td.get(place).code !== here.get(place).code);
  const list = (id, summary, places, of) => places.length === 0 ? null : fold(id, summary, { id },
    el("ul", {}, places.slice(0, MOST_LISTED).map((place) => el("li", {}, `${here.get(place).meaning}; ${of(place)}`))));
  fill(tables, charts.charts.map((chart) => drawn(chart, charts.charts.length > 1 ? chart.title : "What is done, by hand and up card", otherCode)));
  fill(at("chart"),
    el("p", {}, "The best action with each hand, played by composition (CDZ-). ", badge(isExact)),
    legend([...here.values()]),
    before ? el("p", { id: "differing" }, differing.length ? `${cells(differing)} differ${differing.length === 1 ? "s" : ""} from ${words} and ${differing.length === 1 ? "is" : "are"} framed, with a mark in the corner.` : `No cell differs from ${words}.`) : null,
    list("changed-cells", "The cells that differ", differing, (place) => `before: ${otherCode(place)}`),
    tables,
    charts.attack ? el("p", {}, charts.attack.length ? `The attack wager is made against ${charts.attack.toSorted(byValue).join(", ")}.` : "The attack wager is never made.") : null,
    typeof charts.even_money === "boolean" ? el("p", {}, charts.even_money ? "Even money is taken." : "Even money is not taken.") : null,
    insured(charts.insured),
    givenUp(charts.doubled_given_up ?? []),
    list("td-cells", `${cells(otherwise)} played otherwise by total alone (TD)`, otherwise, (place) => `TD: ${td.get(place).code}`),
    exceptions(charts.exceptions),
    rules(known.switchRules));
}

const cells = (places) => `${places.length} cell${places.length === 1 ? "" : "s"}`;

/** What the codes mean that these cells have, and no others. */
function legend(shown) {
  const words = new Map(CODES);
  const first = (cell) => cell.code.split("/")[0];
  const kinds = new Map(shown.map((cell) => [first(cell), cell.kind]));
  const codes = [...kinds.keys()].toSorted((a, b) => CODES.findIndex(([code]) => code === a) - CODES.findIndex(([code]) => code === b));
  const stroke = shown.find((cell) => cell.code.includes("/"));
  const marks = [
    codes.some((code) => words.get(code)?.includes("else")) ? "Else says what is done where the first is not allowed." : "",
    stroke ? `After a stroke stands what is done with three or more cards. ${stroke.code}: with two cards ${words.get(first(stroke))}; with more ${words.get(stroke.code.split("/")[1])}.` : "",
    shown.some((cell) => cell.varies) ? `${MARK}: some hands of the cell are played otherwise; they are listed below.` : "",
  ].filter(Boolean);
  return el("div", { id: "legend" },
    el("p", { class: "legend" }, codes.map((code) => el("span", { class: `act ${kinds.get(code)}` }, `${code} ${words.get(code) ?? kinds.get(code)}`))),
    marks.map((mark) => el("p", { class: "soft" }, mark)));
}

function insured(hands) {
  if (!hands) return null;
  if (hands.length > FEW) return fold("insured", `Insurance gains with ${hands.length} hands`, { id: "insured" }, el("p", {}, `${hands.join("; ")}.`));
  return el("p", {}, hands.length ? `Insurance gains with: ${hands.join("; ")}.` : "Insurance gains with no hand.");
}

/** The one act that no cell has: a hand is doubled, and then given up. */
function givenUp(all) {
  if (!all.length) return null;
  const rows = all.toSorted((a, b) => byValue(a.up, b.up)).map((one) => [{ text: one.up, head: true }, one.signal, one.hands.join(", ")]);
  return fold("given-up", "Doubled hands that are given up once they have their card", { id: "given-up" },
    table("Doubled hands that are given up", ["up card", "signal", "hands"], rows));
}

function drawn(chart, title, otherCode) {
  const name = (...parts) => JSON.stringify([chart.slug, ...parts]);
  const cell = (one, before) => {
    if (!one) return el("td", { class: "act none" }, el("span", { class: "unseen" }, "does not arise"));
    const isChanged = before !== undefined;
    return el("td", { class: `act ${one.kind}${isChanged ? " changed" : ""}`, title: isChanged ? `${one.meaning}; before: ${before}` : one.meaning },
      one.code, one.varies ? MARK : null, isChanged ? el("span", { class: "unseen" }, ` (before: ${before})`) : null);
  };
  const line = (section) => (row) => {
    const before = row.cells.map((one, index) => otherCode(placeOf(chart, section, row, index)));
    return kept(name(section.title, row.hand), JSON.stringify([row.cells, before]), () =>
      el("tr", {}, el("th", { scope: "row" }, row.hand), row.cells.map((one, index) => cell(one, before[index]))));
  };
  const part = (section) => {
    const node = kept(name(section.title), String(chart.columns.length), () => el("tbody", {},
      el("tr", {}, el("th", { scope: "rowgroup", colspan: String(chart.columns.length + 1), class: "part" }, section.title))));
    fill(node, node.firstElementChild, section.rows.map(line(section)));
    return node;
  };
  const head = () => el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "hand"), chart.columns.map((column) => el("th", { scope: "col", title: `up card ${column.up}, signal ${column.signal}` }, column.head))));
  const whole = kept(name(), JSON.stringify([title, chart.columns, chart.notes]), () => scroll(`Strategy: ${title}`,
    el("table", { class: "strategy", "data-chart": chart.slug }, el("caption", {}, title), head()),
    chart.notes.map((note) => el("p", { class: "soft" }, note))));
  const [grid] = whole.children;
  fill(grid, grid.caption, grid.tHead, chart.sections.map(part));
  return whole;
}

function exceptions(all) {
  if (!all.length) return null;
  const rows = all.slice(0, MOST_LISTED).map((one) => [{ text: one.hand, head: true }, one.up, one.signal, one.chart, one.act]);
  const left = all.length - rows.length;
  return fold("exceptions", `${all.length} hands are played otherwise than their cell says`, { id: "exceptions" },
    table("Hands that depart from their cell", ["hand", "up card", "signal", "the cell", "this hand"], rows),
    left > 0 ? el("p", { class: "soft" }, `${left} longer hands are left out here; shoeproof chart prints all.`) : null);
}

/** Whether hands of a total have a cell, which a hand of 21 has not. */
const hasRow = (charts, total, soft) =>
  charts.charts.some((chart) => chart.sections.some((section) => section.rows.some((row) => row.hand === (soft ? `A,${total - 11}` : String(total)))));

/** Hands of the same total under this up card and signal that are played otherwise than their cell, in words; `null` for a pair, whose cell is its own, and for a hand without one. */
export function near(decision, charts) {
  if (!charts || decision.hand.length < 2 || "split" in decision.actions) return null;
  const worth = (card) => (card === "A" ? 1 : card === "T" ? 10 : Number(card));
  const hard = decision.hand.reduce((sum, card) => sum + worth(card), 0);
  const soft = decision.hand.includes("A") && hard + 10 <= 21;
  const total = soft ? hard + 10 : hard;
  if (!hasRow(charts, total, soft)) return null;
  const same = charts.exceptions.filter((one) => one.up === decision.up && one.signal === decision.signal && one.total === total && one.soft === soft);
  if (!same.length) return el("p", { class: "soft", id: "near" }, `From the full shoe, every ${soft ? "soft" : "hard"} ${total} here is played as its cell of the chart says.`);
  const listed = same.slice(0, 12).map((one) => `${one.hand} (${one.act}, not ${one.chart})`);
  const more = same.length > listed.length ? `, and ${same.length - listed.length} longer hands` : "";
  return el("p", { id: "near" }, `From the full shoe, some hands of ${soft ? "soft" : "hard"} ${total} are played otherwise than their cell of the chart says: ${listed.join("; ")}${more}.`);
}
