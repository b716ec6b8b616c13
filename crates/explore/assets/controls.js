// The left side: what there is to choose, and what was chosen. A refusal stands at the control that caused it.

import { at, el, fill, table } from "./build.js";

const VALUES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"];
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
/** In the order in which the library counts faces. */
const SUITS = [["c", "clubs", "♣"], ["d", "diamonds", "♦"], ["h", "hearts", "♥"], ["s", "spades", "♠"]];
const FACES = SUITS.flatMap(([suit]) => RANKS.map((rank) => `${rank}${suit}`));

/** The id of the place for a key's refusal. */
const errorId = (key) => `error-${key}`;

function error(key) {
  return el("p", { id: errorId(key), class: "error", role: "alert" });
}

/** By part, what it was drawn from. */
const drawnFrom = new Map();

/** Whether a part stands as it would be drawn from this. What a person has changed since is drawn anew. */
function stands(part, from) {
  if (!drawnFrom.has(part)) at(part).addEventListener("input", () => drawnFrom.set(part, ""));
  const text = JSON.stringify(from);
  if (drawnFrom.get(part) === text) return true;
  drawnFrom.set(part, text);
  return false;
}

/** The list of games, with the file that the program was started with. */
export function games(list, state) {
  const options = list.games.map((game) => el("option", { value: game.game }, game.title));
  if (list.is_file) options.unshift(el("option", { value: "" }, list.start.title));
  fill(at("game"), options);
  at("game").value = state.game || (list.is_file ? "" : list.start.game);
  // None is chosen while the address names a file that is not here.
  if (state.analysis && !(list.is_file && state.analysis === list.start.analysis)) at("game").selectedIndex = -1;
}

/** Everything below the game. `change` is told a key and its value, or `null` for what the analysis had before. */
export function draw(answer, change) {
  const { choices, chosen } = answer;
  decks(choices, chosen);
  switches("options", choices.options, chosen.options, change);
  switches("readings", choices.readings, chosen.readings, change);
  shoe(chosen);
  wagers(choices, chosen, change);
}

function decks(choices, chosen) {
  const counts = [...new Set([...choices.decks, chosen.decks].filter(Boolean))].sort((a, b) => a - b);
  const options = counts.map((count) => el("option", { value: String(count) }, `${count}`));
  if (!chosen.decks) options.unshift(el("option", { value: "" }, "a shoe of its own"));
  fill(at("decks"), options);
  at("decks").value = chosen.decks ? String(chosen.decks) : "";
}

function switches(section, list, chosen, change) {
  if (stands(section, [list, chosen])) return;
  const changed = list.filter((one) => one.in_force && chosen[one.name] !== one.default).length;
  const inForce = list.filter((one) => one.in_force);
  at(section).hidden = list.length === 0;
  at(section).querySelector(".count").textContent = `${changed || "none"} of ${inForce.length} changed`;
  fill(at(section).querySelector(".fields"), inForce.map((one) => field(section, one, chosen[one.name], change)));
}

function field(section, one, now, change) {
  const key = `${section}.${one.name}`;
  const text = (choice) => [choice.name, words(choice, one)].filter(Boolean).join(": ");
  const choice = one.choices.find((choice) => choice.name === now);
  const select = el("select", { id: key, name: key, "aria-describedby": `says-${key} ${errorId(key)}`, onchange: () => change(key, select.value) },
    one.choices.map((choice) => el("option", { value: choice.name }, text(choice))));
  select.value = now;
  return el("div", { class: "field" },
    el("label", { for: key }, one.question, " ", el("span", { class: "clause" }, one.clauses.join(", "))),
    select,
    el("p", { class: "says", id: `says-${key}` }, choice?.text ?? ""),
    error(key));
}

/** What a choice is beside its name: the text read literally, custom, the default, a departure. */
function words(choice, { default: standard }) {
  const others = choice.is.filter((one) => one !== choice.name);
  const standing = others.length < choice.is.length && others.length ? `also ${others.join(" and ")}` : others.join(" and ");
  return [standing, choice.name === standard ? "default" : "", choice.conforming ? "" : "departs from the regulation"].filter(Boolean).join("; ");
}

function shoe(chosen) {
  const total = chosen.shoe.reduce((sum, count) => sum + count, 0);
  at("shoe").querySelector(".count").textContent = `${total} cards${chosen.removed.length ? `, without ${chosen.removed.join(",")}` : ""}`;
  const counters = at("counters");
  if (!counters.children.length) {
    fill(counters, VALUES.map((value) => el("div", { class: "counter" },
      el("label", { for: `count-${value}` }, value),
      el("button", { type: "button", "data-by": "-1", "data-value": value, "aria-label": `One ${value} less` }, "−"),
      el("input", { id: `count-${value}`, type: "text", inputmode: "numeric", "data-value": value, maxlength: "4" }),
      el("button", { type: "button", "data-by": "1", "data-value": value, "aria-label": `One ${value} more` }, "+"))));
  }
  VALUES.forEach((value, index) => {
    const input = at(`count-${value}`);
    if (document.activeElement !== input) input.value = String(chosen.shoe[index]);
    counters.querySelector(`[data-by="-1"][data-value="${value}"]`).disabled = chosen.shoe[index] === 0;
  });
  faces(chosen);
}

