// The page to analyse on: a board for both sides, the engine, and the game as a tree.

import { readGameLink } from "../core/game_link.js";
import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { setPageKeys } from "../core/keys.js";
import { makeStore } from "../core/store.js";
import { actions } from "./actions.js";
import { makeCopying } from "./copying.js";
import { keepAddress } from "./address.js";
import { makeEditor } from "./editor.js";
import { editorBoard, editorPanel } from "./editor_view.js";
import { makeEngine } from "./engine.js";
import { makeExport } from "./export.js";
import { exportDialog } from "./export_dialog.js";
import { makeGame } from "./game.js";
import { pageKeys } from "./keys.js";
import { makeLearn } from "./learn.js";
import { newDialog } from "./menu.js";
import { openDialog, problemList } from "./open_dialog.js";
import { makeOpeningAhead } from "./opening_ahead.js";
import { makePreview } from "./preview.js";
import { makeReading } from "./reading.js";
import { makeReview } from "./review.js";
import { PROBLEM_ID, side } from "./side.js";
import { stage } from "./stage.js";
import { firstState, keepHabits, LOOKING_NOWHERE } from "./state.js";
import { makeTerms } from "./terms.js";
import { showCurrentMove } from "./tree_view.js";

const WIDE = matchMedia("(min-width: 60rem)");
let left = null; // the analysis that somebody went away from

export function open(app) {
  const store = makeStore(firstState());
  const { socket } = app;
  const game = makeGame(store, arrive);
  const engine = makeEngine(store, socket);
  const terms = makeTerms(store);
  const review = makeReview(store, socket, game);
  const learn = makeLearn(store, socket, game, () => engine.follow());
  const preview = makePreview(store);
  const openingAhead = makeOpeningAhead(store);
  const exporter = makeExport(store);
  const reading = makeReading(store, game);
  const copying = makeCopying(store);
  const editor = makeEditor(store, game, () => {
    setPageKeys(keys);
    arrive();
  });
  const act = actions({ store, game, engine, terms, review, learn, exporter, editor });
  const parts = { app, store, socket, game, engine, terms, review, learn, preview, act };
  const keys = pageKeys(parts);
  const address = keepAddress(store, app.setAddress);
  const endings = [app.redraw, keepHabits, address.follow].map(store.listen);
  WIDE.addEventListener("change", app.redraw);
  begin();

  function arrive(next) {
    engine.follow(next);
    terms.follow();
    requestAnimationFrame(showCurrentMove);
  }

  function begin() {
    const asked = readGameLink(location.hash);
    if (left && (asked === null || left.address === location.hash)) {
      store.change(left.state);
      arrive();
      return;
    }
    const wanted = asked ?? { rules: "normal", size: 8, position: "", moves: "" };
    game.load(wanted).catch((error) => reading.readLink(wanted, error));
  }

  function remember(change) {
    store.change(({ board }) => ({ board: { ...board, ...change } }));
    if ("hovered" in change) openingAhead.point(change.hovered);
  }

  function view() {
    const { state } = store;
    const { tree, editor: editing, notice, problem } = state;
    if (tree === null && problem) return problemLine(problem);
    if (tree === null) return h("p", { class: "soft" }, "One moment …");
    const shown = { ...parts, state, remember, isFlat: !WIDE.matches };
    return h(
      "div",
      { class: "analyse" },
      h("h1", { class: "for-readers" }, "Analyse"),
      h(
        "div",
        { class: "table" },
        editing
          ? h("div", { class: "stage" }, editorBoard({ state, editor, remember }))
          : stage(shown),
        h(
          "div",
          { class: "side" },
          notice && noticeCard(notice, () => store.change({ notice: null })),
          problem && problemLine(problem),
          editing ? editorPanel({ state, editor }) : side(shown),
        ),
      ),
      dialogs(state),
    );
  }

  function dialogs(state) {
    // Several games stay, to come back for the next one.
    const close = () =>
      store.change(({ reading: read }) => ({
        dialog: null,
        reading: read?.games.length > 1 ? read : null,
      }));
    if (state.dialog === "open") return openDialog({ state, reading, close });
    if (state.dialog === "export") return exportDialog({ state, exporter, close });
    if (state.dialog !== "new") return null;
    return newDialog({ wish: state.wish, change: act.changeWish, begin: act.beginNew, close });
  }

  return {
    title: "Analyse",
    view,
    keys,
    close() {
      for (const end of endings) end();
      WIDE.removeEventListener("change", app.redraw);
      for (const part of [address, game, engine, review, learn, reading, copying]) part.close();
      store.change({ ...LOOKING_NOWHERE, dialog: null, editor: null, learn: null });
      const { state } = store;
      if (state.tree !== null) left = { address: address.hash(), state };
    },
  };
}

function problemLine(problem) {
  return h("p", { class: "problem", id: PROBLEM_ID, role: "alert", key: "problem" }, problem);
}

function noticeCard({ text, problems }, dismiss) {
  return h(
    "section",
    { class: "card notice", key: "notice", "aria-label": "Notice" },
    h("div", {}, h("p", {}, text), problemList(problems)),
    button("✕", dismiss, { kind: "quiet icon", label: "Dismiss" }),
  );
}
