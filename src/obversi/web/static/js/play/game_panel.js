// The panel beside the board while a game is played: its state and the actions.

import { typedMove } from "../board/typed_move.js";
import { button, rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t, tn, translated } from "../core/language.js";
import { stepButtons } from "../core/steps.js";
import { RULES, moveLabel, moveText } from "../core/words.js";
import { canHint } from "./hint.js";
import { lessonPart, nextLevel } from "./lesson_of_game.js";
import { myGame } from "./my_games.js";
import { phrasesPart } from "./phrases.js";
import { ratingChangeText } from "./ratings.js";
import { rematchButtons, rematchLine } from "./rematch.js";
import {
  CLOSED,
  canRedo,
  canUndo,
  hasOtherPerson,
  isClosedToAnalysis,
  isFree,
  isLive,
  isWatched,
  lastPly,
  shownNode,
} from "./shown.js";
import { awayText, capital, statusText } from "./words_of_game.js";

/** The panel; `acts` are the actions of the page, see page.js. */
export function gamePanel(options) {
  const { game, agents, notice, unsent, problem, elsewhere, hint, lesson, analyseLink, acts } = options;
  return [
    h(
      "section",
      { class: "card standing", key: "standing", "aria-label": t("Game status") },
      h(
        "p",
        { class: "facts" },
        rulesBadge(game.rules),
        h("span", {}, `${game.size}×${game.size}`),
        game.rated && h("span", { key: "rated", class: "badge" }, t("Rated")),
        shownNode(game)?.opening && h("span", { class: "soft" }, shownNode(game).opening),
      ),
      h(
        "p",
        { class: game.ending ? "status result" : "status" },
        statusText(game, agents),
        game.ending && discsText(game),
      ),
      ratingChangeText(game) && h("p", { key: "change" }, ratingChangeText(game)),
      game.yours.length === 0 && !elsewhere && !game.ending && watching(game),
      !game.ending && game.ply < GOAL_PLIES && h("p", { class: "soft goal", key: "goal" }, goalText(game)),
      hint && h("p", { class: "hint-words", key: "hint" }, hint.text),
      lessonPart({ lesson, game }),
      notice && !game.ending && passBanner(notice),
      unsent && h("p", { class: "pass-banner", key: "unsent" }, unsentText(unsent)),
      awayText(game) && h("p", { class: "pass-banner", key: "away" }, awayText(game)),
      game.ending && hasOtherPerson(game) && rematchLine(game),
      elsewhere && elsewhereNote(game, acts),
      problemLine(problem, acts.dismiss),
      game.ending ? afterwards(game, agents, acts, analyseLink) : actions(game, acts, analyseLink),
      !elsewhere && phrasesPart(game, acts),
    ),
    h(
      "section",
      { class: "card record", key: "record", "aria-label": t("Move list") },
      steps(game, acts),
      moves({ game, go: acts.look }),
      // The box stays while others move, so that a user who types need not find it again.
      game.yours.length > 0 &&
        !game.ending &&
        typedMove({ play: acts.play, problemId: problem ? PROBLEM_ID : null }),
    ),
  ];
}

function passBanner(notice) {
  return h("p", { class: "pass-banner", key: "pass" }, h("strong", {}, t("Pass.")), " ", notice);
}

// The goal is shown in the first plies of a game.
const GOAL_PLIES = 8;

function goalText({ rules }) {
  return t("Goal: {goal}", { goal: RULES[rules].sentence });
}

function watching(game) {
  const words = game.keeper ? t("You are watching two agents.") : t("You are watching this game.");
  return h("p", { class: "soft", key: "watching" }, words);
}

export function unsentText(move) {
  return t(
    "{move} will be played when the connection is back. You can still choose another move.",
    { move },
  );
}

function discsText({ ending, size }) {
  const { black_discs: black, white_discs: white, reason, winner } = ending;
  const empty = size * size - black - white;
  const discs = t("Black {black}, White {white}.", { black, white });
  const counted =
    reason === "finished" && winner !== null && empty > 0
      ? tn("The {n} empty square goes to the winner.", "The {n} empty squares go to the winner.", empty)
      : "";
  return h("span", { class: "soft small" }, ` ${discs} ${counted}`);
}

function elsewhereNote(game, acts) {
  const isLeft = myGame(game.id)?.yours.some((color) => game.away[color]);
  const words = isLeft
    ? t("The tab with this game was closed. You can continue here.")
    : t("You are playing this game in another tab.");
  return h(
    "div",
    { class: "elsewhere", key: "elsewhere" },
    h("p", {}, words),
    button(t("Play here"), acts.takeBack),
  );
}

