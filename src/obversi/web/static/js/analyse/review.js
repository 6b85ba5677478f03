// The review of a whole game: the value of each move, and the losses of both players. The server reviews,
// and the result is stored for each rule set.

import { post } from "../core/api.js";
import { say } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { gameAt, keyOf, pathOf, reviewHere } from "./here.js";
import { isOnWay } from "./tree.js";

const NONE = {
  inaccuracy: t("No inaccuracy found."),
  mistake: t("No mistake found."),
  blunder: t("No blunder found."),
};

/** The seconds for each position to choose from. */
export const SECONDS_CHOICES = [0.1, 0.5, 2];

export function makeReview(store, socket, game) {
  let running = null;
  let begun = 0;
  let roomy = Promise.resolve(); // settled once the server has ended the cancelled review

  function put(rules, difference) {
    store.change(({ reviews }) => {
      const review = reviews[rules];
      return review && { reviews: { ...reviews, [rules]: { ...review, ...difference } } };
    });
  }

  /** Review the followed variation. */
  async function begin() {
    giveUp();
    const number = begun;
    const { rules, line, reviewSeconds } = store.state;
    if (line.length === 0) {
      store.change({ problem: t("No moves to review yet. Play some, or open a game.") });
      return;
    }
    const review = {
      ...{ path: line, seconds: reviewSeconds, state: "running", done: 0, of: line.length + 1, problem: "" },
      ...{ entries: new Map(), margins: new Map(), black: null, white: null, book: null },
    };
    store.change((state) => ({ reviews: { ...state.reviews, [rules]: review }, problem: "" }));
    const reviewed = gameAt(store.state, line);
    const message = { type: "review", ...reviewed, limit: { seconds: reviewSeconds } };
    const [book] = await Promise.all([byBook(reviewed), roomy]);
    if (number !== begun) return;
    if (store.state.reviews[rules]?.path === line) put(rules, { book });
    const own = socket.stream(message, (report) => {
      if (running !== own) return;
      // Another game is shown by now.
      if (store.state.reviews[rules]?.path !== line) stop();
      else takeReport(rules, report);
    });
    running = own;
    try {
      await own.answered;
      if (running !== own) return;
      running = null;
      if (store.state.reviews[rules]?.path === line) finish(rules);
    } catch (error) {
      if (running !== own) return;
      running = null;
      put(rules, { state: "stopped", problem: error.message });
    }
  }

  function takeReport(rules, { done, of, entries, margins, black, white }) {
    const old = store.state.reviews[rules];
    put(rules, {
      ...{ done, of, black, white },
      entries: new Map([...old.entries, ...entries.map((entry) => [entry.ply, entry])]),
      margins: new Map([
        ...old.margins,
        ...margins.map(([ply, margin, exact]) => [ply, { margin, exact }]),
      ]),
    });
  }

  function finish(rules) {
    const { done, of, entries } = store.state.reviews[rules];
    put(rules, { state: done < of ? "stopped" : "done" });
    const review = store.state.reviews[rules];
    keepReview({ ...gameAt(store.state, review.path), rules }, review);
    const bad = [...entries.values()].filter(({ grade }) => grade !== "good").length;
    const values = { done, of };
    say(
      done < of
        ? tn(
            "The review is stopped after {done} of {of} positions: {n} move could be better.",
            "The review is stopped after {done} of {of} positions: {n} moves could be better.",
            bad,
            values,
          )
        : tn(
            "The review is done: {n} move could be better.",
            "The review is done: {n} moves could be better.",
            bad,
          ),
    );
  }

  function stop() {
    if (running) running.stop();
    else giveUp();
  }

  /** Go to the next move of a grade, or to the previous one (`step` −1), from the shown place. */
  function jump(grade, step) {
    const review = reviewHere(store.state);
    if (!review) return say(t("Review the game first."));
    const here = pathOf(store.state);
    const from = isOnWay(here, review.path) ? here.length : 0;
    const plies = [...review.entries.values()]
      .filter((entry) => entry.grade === grade)
      .map(({ ply }) => ply)
      .sort((one, other) => one - other);
    if (plies.length === 0) return say(NONE[grade]);
    // After the last comes the first again.
    const ply =
      step > 0
        ? (plies.find((each) => each > from) ?? plies[0])
        : (plies.findLast((each) => each < from) ?? plies.at(-1));
    game.go(review.path.slice(0, ply));
  }

  /** Stop the review and ignore further reports. */
  function giveUp() {
    begun += 1;
    if (running) roomy = running.answered.catch(() => {});
    running?.stop();
    running = null;
    for (const [rules, review] of Object.entries(store.state.reviews)) {
      if (review?.state === "running") put(rules, { state: "stopped" });
    }
  }

  return { begin, stop, jump, close: giveUp };
}

/** How the game left the book; null if the request fails, which does not end the review. */
function byBook(game) {
  return post("/api/explorer/game", game).catch(() => null);
}

// Reviews of this window are kept when the page is loaded again.

const PLACE = "obversi.reviews";
const MOST_KEPT = 8;

/** Store a review of a whole game. */
export function keepReview(game, review) {
  const key = keyOf(game);
  const kept = { ...review, entries: [...review.entries], margins: [...review.margins] };
  const others = read().filter(([other]) => other !== key);
  try {
    sessionStorage.setItem(PLACE, JSON.stringify([[key, kept], ...others].slice(0, MOST_KEPT)));
  } catch {
    // Storage is blocked, so the review is lost with the page.
  }
}

/** The review of the first of some games that has one, or null. */
export function keptReview(games) {
  const all = new Map(read());
  const found = games.map((game) => all.get(keyOf(game))).find(Boolean);
  if (!found) return null;
  return { ...found, entries: new Map(found.entries), margins: new Map(found.margins) };
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE)) ?? [];
  } catch {
    return [];
  }
}
