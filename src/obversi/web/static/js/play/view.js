// The view of the Play page in each of its phases.

import { board } from "../board/board.js";
import { button } from "../core/choice.js";
import { dialog } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { isServerless } from "../core/site.js";
import { otherColor } from "../core/words.js";
import { gamePanel, problemLine } from "./game_panel.js";
import { hintOf } from "./hint.js";
import { lobbyPanel } from "./lobby.js";
import { finishedGames, unfinishedGames } from "./my_games.js";
import { analyseLink, beginsAtOnce, isDrawn, isUnshuffled } from "./new_game.js";
import { setupPanel } from "./setup.js";
import { asSeen, drawnNode, isLive, moverHere, shownNode } from "./shown.js";
import { gameStrip, setupStrip } from "./strips.js";
import { waitingPanel } from "./waiting.js";
import { idleText, leavingText, playerName } from "./words_of_game.js";

export function playView({ state, acts }) {
  const views = { setup: beforeGame, opening, waiting, gone, game: inGame };
  return [views[state.phase](state, acts), question(state, acts)];
}

function layout(stage, side) {
  return h(
    "div",
    { class: "table play", key: "play" },
    h("div", { class: "stage", key: "stage" }, stage),
    h("div", { class: "side", key: "side" }, side),
  );
}

// Before a game

function beforeGame(state, acts) {
  const { setup, start, agents, isBusy, game, problem, person } = state;
  const isShown = start?.setup === setup && !isUnshuffled(setup);
  const isSure = beginsAtOnce(setup) && !isDrawn(setup);
  const canClick = isShown && isSure && setup[turnOf(start)] === "me";
  const others = state.own.filter(({ id, ending }) => ending || id !== game?.id);
  const known = { games: others, agents, go: acts.goTo };
  return layout(setupStage(state, acts, canClick && !isBusy ? acts.beginWith : undefined), [
    problemLine(problem, acts.dismiss),
    unfinishedGames(known),
    setupPanel({
      ...{ setup, agents, person, isBusy, canClick },
      change: acts.setup,
      shuffle: acts.shuffle,
      begin: acts.begin,
      back: game && acts.backToGame,
    }),
    finishedGames(known),
    !isServerless && lobby(state, acts, true),
  ]);
}

function lobby({ listed, own, waiting: offer, agents }, acts, canOffer) {
  const offers = [...own.filter(({ isWaiting }) => isWaiting).map(({ id }) => id), offer?.game];
  return lobbyPanel({ games: listed, own: offers, agents, canOffer, acts });
}

function turnOf(start) {
  return start?.nodes.at(-1).turn;
}

function setupStage({ setup, start, agents, memory }, acts, play) {
  const node = start?.nodes.at(-1);
  const near = setup.white === "me" && setup.black !== "me" ? "white" : "black";
  const size = node ? Math.sqrt(node.board.length) : setup.size;
  const isSoon = beginsAtOnce(setup);
  return [
    setupStrip({ setup, color: otherColor(near), node, agents, isSoon }),
    node
      ? board({ node, size, memory, remember: acts.remember, play, moving: false })
      : emptyBoard(size),
    setupStrip({ setup, color: near, node, agents, isSoon }),
  ];
}

function emptyBoard(size) {
  return h("div", { class: `board size-${size} absent`, "aria-busy": "true" });
}

function opening() {
  return h("p", { class: "card alone", key: "opening", role: "status" }, t("Loading the game …"));
}

function waiting(state, acts) {
  const { setup, copied, problem } = state;
  return layout(setupStage(state, acts), [
    problemLine(problem, acts.dismiss),
    waitingPanel({
      waiting: state.waiting,
      isPrivate: ![setup.black, setup.white].includes("anyone"),
      copied,
      copy: acts.copy,
      cancel: acts.cancelWaiting,
    }),
    lobby(state, acts, false),
  ]);
}

