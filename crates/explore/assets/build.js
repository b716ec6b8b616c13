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

/** Replaces what an element holds; who had the focus keeps it if his element is there again. */
export function fill(node, ...children) {
  const focused = node.contains(document.activeElement) ? document.activeElement.id : "";
  node.replaceChildren(...children.flat().filter(Boolean));
  if (focused) at(focused)?.focus();
}

/** A table from a head and rows; a cell is text, an element, or `{ text, number, head }`. */
export function table(caption, head, rows, properties = {}) {
  const cell = (tag) => (one) => {
    const { text = one, number = false, head: isHead = false } = one?.text !== undefined ? one : {};
    return el(isHead ? "th" : tag, { scope: isHead ? "row" : tag === "th" ? "col" : undefined, class: number ? "number" : undefined }, text);
  };
  const body = rows.map((row) => el("tr", { class: row.class }, (row.cells ?? row).map(cell("td"))));
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    el("table", properties, el("caption", {}, caption), el("thead", {}, el("tr", {}, head.map(cell("th")))), el("tbody", {}, body)));
}

/** A fraction behind a button that opens it. */
export function fraction(exact, words = "As a fraction") {
  return el("details", {}, el("summary", {}, words), el("p", { class: "fraction" }, exact.fraction));
}

export const badge = (isExact) =>
  el("span", { class: isExact ? "badge exact" : "badge float" }, isExact ? "exact" : "float, exact follows");
