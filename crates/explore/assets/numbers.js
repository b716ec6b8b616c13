// Fractions as they come from the library, `n/d`, computed with whole numbers: what is shown is rounded from the fraction.

/** The fraction of a text. */
export function read(fraction) {
  const [numerator, denominator = "1"] = fraction.split("/");
  return { n: BigInt(numerator), d: BigInt(denominator) };
}

export const minus = (a, b) => ({ n: a.n * b.d - b.n * a.d, d: a.d * b.d });
export const isZero = (a) => a.n === 0n;
export const isLess = (a, b) => minus(a, b).n < 0n;

/** Rounded to so many places, half away from zero. */
export function decimal({ n, d }, places) {
  const scale = 10n ** BigInt(places);
  const isNegative = n < 0n;
  const size = isNegative ? -n : n;
  const rounded = (2n * size * scale + d) / (2n * d);
  const digits = rounded.toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const text = places ? `${whole}.${digits.slice(digits.length - places)}` : whole;
  return isNegative && rounded !== 0n ? `−${text}` : text;
}

/** An amount with every digit that it has: none after the point, or two at least. One that does not end is a fraction. */
export function amount(a) {
  if (a.n % a.d === 0n) return decimal(a, 0);
  const ends = [2, 3, 4, 5, 6, 7, 8, 9].find((places) => (a.n * 10n ** BigInt(places)) % a.d === 0n);
  return ends ? decimal(a, ends) : `${a.n}/${a.d}`;
}

export const signOf = ({ n }) => (n > 0n ? 1 : n < 0n ? -1 : 0);

/** In per cent. */
export const percent = (a, places) => `${decimal({ n: a.n * 100n, d: a.d }, places)}%`;

/** A probability in per cent; one that rounds to nothing and is something is said to be less than the last place. */
export function chance(a, places) {
  const text = percent(a, places);
  return a.n > 0n && !/[1-9]/.test(text) ? `< ${text.replace(/0%$/, "1%")}` : text;
}

/** A difference of two percentages, in percentage points with its sign. */
export function points(a) {
  const text = decimal({ n: a.n * 100n, d: a.d }, 4);
  return text.startsWith("−") || a.n === 0n ? text : `+${text}`;
}

/** A float in per cent. */
export const floatPercent = (value, places) => `${value.toFixed(places).replace("-", "−")}%`;
