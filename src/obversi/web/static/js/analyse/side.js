// What stands beside the board: all at once where there is room, and in tabs where there is not.

import { typedMove } from "../board/typed_move.js";
import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { enginePanel } from "./engine_panel.js";
import { graph, graphWords } from "./graph.js";
import { pathOf } from "./here.js";
import { learnPanel } from "./learn_panel.js";
import { menu } from "./menu.js";
import { playersLine } from "./players_line.js";
import { mistakeLine, reviewPanel } from "./review_panel.js";
import { tabs } from "./tabs.js";
import { termsPanel } from "./terms_panel.js";
import { isMain } from "./tree.js";
import { treeView } from "./tree_view.js";

/** Where the page tells why something could not be done. */
export const PROBLEM_ID = "analyse-problem";

export function side(parts) {
  const { state, isFlat, act } = parts;
  const mistake = mistakeLine(parts);
  // The terms need the room.
  const showGraph = !isFlat && !state.learn && !state.hidden && state.tab !== "terms";
  const all = [
    { name: "moves", words: "Moves", view: () => movesPart(parts) },
    isFlat && { name: "engine", words: "Engine", view: () => enginePart(parts) },
    {
      name: "review",
      words: "Review",
      view: () => [isFlat && !state.learn && graphPart(parts), reviewPart(parts)],
    },
    { name: "terms", words: "Terms", view: () => termsPanel(parts) },
    isFlat && { name: "game", words: "Game", view: () => menu(parts) },
  ].filter(Boolean);
  return [
    state.learn && learnPanel(parts),
    !isFlat && !state.learn && h("section", { class: "card", key: "engine" }, enginePart(parts)),
    mistake,
    tabs({ label: "Analysis", tabs: all, chosen: state.tab, choose: act.chooseTab }),
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

function reviewPart({ state, review, learn, store, act }) {
  const setPatience = (patience) => store.change({ patience });
  return reviewPanel({ state, review, learn, setPatience, show: act.toggleHidden });
}

function graphPart({ state, game, store, act }) {
  if (state.hidden) return null;
  const isLoss = state.graph === "loss";
  return [
    h(
      "div",
      { class: "graph-head" },
      h("p", { class: "small numbers graph-words" }, graphWords(state)),
      button(isLoss ? "Margin" : "Discs lost", act.toggleGraph, {
        kind: "quiet small",
        hint: "S",
        label: isLoss ? "Graph of the margin" : "Graph of the discs lost",
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
    !isMain(state.tree, path) && button("Put first", game.promote, { kind: "small", hint: "P" }),
    button("Delete from here", game.remove, { kind: "quiet small", hint: "Del" }),
  );
}
