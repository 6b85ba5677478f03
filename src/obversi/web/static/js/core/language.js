// Texts in the reader's language. The English text is the key of a catalogue.

/**
 * A text with values in it: `t("{name} won by {n}", { name, n })`.
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
export function t(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * A text whose form depends on a number: `tn("{n} game", "{n} games", 3)`.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export function tn(one, many, n, values = {}) {
  return t(n === 1 ? one : many, { n, ...values });
}
