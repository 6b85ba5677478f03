// Numbers in the same notation as in the server's English texts of a search tree.

const WIN_POINTS = 1e6; // for each disc of the margin of a finished game

/** A number with these decimals; a tie is rounded to the even digit. */
export function fixed(number, decimals) {
  const scale = 10 ** decimals;
  const isTie = Math.abs(number * 2 ** (decimals + 1)) % 2 === 1;
  if (!isTie) return number.toFixed(decimals);
  const below = Math.floor(number * scale);
  return ((below % 2 === 0 ? below : below + 1) / scale).toFixed(decimals);
}

/** A number with at most four figures; whole numbers are complete. */
export function figures(number) {
  if (Number.isInteger(number)) return String(number);
  const size = Math.abs(number);
  if (size >= 1000) return fixed(number, 0);
  if (size >= 1e-4) return String(Number(fixed(number, 3 - Math.floor(Math.log10(size)))));
  const [digits, power] = number.toExponential(3).split("e-");
  return `${Number(digits)}e-${power.padStart(2, "0")}`;
}

/** A whole number with commas. */
export const grouped = (number) => number.toLocaleString("en-US");

/** A number of things. */
export const countText = (number, what) => `${grouped(number)} ${what}${number === 1 ? "" : "s"}`;

/** A share in percent. */
export const percent = (part) => `${fixed(100 * part, 0)}%`;

/** A value with its sign; `hasMargins` says whether finished games are worth points for their margin. */
export function valueText(value, hasMargins) {
  if (!Number.isFinite(value)) return value > 0 ? "+∞" : "−∞";
  const margin = value / WIN_POINTS;
  if (hasMargins && Number.isInteger(margin) && margin !== 0) {
    return `${margin > 0 ? "win" : "loss"} by ${Math.abs(margin)}`;
  }
  const text = figures(Math.abs(value));
  return text === "0" ? text : `${value > 0 ? "+" : "−"}${text}`;
}
