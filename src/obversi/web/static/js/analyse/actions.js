// The actions of the page, by buttons or keys.

import { focusTypedMove } from "../board/typed_move.js";
import { say } from "../core/dom.js";
import { t } from "../core/language.js";
import { isServerless } from "../core/site.js";
import { nodeHere, pathOf, reportAt } from "./here.js";
import { studyOf } from "./notes.js";
import { LOOKING_NOWHERE } from "./state.js";
import { studyLink } from "./study_link.js";
import { showCurrentMove } from "./tree_view.js";

export function actions({ store, game, engine, features, book, review, learn, exporter, editor, study }) {
  const act = {
    askNew: () => store.change(({ rules, size }) => ({ dialog: "new", setup: { rules, size } })),
    changeSetup: (change) => store.change(({ setup }) => ({ setup: { ...setup, ...change } })),
    async beginNew() {
      try {
        await game.load(store.state.setup);
        store.change({ dialog: null });
      } catch (error) {
        game.fail(error);
      }
    },
    openGame: () => store.change({ dialog: "open" }),
    exportGame: exporter.open,
    edit: editor.open,
    playBest() {
      const best = reportAt(store.state, pathOf(store.state))?.lines[0];
      if (best && !store.state.hidden && !store.state.learn) game.play(best.move);
    },
    goToTyped() {
      act.chooseTab("moves");
      requestAnimationFrame(() => requestAnimationFrame(focusTypedMove)); // it may have to be drawn
    },
    playTyped(move) {
      const { state } = store;
      const isQuestionOpen = state.learn !== null && state.learn.state !== "solved";
      store.change({ problem: "" });
      if (!nodeHere(state).legal.some((one) => one.move === move)) {
        game.fail(new Error(t("{move} cannot be played here.", { move })));
      } else if (isQuestionOpen) learn.attempt(move);
      else game.play(move);
    },
    toggleValues() {
      const values = !store.state.values;
      store.change({ values });
      say(values ? t("Values shown on the board.") : t("Values hidden on the board."));
    },
    toggleHidden() {
      const hidden = !store.state.hidden;
      store.change({ hidden, ...LOOKING_NOWHERE });
      say(hidden ? t("Engine output is hidden.") : t("Engine output is shown."));
      engine.follow();
      features.follow();
      book.follow();
    },
    reviewGame() {
      store.change({ tab: "review", hidden: false });
      review.begin();
    },
    goToComment() {
      act.chooseTab("notes");
      const focus = () => /** @type {HTMLElement} */ (document.querySelector(".notes textarea"))?.focus();
      requestAnimationFrame(() => requestAnimationFrame(focus)); // it may have to be drawn
    },
    async shareStudy() {
      store.change({ dialog: "share", export: { texts: {}, problems: {}, note: "" }, shared: "" });
      const { id } = store.state.study;
      const link = isServerless ? `/analyse${await studyLink(studyOf(store.state))}` : `/analyse/${id}`;
      store.change({ shared: location.origin + link });
    },
    listStudies: () => store.change({ dialog: "studies", erasing: { confirming: null, problem: "" } }),
    ask: (id) => store.change({ erasing: { confirming: id, problem: "" } }),
    async erase(one) {
      try {
        await study.erase(one);
        store.change({ erasing: { confirming: null, problem: "" } });
        say(t("{title} deleted.", { title: one.title }));
      } catch (error) {
        store.change({ erasing: { confirming: null, problem: error.message } });
      }
    },
    toggleGraph: () =>
      store.change(({ graph }) => ({ graph: graph === "loss" ? "margin" : "loss" })),
    chooseTab(tab) {
      store.change({ tab });
      features.follow();
      requestAnimationFrame(showCurrentMove);
    },
  };
  return act;
}
