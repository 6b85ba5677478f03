// The dialog to copy and download: the game in several formats, a link, the position and its image.

import { button } from "../core/choice.js";
import { dialog } from "../core/dialog.js";
import { h } from "../core/dom.js";

const ROWS = [
  { format: "transcript", words: "Moves" },
  { format: "ggf", words: "GGF" },
  { format: "board", words: "Position" },
];

const BRANCHED = "The link and SGF have all variations; the other texts have the one that is shown.";

function isBranched({ children }) {
  return children.length > 1 || children.some(isBranched);
}

export function exportDialog({ state, exporter, close }) {
  const { texts, problems, note } = state.export;
  return dialog(
    { title: "Copy and export", close, key: "export", wide: true },
    textRow("Link to this game", exporter.link(), exporter),
    ROWS.map(({ format, words }) =>
      textRow(words, texts[format]?.text.trim(), exporter, {
        file: texts[format],
        problem: problems[format],
      }),
    ),
    h(
      "section",
      { class: "export-row" },
      h("h3", {}, "Image of the position"),
      h(
        "div",
        { class: "buttons" },
        button("Copy image", exporter.copyImage, { disabled: !texts.svg }),
        button("Download PNG", exporter.downloadPng, { disabled: !texts.svg }),
        button("Download SVG", () => exporter.downloadText(texts.svg), { disabled: !texts.svg }),
      ),
    ),
    h(
      "section",
      { class: "export-row" },
      h("h3", {}, "Other files"),
      h(
        "div",
        { class: "buttons" },
        button("Download JSON", () => exporter.downloadText(texts.json), { disabled: !texts.json }),
        button("Download OBF", () => exporter.downloadText(texts.obf), { disabled: !texts.obf }),
        button("Download SGF", () => exporter.downloadText(texts.sgf), { disabled: !texts.sgf }),
      ),
    ),
    isBranched(state.tree) && h("p", { class: "soft small", key: "branched" }, BRANCHED),
    h("p", { class: "export-note", role: "status" }, note),
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
          button("Copy", () => exporter.copy(text, words), {
            disabled: text === undefined,
            label: `Copy: ${words}`,
          }),
          file &&
            button("Download", () => exporter.downloadText(file), { label: `Download: ${words}` }),
        ),
  );
}