function faces(chosen) {
  const counters = at("face-counters");
  if (!counters.children.length) {
    const field = (rank) => ([suit, suits]) =>
      el("input", { id: `face-${rank}${suit}`, type: "text", inputmode: "numeric", maxlength: "4", "aria-label": `Cards of rank ${rank} of ${suits}` });
    const head = ["rank", ...SUITS.map(([, suits, sign]) => el("abbr", { title: suits }, sign))];
    fill(counters, table("Cards of each rank and suit", head, RANKS.map((rank) => [{ text: rank, head: true }, ...SUITS.map(field(rank))])));
  }
  FACES.forEach((face, index) => {
    const input = at(`face-${face}`);
    if (document.activeElement !== input) input.value = chosen.faces ? String(chosen.faces[index]) : "";
    input.placeholder = chosen.faces ? "" : "?";
  });
}

/** What is written in the counters, as the library reads a shoe. */
export const counted = () => VALUES.map((value) => at(`count-${value}`).value.trim() || "0").join(",");

/** Listens to the counters: `change` is told the shoe. */
export function count(change) {
  at("counters").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const input = at(`count-${button.dataset.value}`);
    input.value = String(Math.max(0, Number(input.value) + Number(button.dataset.by)));
    change(counted());
  });
  at("counters").addEventListener("change", () => change(counted()));
  at("face-counters").addEventListener("change", () => change(FACES.map((face) => at(`face-${face}`).value.trim() || "0").join(",")));
}

/** The shoe without these cards: by face where the faces of all are known, else by value. */
export function without(chosen, cards) {
  const byFace = chosen.faces && cards.every((card) => FACES.includes(card));
  const names = byFace ? FACES : VALUES;
  const left = [...(byFace ? chosen.faces : chosen.shoe)];
  for (const card of cards) left[names.indexOf(byFace ? card : card.replace(/10|[JQK]/, "T").replace(/[cdhs]$/, ""))] -= 1;
  return left;
}

function wagers(choices, chosen, change) {
  if (stands("wagers", [choices.wagers, chosen.wagers, chosen.counted_decks, Boolean(chosen.faces)])) return;
  at("wagers").hidden = choices.wagers.length === 0;
  at("wagers").querySelector(".count").textContent = `${chosen.wagers.length} of ${choices.wagers.length} offered`;
  const fields = choices.wagers.map((wager) => wagerField(wager, chosen, change));
  const none = chosen.faces ? null : el("p", { class: "soft" }, "Side wagers depend on suits, which a shoe counted by value leaves open: none is valued. Count it by rank and suit.");
  fill(at("wagers").querySelector(".fields"), none, fields);
}

function wagerField(wager, chosen, change) {
  const now = chosen.wagers.find((one) => one.id === wager.id);
  const key = `wagers.${wager.id}`;
  const decks = chosen.counted_decks;
  const goes = (table) => !table.decks.length || table.decks.includes(decks) || (table.decks_from && decks >= table.decks_from);
  const tables = [...new Set(wager.paytables.filter(goes).map((table) => table.name))];
  const offered = el("input", { type: "checkbox", id: `${key}.offered`, disabled: !chosen.faces, onchange: () => change(`${key}.offered`, String(offered.checked)) });
  offered.checked = Boolean(now);
  const paytable = el("select", { id: `${key}.paytable`, "aria-label": `Paytable of ${wager.title}`, onchange: () => change(`${key}.paytable`, paytable.value || null) },
    el("option", { value: "" }, "every paytable"), tables.map((name) => el("option", { value: name }, `paytable ${name}`)));
  paytable.value = now?.paytables.length === 1 && tables.length > 1 ? now.paytables[0] : "";
  const meter = el("input", { type: "text", id: `${key}.meter`, inputmode: "numeric", "aria-label": `Meter of ${wager.title} in dollars`, placeholder: "meter in dollars",
    value: now?.inputs.meter ?? "", onchange: () => change(`${key}.meter`, meter.value.trim() || null) });
  return el("div", { class: "field" },
    el("fieldset", {}, el("label", { for: `${key}.offered` }, offered, ` ${wager.title} `, el("span", { class: "clause" }, wager.clauses.join(", ")))),
    now && tables.length > 1 ? paytable : null,
    now && wager.has_meter ? meter : null,
    error(key), error(`${key}.offered`), error(`${key}.paytable`), error(`${key}.meter`));
}

/** Takes all refusals away. */
export function clear(within = document) {
  for (const place of within.querySelectorAll(".error")) place.textContent = "";
  for (const control of within.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
}

/** Puts a refusal at its control. */
export function refuse({ key, message }) {
  const place = (key && at(errorId(key === "remove" ? "shoe" : key))) || at("error-page");
  place.textContent = message;
  const control = key && at(key);
  if (control?.matches("input, select")) {
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-errormessage", place.id);
  }
  const closed = place.closest("details:not([open])");
  if (closed) closed.open = true;
}
