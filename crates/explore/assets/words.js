// Words for cards, in the order of the charts.

/** Card values as a chart has its up cards. */
export const VALUES = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"];

export const byValue = (a, b) => VALUES.indexOf(a) - VALUES.indexOf(b);

/** One of a list: `2, 3 or 4`. */
export const or = (list) => (list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} or ${list.at(-1)}`);

/** What a signal tells of the hole card, by the values that it leaves: those, or the few that it excludes. */
export function hole(left) {
  const excluded = VALUES.filter((value) => !left.includes(value));
  return excluded.length > 0 && excluded.length < 3 ? `not ${or(excluded)}` : or(left.toSorted(byValue));
}