function actions(game, acts, analyseLink) {
  const plays = game.yours.length > 0;
  const changes = plays && isFree(game);
  return h(
    "div",
    { class: "buttons actions", key: "actions" },
    changes && action("↶", t("Undo"), acts.undo, { hint: "U", disabled: !canUndo(game) }),
    changes && action("↷", t("Redo"), acts.redo, { hint: "Y", disabled: !canRedo(game) }),
    changes && action("?", t("Hint"), acts.hint, { hint: "H", disabled: !canHint(game) }),
    plays && action("⚑", t("Resign"), acts.askResign, { hint: "R" }),
    action("+", t("New"), acts.askNew, { hint: "N", label: t("New game") }),
    isClosedToAnalysis(game)
      ? h("p", { class: "soft small", key: "closed" }, CLOSED)
      : analyse(analyseLink),
  );
}

function action(sign, words, run, options) {
  const glyph = h("span", { class: "glyph", "aria-hidden": "true" }, sign);
  return button([glyph, words], run, { label: words, ...options });
}

function afterwards(game, agents, acts, analyseLink) {
  const next = nextLevel(game, agents);
  const isOwn = !hasOtherPerson(game);
  const isFinished = game.ending.reason === "finished";
  return h(
    "div",
    { class: "buttons actions", key: "afterwards" },
    isOwn ? rematch(game, acts) : rematchButtons(game, acts),
    next &&
      button(next.isHarder ? t("Next level") : t("Easier level"), () => acts.againAt(next.description), {
        label: t("Play against {name}", { name: translated(next.name) }),
      }),
    isOwn && isFinished && game.yours.length < 2 && button(t("Same colours"), acts.again),
    isOwn && !isFinished && button(t("Continue from here"), acts.playFromHere),
    action("+", t("New"), acts.askNew, { hint: "N", label: t("New game") }),
    analyse(analyseLink),
  );
}

function rematch(game, acts) {
  if (game.yours.length === 2) return button(t("Play again"), acts.again, { kind: "primary" });
  return button(t("Rematch"), acts.againSwapped, {
    kind: "primary",
    label: t("Rematch with colours swapped"),
    hint: "P",
  });
}

function analyse(link) {
  return h(
    "a",
    { class: "button", href: link, title: t("Analyse this game (A)") },
    h("span", { "aria-hidden": "true" }, t("Analyse")),
    h("span", { class: "for-readers" }, t("Analyse this game")),
  );
}

function steps(game, acts) {
  const canPause = isWatched(game);
  const behind = !isLive(game) && game.stays;
  return h(
    "div",
    { class: "stepping", key: "stepping" },
    stepButtons({ at: game.shown, last: lastPly(game), go: acts.look, label: t("Positions") }),
    canPause &&
      button(game.stays ? t("▶ Continue") : t("❚❚ Pause"), acts.pause, {
        label: game.stays ? t("Continue") : t("Pause"),
        hint: "Space",
      }),
    behind && !canPause && !game.ending && button(t("Back to the game"), acts.live, { hint: "End" }),
    behind && !hasOtherPerson(game) && button(t("Play from here"), acts.playFromHere),
  );
}

// The reason why an action failed.

export const PROBLEM_ID = "play-problem";

export function problemLine(problem, dismiss) {
  if (!problem) return null;
  return h(
    "div",
    { class: "problem dismissible", id: PROBLEM_ID, key: "problem", role: "alert" },
    h("span", {}, capital(problem)),
    button("✕", dismiss, { kind: "quiet icon", label: t("Dismiss") }),
  );
}

// The moves of a game, passes too, as buttons to their positions.

/** List the moves of a game in two columns; `go(ply)` shows a position. */
export function moves({ game, go }) {
  const played = game.nodes.slice(1);
  if (played.length === 0) {
    return h("p", { class: "soft small", key: "no moves" }, t("No moves yet."));
  }
  let number = 0;
  const cells = played.map((node) => {
    const isPass = node.move === "pass";
    if (!isPass) number += 1;
    const isShown = node.ply === game.shown;
    return h(
      "li",
      { key: node.ply, class: node.mover },
      h(
        "button",
        {
          type: "button",
          class: isPass ? "quiet move pass" : "quiet move",
          // One tab stop: the keys that step through the game reach all other moves.
          tabindex: node.ply === Math.max(game.shown, 1) ? 0 : -1,
          "aria-current": isShown ? "step" : null,
          "aria-label": moveLabel(node, number),
          on: { click: () => go(node.ply) },
        },
        h("span", { class: "count" }, isPass ? "" : number),
        h("span", { class: `chip ${node.mover}` }),
        moveText(node.move),
      ),
    );
  });
  return h(
    "ol",
    {
      key: "moves",
      class: "played",
      "aria-label": t("Moves"),
      // The shown move stays visible, without scrolling the page.
      "data-shown": game.shown,
      made: followShown,
    },
    cells,
  );
}

function followShown(list) {
  const follow = () => {
    const shown = list.querySelector("[aria-current]");
    if (!shown) return;
    const cell = shown.parentElement;
    list.scrollTo({
      top: cell.offsetTop - (list.clientHeight - cell.clientHeight) / 2,
      left: cell.offsetLeft - (list.clientWidth - cell.clientWidth) / 2,
    });
  };
  follow();
  new MutationObserver(follow).observe(list, { attributes: true, attributeFilter: ["data-shown"] });
}
