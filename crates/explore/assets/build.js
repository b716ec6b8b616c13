// Elements of the page. Text is always text: nothing that comes from elsewhere is read as HTML.

/** An element with properties (`class`, `on…` listeners, attributes) and children. */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else if (value === true) node.setAttribute(name, "");
    else node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** The element of an id. */
export const at = (id) => document.getElementById(id);

/** Replaces what an element holds; who had the focus keeps it if his element is there again. What is held already stays in its place, so that the browser need not lay it out again. */
export function fill(node, ...children) {
  const focused = node.contains(document.activeElement) ? document.activeElement.id : "";
  const next = children.flat().filter(Boolean);
  const stays = new Set(next);
  for (const child of [...node.childNodes]) if (!stays.has(child)) child.remove();
  next.forEach((child, index) => {
    const there = node.childNodes[index];
    if (there !== child) node.insertBefore(child, there ?? null);
  });
  if (focused && document.activeElement.id !== focused) at(focused)?.focus();
}

/** Elements that are kept from one drawing to the next. The function gives the element of a name, made anew only where it shows something else than before. */
export function keeper() {
  const all = new Map();
  return (name, shows, make) => {
    const before = all.get(name);
    if (before?.shows === shows) return before.node;
    const node = make();
    all.set(name, { shows, node });
    return node;
  };
}

/** A text, and a shorter one for a narrow page. */
export const either = (wide, narrow) => el("span", {}, el("span", { class: "wide" }, wide), el("span", { class: "narrow" }, narrow));

/** A table from a head and rows; a cell is text, an element, or `{ text, number, head, where }`; `where` is `wide` for what a narrow page leaves out. */
export function table(caption, head, rows, properties = {}) {
  const cell = (tag) => (one) => {
    const { text = one, number = false, head: isHead = false, where = "" } = one?.text !== undefined ? one : {};
    return el(isHead ? "th" : tag, { scope: isHead ? "row" : tag === "th" ? "col" : undefined, class: `${number ? "number " : ""}${where}`.trim() || undefined }, text);
  };
  const body = rows.map((row) => el("tr", { class: row.class }, (row.cells ?? row).map(cell("td"))));
  return scroll(caption, el("table", properties, el("caption", {}, caption), el("thead", {}, el("tr", {}, head.map(cell("th")))), el("tbody", {}, body)));
}

/** How far a person scrolled something, by its name. */
const isScrolledTo = new Map();

/** Only what is wider than its place is a region and a stop of the Tab key, from which arrow keys scroll it: tables that are whole would be many stops for nothing. */
const overflow = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const node = target.closest(".scroll");
    const { name } = node.dataset;
    if (node.scrollWidth > node.clientWidth) {
      node.tabIndex = 0;
      node.role = "region";
      node.ariaLabel = name;
    } else {
      ["tabindex", "role", "aria-label"].forEach((one) => node.removeAttribute(one));
    }
    node.scrollLeft = isScrolledTo.get(name) ?? 0;
  }
});

/** What may be wider than its place, and is scrolled within it. It stays as it was scrolled when it is drawn anew. */
export function scroll(name, ...children) {
  const node = el("div", { class: "scroll", "data-name": name, onscroll: () => isScrolledTo.set(name, node.scrollLeft) }, ...children);
  overflow.observe(node);
  overflow.observe(node.firstElementChild);
  return node;
}

/** Whether a person opened or closed something, by its name. */
const isOpened = new Map();

/** Something behind words that open it. It stays as it was left when it is drawn anew. */
export function fold(name, words, properties, ...children) {
  const node = el("details", { ...properties, open: isOpened.get(name) ?? properties.open, ontoggle: () => isOpened.set(name, node.open) },
    el("summary", { id: `fold-${name}` }, words), ...children);
  return node;
}

/** A fraction behind words that open it. */
export function fraction(exact, name, words) {
  return fold(name, words, {}, el("p", { class: "fraction" }, exact.fraction));
}

/** One stop of the Tab key for some buttons: arrow keys, Home and End go from one to the next. */
export function roving(node) {
  const buttons = [...node.querySelectorAll("button")];
  const stop = (at) => buttons.forEach((button, index) => { button.tabIndex = index === at ? 0 : -1; });
  node.addEventListener("focusin", (event) => stop(buttons.indexOf(event.target)));
  node.addEventListener("keydown", (event) => {
    const from = buttons.indexOf(event.target);
    const to = { ArrowRight: from + 1, ArrowDown: from + 1, ArrowLeft: from - 1, ArrowUp: from - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length].focus();
  });
  stop(0);
  return node;
}

export const badge = (isExact) =>
  el("span", { class: isExact ? "badge exact" : "badge float" }, isExact ? "exact" : "float, exact follows");

/** Says of what stands in an element that it is of the choices before. */
export function former(node) {
  for (const one of node.querySelectorAll(".badge")) {
    one.className = "badge former";
    one.textContent = "still of the former choices";
  }
  for (const one of node.querySelectorAll(".kind")) one.textContent = "former";
}

/** What stands where nothing is known yet. */
export const waits = () => el("p", { class: "soft" }, "Being computed.");