function gone({ gone: { text, code, id } }, acts) {
  const isUnknown = code === "unknown-game";
  if (code === "rated") return ratedGame(text, id, acts);
  const title = isUnknown ? t("Game not found") : t("This game is not available now");
  return h(
    "section",
    { class: "card alone", key: "gone", role: "alert" },
    h("h1", { id: "gone-title", tabindex: -1 }, title),
    h("p", {}, isUnknown ? t("It no longer exists, or the link is incomplete.") : sentence(text)),
    h(
      "div",
      { class: "buttons" },
      button(t("New game"), acts.startAnew, { kind: "primary", hint: "N" }),
      !isUnknown && button(t("Try again"), () => acts.enter(id)),
    ),
  );
}

/** The question to a person with a link, who has to agree to a rated game. */
function ratedGame(text, id, acts) {
  return h(
    "section",
    { class: "card alone", key: "gone" },
    h("h1", { id: "gone-title", tabindex: -1 }, t("A rated game")),
    h("p", {}, sentence(text)),
    h("p", {}, t("The result changes your rating and that of your opponent. You need a key for it.")),
    h(
      "div",
      { class: "buttons" },
      button(t("Play rated"), () => acts.enter(id, true), { kind: "primary" }),
      h("a", { class: "button", href: "/games" }, t("My key")),
      button(t("New game"), acts.startAnew, { hint: "N" }),
    ),
  );
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

// In a game

function inGame(state, acts) {
  const { agents, notice, unsent, problem, elsewhere, memory } = state;
  const game = asSeen(state.game);
  const hint = hintOf(state);
  const node = drawnNode(game);
  const isPass = shownNode(game)?.move === "pass";
  const strip = (color) =>
    gameStrip({ game, color, agents, change: (who) => acts.seat(color, who) });
  const mover = moverHere(state.game);
  const stage = [
    h("h1", { class: "for-readers", key: "title" }, gameTitle(game, agents)),
    strip(otherColor(game.near)),
    node
      ? board({
          ...{ node, memory, size: game.size, moving: game.moving && !isPass },
          remember: acts.remember,
          play: mover ? acts.play : undefined,
          idle: idleText(game),
          ahead: unsent ?? aheadOf(game),
          marks: hint?.move ? new Map([[hint.move, "hint"]]) : undefined,
          hints: hint?.move ? new Map([[hint.move, t("hint")]]) : undefined,
        })
      : emptyBoard(game.size),
    strip(game.near),
  ];
  const link = analyseLink(state.game);
  return layout(
    stage,
    gamePanel({
      ...{ game, agents, notice, unsent, problem, elsewhere, hint, lesson: state.lesson, acts },
      analyseLink: link,
    }),
  );
}

function aheadOf(game) {
  return isLive(game) && !game.ending && game.ahead ? game.ahead.slice(0, 2) : undefined;
}

function gameTitle(game, agents) {
  return t("Black: {black}, White: {white}", {
    black: playerName(game, "black", agents),
    white: playerName(game, "white", agents),
  });
}

function question({ asking, game }, acts) {
  if (asking?.kind === "resign") {
    return confirm({
      title: t("Resign?"),
      text: t("You would lose this game."),
      yes: t("Resign"),
      run: acts.resign,
      close: acts.stopAsking,
    });
  }
  if (asking?.kind === "leave") {
    return confirm({
      title: t("Leave the game?"),
      text: leavingText(game),
      yes: t("Resign and start"),
      run: acts.leaveAndBegin,
      close: acts.stopAsking,
    });
  }
  return null;
}

// A question before an action that cannot be undone.

/** Ask `text`; `yes` is the text of the button that confirms. */
export function confirm({ title, text, yes, run, close }) {
  return dialog(
    { title, close },
    h("p", {}, text),
    h(
      "div",
      { class: "buttons" },
      button(yes, run, { kind: "primary" }),
      button(t("Cancel"), (event) => event.currentTarget.closest("dialog").close()),
    ),
  );
}
