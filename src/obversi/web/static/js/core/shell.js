// Parts of the frame around all pages: settings, keyboard shortcuts, the lost connection, style sheets.

import { drawing } from "../board/drawing.js";
import { squaresOf } from "../board/squares.js";
import { choice, field, tick } from "./choice.js";
import { dialog } from "./dialog.js";
import { h, say } from "./dom.js";
import { allKeys, keyName } from "./keys.js";
import { LANGUAGES, t } from "./language.js";
import { cleanName, settings } from "./settings.js";
import { SIDES } from "./sides.js";
import { isServerless } from "./site.js";

const THEMES = [
  ["system", t("System")],
  ["light", t("Light")],
  ["dark", t("Dark")],
];

const BOARDS = [
  ["green", t("Green")],
  ["blue", t("Blue")],
  ["wood", t("Wood")],
  ["grey", t("Grey")],
];

const DISCS = [
  ["classic", t("Black, white")],
  ["amber", t("Navy, amber")],
  ["ringed", t("Ringed")],
];

/** The dialog; `renamed()` is called when the name changes. */
export function settingsDialog({ renamed, close }) {
  const { name, theme, board, discs, margins, dots, preview, motion, sound, turned, shortcuts, engine } =
    settings.state;
  return dialog(
    { title: t("Settings"), close },
    field(
      t("Your name"),
      h("input", {
        type: "text",
        maxlength: 40,
        set: { value: name },
        on: {
          change: (event) => {
            settings.change({ name: cleanName(event.currentTarget.value) });
            renamed();
          },
        },
      }),
    ),
    languageField(),
    choice({
      legend: t("Theme"),
      name: "theme",
      value: theme,
      options: THEMES,
      change: (value) => settings.change({ theme: value }),
    }),
    h(
      "div",
      { class: "board-looks" },
      h(
        "div",
        {},
        choice({
          legend: t("Board"),
          name: "board",
          value: board,
          options: BOARDS,
          change: (value) => settings.change({ board: value }),
        }),
        choice({
          legend: t("Discs"),
          name: "discs",
          value: discs,
          options: DISCS,
          change: (value) => settings.change({ discs: value }),
        }),
      ),
      boardPreview(dots),
    ),
    choice({
      legend: t("Values are for"),
      name: "margins",
      value: margins,
      options: SIDES,
      change: (value) => settings.change({ margins: value }),
    }),
    tick(t("Show legal moves"), dots, (value) => settings.change({ dots: value })),
    tick(t("Preview flipped discs"), preview, (value) => settings.change({ preview: value })),
    tick(t("Animate discs"), motion, (value) => settings.change({ motion: value })),
    tick(t("Sound of discs"), sound, (value) => settings.change({ sound: value })),
    tick(t("Flip board"), turned, (value) => settings.change({ turned: value })),
    tick(t("Single-key shortcuts"), shortcuts, (value) => settings.change({ shortcuts: value })),
    !isServerless && tick(t("Analyse on this device"), engine === "device", (value) =>
      settings.change({ engine: value ? "device" : "server" }),
    ),
  );
}

function languageField() {
  return field(
    t("Language"),
    h(
      "select",
      {
        set: { value: settings.state.language },
        on: {
          change: (event) => {
            settings.change({ language: event.currentTarget.value });
            location.reload(); // the texts are chosen when modules are loaded
          },
        },
      },
      h("option", { value: "" }, t("As in the browser")),
      LANGUAGES.map(([language, name]) => h("option", { value: language, lang: language }, name)),
    ),
  );
}

// A small board that shows the settings.
function boardPreview(dots) {
  const node = {
    ...{ board: "-----OX--XO-----", turn: "black", move: null, flips: [], ply: 0 },
    legal: ["b1", "a2", "d3", "c4"].map((move) => ({ move, flips: [] })),
  };
  return h(
    "div",
    { class: "board size-4", role: "img", "aria-label": t("Preview of the board") },
    drawing({ node, size: 4, squares: squaresOf(4), looks: { dots, moving: false } }),
  );
}

// The list of keyboard shortcuts, under "?".

export function keyList(close) {
  return dialog(
    { title: t("Keyboard shortcuts"), close },
    h(
      "dl",
      { class: "keys" },
      allKeys().map(({ keys, words }) => [
        h("dt", {}, keys.map((key) => [h("kbd", {}, keyName(key)), " "])),
        h("dd", {}, words),
      ]),
    ),
    h(
      "p",
      { class: "soft" },
      t("On the board: arrow keys move the focus, Enter or Space plays."),
    ),
  );
}

// The banner of a lost connection, shown after a moment.

// Milliseconds until it is shown.
const MOMENT = 600;

/** Watch a connection; `redraw()` is called when the banner changes. */
export function makeLostBanner(link, redraw) {
  let isShown = false;
  let timer = null;

  function show(now) {
    timer = null;
    isShown = now;
    redraw();
  }

  link.listen(({ state }) => {
    if (state === "lost" && !isShown) timer ??= setTimeout(() => show(true), MOMENT);
    if (state !== "open") return;
    clearTimeout(timer);
    if (isShown) say(t("Reconnected."));
    show(false);
  });

  return () =>
    isShown &&
    h(
      "div",
      { class: "banner", key: "banner", role: "alert" },
      t("Connection lost. Reconnecting … Your games are saved."),
      " ",
      h("a", { href: "/study/offline" }, t("What works now")),
    );
}

// The styles of a page are loaded with it, so that the first page need not wait for those of others.

const MORE = {
  analyse: ["analyse_side", "analyse_review", "analyse_dialogs", "analyse_notes", "explorer"],
  study: ["explorer", "search_tree"],
};

const loaded = new Map(); // by the name of the sheet

/** Resolve once the styles of a page are loaded. */
export function stylesOf(page) {
  return Promise.all([page, ...(MORE[page] ?? [])].map(sheet));
}

function sheet(name) {
  if (!loaded.has(name)) loaded.set(name, load(name));
  return loaded.get(name);
}

function load(name) {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = `/static/css/${name}.css`;
    link.onload = resolve;
    // A page without its styles is better than no page; the next page tries again.
    link.onerror = () => {
      link.remove();
      loaded.delete(name);
      resolve();
    };
    document.head.append(link);
  });
}
