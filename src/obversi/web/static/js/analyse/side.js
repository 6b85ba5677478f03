// The panels beside the board: all at once on wide screens, in tabs on narrow ones.

import { typedMove } from "../board/typed_move.js";
import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { colorWord } from "../core/words.js";
import { explorerPanel } from "../explorer/panel.js";
import { enginePanel, hiddenWords } from "./engine_panel.js";
import { graph, graphWords } from "./graph.js";
import { nodeHere, pathOf } from "./here.js";
import { learnPanel } from "./learn.js";
import { menu } from "./menu.js";
import { commentHere, notesPanel } from "./notes_panel.js";
import { mistakeLine, reviewPanel } from "./review_panel.js";
import { featuresPanel } from "./features_panel.js";
import { isMain } from "./tree.js";
import { treeView } from "./tree_view.js";

const TAG_NOTE = t("On the board, the values in light boxes are those of the book.");

/** The element with the error text. */
export const PROBLEM_ID = "analyse-problem";

export function side(parts) {
  const { state, isFlat, act } = parts;
  const mistake = mistakeLine(parts);
  const needsSpace = ["explorer", "features", "notes"].includes(state.tab);
  const showGraph = !isFlat && !state.learn && !state.hidden && !needsSpace;
  const all = [
    { name: "moves", words: t("Moves"), view: () => movesPart(parts) },
    { name: "notes", words: t("Notes"), view: () => notesPanel(parts) },
    isFlat && { name: "engine", words: t("Engine"), view: () => enginePart(parts) },
    { name: "explorer", words: t("Explorer"), view: () => explorerPart(parts) },
    {
      name: "review",
      words: t("Review"),
      view: () => [isFlat && !state.learn && graphPart(parts), reviewPart(parts)],
    },
    { name: "features", words: t("Features"), view: () => featuresPanel(parts) },
    isFlat && { name: "game", words: t("Game"), view: () => menu(parts) },
  ].filter(Boolean);
  return [
    state.learn && learnPanel(parts),
    !isFlat && !state.learn && h("section", { class: "card", key: "engine" }, enginePart(parts)),
    mistake,
    !state.learn && state.tab !== "notes" && commentHere(parts),
    tabs({ label: t("Analysis"), tabs: all, chosen: state.tab, choose: act.chooseTab }),
    showGraph && h("section", { class: "card graph-card", key: "graph" }, graphPart(parts)),
  ];
}

function movesPart(parts) {
  const { names, problem } = parts.state;
  return [
    playersLine(names),
    treeView(parts),
    variationButtons(parts),
    typedMove({ play: parts.act.playTyped, problemId: problem ? PROBLEM_ID : null }),
  ];
}

function enginePart({ state, engine, game, preview, socket, act }) {
  return enginePanel({ state, engine, game, preview, socket, turnHidden: act.toggleHidden });
}

function explorerPart({ state, store, book, game, preview, remember, act }) {
  if (state.hidden) return hiddenWords(act.toggleHidden);
  if (state.learn) return h("p", { class: "soft" }, t("Hidden while you look for a better move."));
  const panel = explorerPanel({
    node: nodeHere(state),
    answer: book.here(),
    error: book.error,
    again: book.again,
    play: game.play,
    point(move) {
      if (store.state.explorerMove === move) return;
      store.change({ explorerMove: move });
      remember({ hovered: move });
    },
    path: pathOf(state),
    enter: game.enter,
    preview,
  });
  return [panel, state.values && h("p", { class: "soft small" }, TAG_NOTE)];
}

function reviewPart({ state, review, learn, game, store, act }) {
  const setReviewSeconds = (reviewSeconds) => store.change({ reviewSeconds });
  return reviewPanel({ state, review, learn, game, setReviewSeconds, show: act.toggleHidden });
}

function graphPart({ state, game, store, act }) {
  if (state.hidden) return null;
  const isLoss = state.graph === "loss";
  return [
    h(
      "div",
      { class: "graph-head" },
      h("p", { class: "small numbers graph-words" }, graphWords(state)),
      button(isLoss ? t("Margin") : t("Discs lost"), act.toggleGraph, {
        kind: "quiet small",
        hint: "S",
        label: isLoss ? t("Graph of the margin") : t("Graph of the discs lost"),
      }),
    ),
    graph({
      state,
      seek: game.go,
      point: (pointed) => store.change({ pointed }),
      measure: (graphWidth) => store.change({ graphWidth }),
    }),
  ];
}

function variationButtons({ state, game }) {
  const path = pathOf(state);
  if (path.length === 0) return null;
  return h(
    "div",
    { class: "buttons variation-buttons", key: "variation" },
    !isMain(state.tree, path) && button(t("Make main line"), game.promote, { kind: "small", hint: "P" }),
    button(t("Delete from here"), game.remove, { kind: "quiet small", hint: "Delete" }),
  );
}

// The players of the game, if they are known.

export function playersLine({ black, white }) {
  if (!black && !white) return null;
  return h(
    "p",
    { class: "players-line", key: "players" },
    player("black", black),
    h("span", { class: "soft" }, "–"),
    player("white", white),
  );
}

function player(color, name) {
  return h(
    "span",
    { title: name || null },
    h("span", { class: `chip ${color}`, role: "img", "aria-label": colorWord(color) }),
    ` ${name || "?"}`,
  );
}

// Tabs: one panel of several, chosen by pressing or by arrows.

/** `tabs` are {name, words, view}; `choose(name)` opens one. */
export function tabs({ label, tabs: all, chosen, choose }) {
  const open = all.find(({ name }) => name === chosen) ?? all[0];
  function move(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const place = all.indexOf(open);
    const ends = { Home: 0, End: all.length - 1 }[event.key];
    const to = ends ?? (step ? (place + step + all.length) % all.length : null);
    if (to === null) return;
    event.preventDefault();
    choose(all[to].name);
    event.currentTarget.querySelector(`#tab-${all[to].name}`).focus();
  }
  return h(
    "section",
    { class: "card tabs", key: "tabs" },
    h(
      "div",
      { role: "tablist", class: "tab-list", "aria-label": label, on: { keydown: move } },
      all.map(({ name, words }) =>
        h(
          "button",
          {
            type: "button",
            key: name,
            id: `tab-${name}`,
            role: "tab",
            "aria-selected": String(name === open.name),
            "aria-controls": "tab-panel",
            tabindex: name === open.name ? 0 : -1,
            on: {
              click: (event) => {
                choose(name);
                // After a click the arrow keys are those of the page, not of the tabs.
                if (event.detail > 0) event.currentTarget.blur();
              },
            },
          },
          words,
        ),
      ),
    ),
    h(
      "div",
      {
        role: "tabpanel",
        id: "tab-panel",
        key: `panel ${open.name}`,
        class: `tab-panel ${open.name === "moves" ? "moves-scroll" : ""}`,
        "aria-labelledby": `tab-${open.name}`,
        tabindex: 0,
      },
      open.view(),
    ),
  );
}
