// The analysis page: a board for both sides, the engine, and the game as a tree.

import { makeGestures } from "../board/gestures.js";
import { TURN_KEY } from "../board/squares.js";
import { makeAutoplay } from "../core/autoplay.js";
import { button } from "../core/choice.js";
import { h, say } from "../core/dom.js";
import { readGameLink } from "../core/game_link.js";
import { setPageKeys } from "../core/keys.js";
import { t } from "../core/language.js";
import { switchSides } from "../core/sides.js";
import { stepKeys } from "../core/steps.js";
import { makeStore } from "../core/store.js";
import { closedPage } from "../play/closed.js";
import { actions } from "./actions.js";
import { makeAnnotate } from "./annotate.js";
import { makeBook } from "./book.js";
import { makeEditor } from "./editor.js";
import { editorBoard, editorPanel } from "./editor_view.js";
import { makeEngine } from "./engine.js";
import { analyseLink, makeExport } from "./export.js";
import { exportDialog } from "./export_dialog.js";
import { makeGame } from "./game.js";
import { gameAt } from "./here.js";
import { makeLearn } from "./learn.js";
import { newDialog } from "./menu.js";
import { openDialog, problemList } from "./open_dialog.js";
import { makePreview } from "./preview.js";
import { makeReading } from "./reading.js";
import { makeReview } from "./review.js";
import { PROBLEM_ID, side } from "./side.js";
import { makeOpeningAhead, stage } from "./stage.js";
import { LOOKING_NOWHERE, firstState, keepHabits } from "./state.js";
import { makeStudy } from "./study.js";
import { isStudyLink } from "./study_link.js";
import { shareDialog, studiesDialog } from "./study_panel.js";
import { makeFeatures } from "./features.js";
import { showCurrentMove } from "./tree_view.js";

const WIDE = matchMedia("(min-width: 60rem)");
let left = null; // the analysis when the page was left

/** Open the page, with the study of this id if there is one in the address. */
export function open(app, [studyId = null] = []) {
  return closedPage(app) ?? openAnalysis(app, studyId);
}

