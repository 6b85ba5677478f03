// The dialog to copy and download: the game in several formats, a link, the position and its image.

import { button } from "../core/choice.js";
import { dialog } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { hasNotes } from "./notes.js";

const ROWS = [
  { format: "transcript", words: t("Moves") },
  { format: "ggf", words: "GGF" },
  { format: "board", words: t("Position") },
];

const BRANCHED = t("The link, SGF and GGF have all variations; the other texts have the one that is shown.");
const NOTED = t("SGF and GGF have the comments and drawings. To share them by a link, save the analysis as a study.");

function isBranched({ children }) {
  return children.length > 1 || children.some(isBranched);
}

export function exportDialog({ state, exporter, close }) {
  const { texts, problems, note } = state.export;
  return dialog(
    { title: t("Copy and export"), close, key: "export", wide: true },
    textRow(t("Link to this game"), exporter.link(), exporter),
    ROWS.map(({ format, words }) =>
      textRow(words, texts[format]?.text.trim(), exporter, {
        file: texts[format],
        problem: problems[format],
      }),
    ),
    h(
      "section",
      { class: "export-row" },
      h("h3", {}, t("Image of the position")),
      h(
        "div",
        { class: "buttons" },
        button(t("Copy image"), exporter.copyImage, { disabled: !texts.svg }),
        button(t("Download PNG"), exporter.downloadPng, { disabled: !texts.svg }),
        button(t("Download SVG"), () => exporter.downloadText(texts.svg), { disabled: !texts.svg }),
      ),
    ),
    h(
      "section",
      { class: "export-row" },
      h("h3", {}, t("Other files")),
      h(
        "div",
        { class: "buttons" },
        button(t("Download JSON"), () => exporter.downloadText(texts.json), { disabled: !texts.json }),
        button(t("Download OBF"), () => exporter.downloadText(texts.obf), { disabled: !texts.obf }),
        button(t("Download SGF"), () => exporter.downloadText(texts.sgf), { disabled: !texts.sgf }),
      ),
    ),
    problems.sgf && h("p", { class: "problem", key: "sgf" }, `SGF: ${problems.sgf}`),
    isBranched(state.tree) && h("p", { class: "soft small", key: "branched" }, BRANCHED),
    hasNotes(state.tree) && h("p", { class: "soft small", key: "noted" }, NOTED),
    lossWords(texts),
    h("p", { class: "export-note", role: "status" }, note),
  );
}

// The losses of a format; the server's texts are English.
function lossWords({ sgf, ggf }) {
  const rows = [
    ["SGF", sgf],
    ["GGF", ggf],
  ].filter(([, file]) => file?.warnings?.length > 0);
  if (rows.length === 0) return null;
  return h(
    "ul",
    { class: "read-problems", key: "losses", "aria-label": t("Warnings") },
    rows.map(([name, { warnings }]) => h("li", { key: name }, `${name}: ${warnings.join("; ")}`)),
  );
}

/**
 * @param {string} words
 * @param {string | undefined} text
 * @param {any} exporter
 * @param {{file?: any, problem?: string}} [options]
 */
function textRow(words, text, exporter, { file, problem } = {}) {
  const id = `export-${words.toLowerCase().replaceAll(" ", "-")}`;
  return h(
    "section",
    { class: "export-row", key: words },
    h("label", { for: id }, words),
    problem
      ? h("p", { class: "problem" }, problem)
      : h(
          "div",
          { class: "export-text" },
          h("input", {
            id,
            type: "text",
            class: "numbers",
            readonly: true,
            set: { value: text ?? "…" },
            on: { focus: (event) => event.currentTarget.select() },
          }),
          button(t("Copy"), () => exporter.copy(text, words), {
            disabled: text === undefined,
            label: t("Copy: {what}", { what: words }),
          }),
          file &&
            button(t("Download"), () => exporter.downloadText(file), { label: t("Download: {what}", { what: words }) }),
        ),
  );
}
