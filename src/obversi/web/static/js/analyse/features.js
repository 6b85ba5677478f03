// The features of an evaluation of the reports in the shown position.

import { get, post } from "../core/api.js";
import { gameAt, keyOf, pathOf } from "./here.js";

export function makeFeatures(store) {
  let requested = null; // the position and the evaluation of the last request

  function change(difference) {
    store.change((state) => ({ features: { ...state.features, ...difference } }));
  }

  /** Load the features of the current position, if their tab is open. */
  async function follow() {
    const { tab, features, tree, editor, hidden } = store.state;
    const isSeen = tab === "features" || features.onBoard;
    if (!isSeen || tree === null || editor !== null || hidden) return;
    try {
      const { evaluations } = features.evaluations ? features : await get("/api/evaluations");
      const chosen = store.state.features.chosen || evaluations[0]?.name;
      if (!store.state.features.evaluations) change({ evaluations, chosen });
      await explain(chosen, gameAt(store.state, pathOf(store.state)));
    } catch (error) {
      change({ problem: error.message });
    }
  }

  async function explain(evaluation, game) {
    const own = `${evaluation} ${keyOf(game)}`;
    if (own === requested) return;
    requested = own;
    try {
      const answer = await post("/api/explain", { ...game, evaluations: [evaluation] });
      if (own !== requested) return;
      const found = { key: keyOf(game), turn: answer.turn, ...answer.evaluations[0] };
      change({ found, problem: "" });
    } catch (error) {
      if (own !== requested) return;
      requested = null;
      throw error;
    }
  }

  return {
    follow,
    choose(chosen) {
      change({ chosen });
      follow();
    },
    putOnBoard(onBoard) {
      change({ onBoard });
      follow();
    },
  };
}

/** The features of the shown position, or null while they are loading. */
export function shownFeatures(state) {
  const { found } = state.features;
  return found?.key === keyOf(gameAt(state, pathOf(state))) ? found : null;
}
