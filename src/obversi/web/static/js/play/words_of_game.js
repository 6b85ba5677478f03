// The texts about a game: the players, the mover, passes and the outcome.

import { t, tn, translated } from "../core/language.js";
import { RULES, clockText, colorName, otherColor } from "../core/words.js";
import { hasOtherPerson, isFree, isLive, isWatched, shownNode } from "./shown.js";

/** The name of a player: "You", a person's name, or the server's name of its agent. */
export function playerName(game, color, agents) {
  if (game.yours.includes(color)) return t("You");
  if (!game.agents.includes(color)) return personName(game, color);
  return agentName(game.names[color], agents);
}

// Two persons with the same name are distinguished by their colours.
function personName({ names }, color) {
  const name = names[color];
  if (!name) return t("Open seat");
  return name === names[otherColor(color)] ? `${name} (${colorName(color)})` : name;
}

export function agentName(description, agents) {
  const found = agents.find((agent) => agent.description === description);
  return capital(translated(found?.name ?? description));
}

/** The mover, and what the page waits for. */
export function statusText(game, agents) {
  if (game.ending) return resultText(game);
  if (game.turn === null) return t("The game is over.");
  if (game.stays && isWatched(game)) return t("Paused.");
  const name = playerName(game, game.turn, agents);
  const color = colorName(game.turn);
  if (game.agents.includes(game.turn)) return t("{color} is thinking: {name}.", { color, name });
  if (!game.yours.includes(game.turn)) return t("{color} to move: {name}.", { color, name });
  const node = isLive(game) ? shownNode(game) : null;
  if (game.yours.length === 2) {
    if (!node) return t("{color} to move.", { color });
    const many = node.legal.length;
    return tn("{color} to move: {n} legal move.", "{color} to move: {n} legal moves.", many, { color });
  }
  if (!node) return t("Your turn.");
  return tn("Your turn: {n} legal move.", "Your turn: {n} legal moves.", node.legal.length);
}

/** Why nothing can be played on the shown board. */
export function idleText(game) {
  if (game.ending) return t("The game is over.");
  if (game.yours.length === 0) return t("You are watching this game.");
  if (!isLive(game)) return t("This is an earlier position. Go to the last one to play.");
  return game.turn === null ? t("The game is over.") : game.turn === "black" ? t("It is Black's turn.") : t("It is White's turn.");
}

/** Why the same player moves again. */
export function passText(game, { mover }) {
  const isMine = (color) => game.yours.length === 1 && game.yours.includes(color);
  const next = otherColor(mover);
  const values = { color: colorName(mover), other: colorName(next) };
  if (isMine(mover)) return t("You cannot move and must pass: {other} moves again.", values);
  return isMine(next)
    ? t("{color} cannot move and must pass: you move again.", values)
    : t("{color} cannot move and must pass: {other} moves again.", values);
}

/** Since when a player is away; after a game, that the player has left. */
export function awayNote(game, color) {
  if (game.ending) return t("has left");
  return t("away for {time}", { time: awayTime(game, color) });
}

function awayTime(game, color) {
  return durationText((performance.now() - game.away[color].since) / 1000);
}

/** The effect of a player's absence on the game, or "". */
export function awayText(game) {
  const color = ["black", "white"].find((one) => game.away[one]?.until);
  if (!color || game.ending) return "";
  const seconds = (game.away[color].until - performance.now()) / 1000;
  return t("{color} lost the connection {time} ago, and loses the game in {left} unless they come back.", {
    color: colorName(color),
    time: awayTime(game, color),
    left: durationText(Math.max(Math.ceil(seconds), 0)),
  });
}

/** Seconds in words: "14 s", "2:05 min". */
function durationText(seconds) {
  const whole = Math.floor(seconds);
  if (whole < 60) return t("{n} s", { n: whole });
  return t("{time} min", { time: clockText(whole) });
}

// Texts for games that ended early: for a spectator, the winner and the loser.
const EARLY = {
  resign: {
    watched: (values) => t("{color} wins: {loser} resigned.", values),
    won: (values) => t("You win: {loser} resigned.", values),
    lost: () => t("You lose: you resigned."),
  },
  time: {
    watched: (values) => t("{color} wins: {loser} ran out of time.", values),
    won: (values) => t("You win: {loser} ran out of time.", values),
    lost: () => t("You lose: you ran out of time."),
  },
  disconnect: {
    watched: (values) => t("{color} wins: {loser} left the game.", values),
    won: (values) => t("You win: {loser} left the game.", values),
    lost: () => t("You lose: you left the game."),
  },
};

/** The outcome of a game, from the user's point of view. */
export function resultText(game) {
  const { reason, winner, margin, text } = game.ending;
  const { goal } = RULES[game.rules];
  const isMine = game.yours.length === 1;
  const view = !isMine ? "watched" : game.yours.includes(winner) ? "won" : "lost";
  if (reason === "finished") {
    if (winner === null) return t("Draw ({goal}).", { goal });
    const values = { color: colorName(winner), margin, goal };
    if (view === "watched") return t("{color} wins by {margin}: {goal}.", values);
    return view === "won"
      ? t("You win by {margin}: {goal}.", values)
      : t("You lose by {margin}: {goal}.", values);
  }
  if (!(reason in EARLY) || winner === null) return `${capital(translated(text))}.`;
  return EARLY[reason][view]({ color: colorName(winner), loser: colorName(otherColor(winner)) });
}

/** The loss by leaving a game for another one, or "" if there is none. */
export function leavingText(game) {
  if (!game || game.ending || game.yours.length === 0 || isFree(game)) return "";
  if (!hasOtherPerson(game)) return t("You would lose this game: its clock is running.");
  const color = otherColor(game.yours[0]);
  return t("Your game against {name} is not over. You would resign.", { name: game.names[color] });
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
