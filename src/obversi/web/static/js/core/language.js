// Texts, numbers and dates in the reader's language. The English text is the key of a catalogue,
// static/languages/*.json. core/first.js chooses the language and begins to load its catalogue. This
// module waits for it, so every module that imports it can use texts as soon as it runs. Another
// language needs the page to be loaded again.

/** The languages that can be chosen, by their own names. */
export const LANGUAGES = [
  ["en", "English"],
  ["ja", "日本語"],
  ["zh", "简体中文"],
  ["de", "Deutsch"],
  ["fr", "Français"],
];

/** @type {Record<string, string | Record<string, string>>} */
const texts = (await /** @type {any} */ (globalThis).obversiTexts) ?? {};
const language = document.documentElement.lang;
const plurals = new Intl.PluralRules(language);

/**
 * A text with values in it: `t("{name} won by {n}", { name, n })`.
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
export function t(text, values = {}) {
  return filled(translated(text), values);
}

/**
 * A text whose form depends on a number: `tn("{n} game", "{n} games", 3)`.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export function tn(one, many, n, values = {}) {
  const forms = texts[many];
  const english = n === 1 ? one : many;
  const form = typeof forms === "object" ? (forms[plurals.select(n)] ?? forms.other) : english;
  return filled(form, { n: numberText(n), ...values });
}

/**
 * A text of the server in the reader's language; a text without a translation stays unchanged. In the
 * catalogue {1} and {2} stand for its numbers.
 * @param {string} text
 */
export function translated(text) {
  if (typeof texts[text] === "string") return texts[text];
  const [pattern, numbers] = withoutNumbers(text);
  const found = texts[pattern];
  return typeof found === "string" ? filled(found, numbers) : text;
}

/** The language of an element with such a text: English without a translation. */
export function languageOf(text) {
  return text in texts || withoutNumbers(text)[0] in texts ? null : "en";
}

/** @returns {[string, Record<string, string>]} */
function withoutNumbers(text) {
  /** @type {Record<string, string>} */
  const numbers = {};
  let count = 0;
  const pattern = text.replace(/(?<![\w.])([+−]?)(\d+(?:\.\d+)?)(?!\w)/g, (_, sign, number) => {
    count += 1;
    numbers[count] = sign + numberText(Number(number), (number.split(".")[1] ?? "").length);
    return `{${count}}`;
  });
  return [pattern, numbers];
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** A number in the notation of the reader's language, with this number of decimals. */
export function numberText(number, digits = 0) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return number.toLocaleString(language, options);
}

/** Alternatives: "a1, b1 or c1". */
export function listText(parts) {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(parts);
}

/**
 * A date or time in the notation of the reader's language.
 * @param {Date} moment
 * @param {Intl.DateTimeFormatOptions} options
 */
export function dateText(moment, options) {
  return moment.toLocaleString(language, options);
}
