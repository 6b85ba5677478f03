// The analysed game: the shown place in its tree, and new variations. The server knows the legal moves
// and their positions.

import { line as lineOf, post } from "../core/api.js";
import { say } from "../core/dom.js";
import { t } from "../core/language.js";
import { gameAt, nodeAt, pathOf } from "./here.js";
import { keptReview } from "./review.js";
import { spoken, treeOf } from "./notes.js";
import { FRESH_GAME, LOOKING_NOWHERE, NO_STUDY, remembered } from "./state.js";
import * as trees from "./tree.js";
import { readTreeText } from "./tree.js";

const LONGEST_NAME = 100;

/** `arrive(game)` is called as soon as the next shown position is known. */
export function makeGame(store, arrive) {
  let journey = 0; // a late reply must not change the position

  function fail(error) {
    store.change({ problem: error.message });
  }

  /** Show another game: {rules, size, position, moves, ply, tree or lines, black, white}. */
  async function load(game) {
    const own = (journey += 1);
    const { rules, size, position = "", moves = "" } = game;
    const answer = await lineOf({ rules, size, position, moves });
    if (own !== journey) return;
    const line = answer.nodes.slice(1).map(({ move }) => move);
    const others = game.lines ?? readTreeText(game.tree ?? "");
    const ply = Math.min(game.ply ?? line.length, line.length);
    store.change({
      ...FRESH_GAME,
      ...{ rules, size, position, line, ply },
      tree: trees.makeTree(answer.nodes),
      names: { black: nameOf(game.black), white: nameOf(game.white) },
      reviews: reviewsOf({ size, position }, [gameAt(game, line).moves, ...others]),
    });
    say(answer.nodes[ply].text);
    arrive(gameAt(store.state, line.slice(0, ply)));
    if (others.length > 0) await addLines(others, answer.nodes[0]);
  }

  /** Show a study that the server does not have, or has in another version; it returns the positions. */
  async function loadStudy(study, about = NO_STUDY, ply = 0) {
    const own = (journey += 1);
    const answer = await post("/api/studies/positions", { study });
    if (own === journey) showStudy(answer, about, ply);
  }

  /** Show a study with its positions; `about` is the `study` of the state. */
  function showStudy({ study, positions }, about, ply = 0) {
    journey += 1;
    const { rules, size, position, black, white } = study;
    const tree = treeOf(study, positions);
    const line = trees.mainLine(tree);
    const at = Math.min(ply, line.length);
    store.change({
      ...FRESH_GAME,
      ...{ rules, size, position, tree, line, ply: at, study: about },
      names: { black, white },
    });
    say(spoken(tree, line.slice(0, at)));
    arrive(gameAt(store.state, line.slice(0, at)));
  }

  /** Go back to an earlier tree. */
  function restore({ tree, line, ply }) {
    journey += 1;
    store.change({ tree, line, ply, ...LOOKING_NOWHERE, problem: "" });
    arrive(gameAt(store.state, line.slice(0, ply)));
  }

  /** Add the variations of a game to the shown line, in their order. */
  async function addLines(lines, root) {
    const { state } = store;
    const requests = lines.map((moves) => lineOf({ ...gameAt(state, []), moves }, 1));
    const answers = await Promise.allSettled(requests);
    if (store.state.tree.node !== root || store.state.rules !== state.rules) return;
    const found = answers.flatMap((one) => (one.status === "fulfilled" ? [one.value.nodes] : []));
    store.change(({ tree }) => ({
      tree: trees.joined(
        found.reduce((grown, nodes) => trees.withLine(grown, [], nodes), trees.makeTree([root])),
        tree,
      ),
    }));
    const lost = answers.find((one) => one.status === "rejected");
    if (lost) store.change({ problem: t("A variation could not be read: {reason}", { reason: lost.reason.message }) });
  }

  /** Go to a place; its variation is followed from then on. */
  function go(path, { quiet = false } = {}) {
    journey += 1;
    const { tree, line } = store.state;
    const node = nodeAt(store.state, path);
    if (!node) return;
    const followed = trees.isOnWay(path, line) ? line : trees.mainLine(tree, path);
    store.change({ line: followed, ply: path.length, ...LOOKING_NOWHERE, problem: "" });
    if (!quiet) say(spoken(tree, path));
    arrive(gameAt(store.state, path));
  }

  /** Play moves from a place, as a variation if they are new. */
  async function enter(path, moves) {
    const known = trees.along(store.state.tree, path, moves);
    if (known) return go(known);
    const own = (journey += 1);
    const { rules, tree } = store.state;
    const game = gameAt(store.state, [...path, ...moves]);
    arrive(game);
    try {
      const { nodes } = await lineOf(game, path.length + 1);
      if (store.state.rules !== rules || !trees.branchAt(store.state.tree, path)) return;
      if (own !== journey && store.state.tree !== tree) return;
      store.change((state) => ({ ...remembered(state), tree: trees.withLine(state.tree, path, nodes) }));
      if (own === journey) go([...path, ...nodes.map(({ move }) => move)]);
    } catch (error) {
      fail(error);
      arrive(gameAt(store.state, pathOf(store.state)));
    }
  }

  /** Use the other rules for the same game, in which only finished positions depend on them. */
  async function switchRules() {
    const rules = store.state.rules === "normal" ? "reversed" : "normal";
    store.change({ rules, ...LOOKING_NOWHERE, learn: null });
    say(rules === "normal" ? t("Normal rules: most discs win.") : t("Reversed rules: fewest discs win."));
    arrive(gameAt(store.state, pathOf(store.state)));
    const { tree } = store.state;
    const ends = trees.leaves(tree).filter((path) => nodeAt({ tree }, path).end);
    try {
      const answers = await Promise.all(
        ends.map((path) => lineOf(gameAt(store.state, path), path.length)),
      );
      if (store.state.rules !== rules) return;
      store.change((state) => ({
        tree: answers.reduce(
          (grown, { nodes }, place) => trees.withNode(grown, ends[place], nodes.at(-1)),
          state.tree,
        ),
      }));
    } catch (error) {
      fail(error);
    }
  }

  function remove() {
    const path = pathOf(store.state);
    if (path.length === 0) return;
    // A pass is removed together with the move before it.
    const gone = path.at(-1) === "pass" ? path.slice(0, -1) : path;
    const parent = gone.slice(0, -1);
    store.change((state) => {
      const tree = trees.without(state.tree, gone);
      return { ...remembered(state), tree, line: trees.mainLine(tree, parent), ply: parent.length };
    });
    go(parent);
    say(t("{move} and the moves after it deleted.", { move: gone.at(-1) }));
  }

  function promote() {
    const { tree } = store.state;
    const promoted = trees.promoted(tree, pathOf(store.state));
    if (promoted === tree) return;
    store.change((state) => ({ ...remembered(state), tree: promoted }));
    say(t("This variation is now the main line."));
  }

  function switchVariation(step) {
    const path = trees.otherVariation(store.state.tree, pathOf(store.state), step);
    if (path) go(path);
  }

  return {
    load,
    loadStudy,
    showStudy,
    restore,
    go,
    enter,
    switchRules,
    remove,
    promote,
    switchVariation,
    fail,
    /** Go to a ply of the followed variation. */
    seek: (ply) => go(store.state.line.slice(0, ply)),
    play: (move) => enter(pathOf(store.state), [move]),
    close() {
      journey += 1;
    },
  };
}

// The server does not accept longer names.
function nameOf(player) {
  return (player ?? "").slice(0, LONGEST_NAME);
}

function reviewsOf(game, lines) {
  const of = (rules) => keptReview(lines.map((moves) => ({ ...game, rules, moves })));
  return { normal: of("normal"), reversed: of("reversed") };
}