function openAnalysis(app, studyId) {
  const store = makeStore(firstState());
  const { socket } = app;
  const game = makeGame(store, arrive);
  const engine = makeEngine(store, socket);
  const features = makeFeatures(store);
  const book = makeBook(store);
  const review = makeReview(store, socket, game);
  const learn = makeLearn(store, socket, game, () => arrive());
  const preview = makePreview(store);
  const openingAhead = makeOpeningAhead(store);
  const exporter = makeExport(store);
  const reading = makeReading(store, game);
  const copying = makeCopying(store);
  const editor = makeEditor(store, game, () => {
    setPageKeys(keys);
    arrive();
  });
  const annotate = makeAnnotate(store, game);
  const place = () => ({ at: store.state.ply, last: store.state.line.length });
  const autoplay = makeAutoplay({ place, go: game.seek, redraw: app.redraw });
  const gestures = makeGestures({
    step: (direction) => seekBy(store, game, direction),
    draw: annotate.draw,
    isDrawing: () => store.state.drawing.tool !== null,
  });
  const address = keepAddress(store, app.setAddress);
  const study = makeStudy(store, game, address.hash);
  const act = actions({ store, game, engine, features, book, review, learn, exporter, editor, study });
  const parts = {
    ...{ app, store, socket, game, engine, features, book, review, learn, preview, act },
    ...{ annotate, autoplay, gestures, study },
  };
  const keys = pageKeys(parts);
  const endings = [
    ...[app.redraw, keepHabits, address.follow].map(store.listen),
    book.listen(app.redraw),
  ];
  WIDE.addEventListener("change", app.redraw);
  begin();

  function arrive(next) {
    engine.follow(next);
    features.follow();
    book.follow(next);
    requestAnimationFrame(showCurrentMove);
  }

  function begin() {
    if (location.hash === "#studies") queueMicrotask(act.listStudies); // over the page
    if (isStudyLink(location.hash)) {
      study.open(location.hash).catch(game.fail);
      return;
    }
    const link = readGameLink(location.hash);
    const isLeft = studyId ? left?.state.study.id === studyId : link === null || left?.address === location.hash;
    if (left && isLeft) {
      store.change(left.state);
      arrive();
      return;
    }
    if (studyId) {
      study.load(studyId).catch(game.fail);
      return;
    }
    if (!link?.review && study.restore(link)) return;
    const wanted = link ?? { rules: "normal", size: 8, position: "", moves: "" };
    game
      .load(wanted)
      .then(() => link?.review && act.reviewGame())
      .catch((error) => reading.readLink(wanted, error));
  }

  function remember(change) {
    store.change(({ board }) => ({ board: { ...board, ...change } }));
    if ("hovered" in change) openingAhead.point(change.hovered);
  }

  function view() {
    const { state } = store;
    const { tree, editor: editing, notice, problem } = state;
    if (tree === null && problem) return [problemLine(problem), (studyId || isStudyLink(location.hash)) && elsewhere(act, dialogs(state))];
    if (tree === null) return h("p", { class: "soft" }, t("Loading …"));
    const shown = { ...parts, state, remember, isFlat: !WIDE.matches };
    return h(
      "div",
      { class: "analyse" },
      h("h1", { class: "for-readers" }, t("Analyse")),
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
    // A list of several games is kept, so that the next one can be opened.
    const close = () =>
      store.change(({ reading: read }) => ({
        dialog: null,
        reading: read?.games.length > 1 ? read : null,
      }));
    if (state.dialog === "open") return openDialog({ state, reading, close });
    if (state.dialog === "export") return exportDialog({ state, exporter, close });
    if (state.dialog === "share") return shareDialog({ state, exporter, close });
    if (state.dialog === "studies") return studiesDialog({ ...state.erasing, ...act, close });
    if (state.dialog !== "new") return null;
    return newDialog({ setup: state.setup, change: act.changeSetup, begin: act.beginNew, close });
  }

  return {
    get title() {
      return store.state.study.title || t("Analyse");
    },
    view,
    keys,
    close() {
      for (const end of endings) end();
      WIDE.removeEventListener("change", app.redraw);
      const running = [address, game, engine, book, review, learn, reading, copying, annotate, autoplay, study];
      for (const part of running) part.close();
      const drawing = { ...store.state.drawing, tool: null, from: null };
      store.change({ ...LOOKING_NOWHERE, dialog: null, editor: null, learn: null, drawing });
      const { state } = store;
      if (state.tree !== null) left = { address: address.hash(), state };
    },
  };
}

// The actions instead of reading a study that no longer exists.
function elsewhere(act, dialogs) {
  return h(
    "div",
    { class: "buttons analyse", key: "elsewhere" },
    h("a", { class: "button", href: "/analyse#rules=normal" }, t("New analysis")),
    button(t("My studies"), act.listStudies),
    dialogs,
  );
}

// Go one move forward or back, if there is one.
function seekBy({ state }, game, direction) {
  const to = state.ply + direction;
  if (state.tree === null || state.editor || to < 0 || to > state.line.length) return false;
  game.seek(to);
  return true;
}

function problemLine(problem) {
  return h("p", { class: "problem", id: PROBLEM_ID, role: "alert", key: "problem" }, problem);
}

function noticeCard({ text, problems }, dismiss) {
  return h(
    "section",
    { class: "card notice", key: "notice", "aria-label": t("Notice") },
    h("div", {}, h("p", {}, text), problemList(problems)),
    button("✕", dismiss, { kind: "quiet icon", label: t("Dismiss") }),
  );
}

// The address of the page holds the game, so that it can be copied at any time.

const PAUSE = 200; // milliseconds: browsers limit changes of the address

export function keepAddress(store, setAddress) {
  let timer = null;
  function set() {
    timer = null;
    const { id } = store.state.study;
    const address = id ? `/analyse/${id}` : analyseLink(store.state).slice(location.origin.length);
    if (location.pathname.startsWith("/analyse")) setAddress(address);
  }

  return {
    follow(state) {
      if (state.tree !== null && timer === null) timer = setTimeout(set, PAUSE);
    },
    /** The part of the address after "#" for the current game. */
    hash: () => new URL(analyseLink(store.state)).hash,
    close() {
      clearTimeout(timer);
    },
  };
}

// Ctrl+C copies the game, unless something else is selected.

export function makeCopying(store) {
  function onCopy(event) {
    const isElsewhere =
      event.target.closest?.("input, textarea, dialog") || !getSelection().isCollapsed;
    const { tree, line, editor } = store.state;
    if (isElsewhere || tree === null || editor) return;
    const { position, moves } = gameAt(store.state, line);
    const text = [position, moves].filter(Boolean).join(" ");
    if (!text) return;
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
    say(t("Moves copied."));
  }

  document.addEventListener("copy", onCopy);
  return { close: () => document.removeEventListener("copy", onCopy) };
}

// The keys of the page; while the board is edited there are others, in editor.js.

/** `parts` are the parts of the page. */
export function pageKeys({ store, game, engine, review, act, autoplay }) {
  const jump = (grade) => (event) => review.jump(grade, event.shiftKey ? -1 : 1);
  const place = () => ({ at: store.state.ply, last: store.state.line.length });
  return [
    ...stepKeys({ place, go: game.seek }),
    { keys: ["ArrowUp"], words: t("the variation before"), run: () => game.switchVariation(-1) },
    { keys: ["ArrowDown"], words: t("the next variation"), run: () => game.switchVariation(1) },
    { keys: ["t"], words: t("type a move"), run: act.goToTyped },
    { keys: [" "], words: t("play the best move"), run: act.playBest },
    { keys: ["l"], words: t("engine on or off"), run: () => engine.turn(!store.state.engine.on) },
    { keys: ["v"], words: t("values on the board"), run: act.toggleValues },
    { keys: ["z"], words: t("hide engine output"), run: act.toggleHidden },
    { keys: ["a"], words: t("review the game"), run: act.reviewGame },
    { keys: ["b"], words: t("next blunder (with Shift: the one before)"), run: jump("blunder") },
    { keys: ["m"], words: t("next mistake (with Shift: the one before)"), run: jump("mistake") },
    { keys: ["i"], words: t("next inaccuracy (with Shift: the one before)"), run: jump("inaccuracy") },
    { keys: ["s", "u"], words: t("graph of margins or of discs lost"), run: act.toggleGraph },
    { keys: ["x"], words: t("switch to the other rules"), run: () => void game.switchRules() },
    { keys: ["g"], words: t("values for black or for the player who moves"), run: () => say(switchSides()) },
    TURN_KEY,
    { keys: ["w"], words: t("play the moves by themselves"), run: autoplay.turn },
    { keys: ["d"], words: t("write a comment"), run: act.goToComment },
    { keys: ["p"], words: t("make this variation the main line"), run: game.promote },
    { keys: ["Delete"], words: t("delete this move and what follows"), run: game.remove },
    { keys: ["n"], words: t("new board"), run: act.askNew },
    { keys: ["o"], words: t("open or paste a game"), run: act.openGame },
    { keys: ["c"], words: t("copy and export"), run: () => void act.exportGame() },
    { keys: ["e"], words: t("edit the board"), run: act.edit },
  ];
}
