// What is said of a game: who plays, whose turn it is, who passed, and how it ended.

import { RULES, clockText, colorName, count, otherColor } from "../core/words.js";
import { hasOtherPerson, isFree, isLive, isWatched, shownNode } from "./shown.js";

/** What a player is called: "You", a person's name, or what the server calls its agent. */
export function playerName(game, color, agents) {
  if (game.yours.includes(color)) return "You";
  if (!game.agents.includes(color)) return personName(game, color);
  return agentName(game.names[color], agents);
}

// Two people of one name are told apart by their colours.
function personName({ names }, color) {
  const name = names[color];
  if (!name) return "Open seat";
  return name === names[otherColor(color)] ? `${name} (${colorName(color)})` : name;
}

export function agentName(description, agents) {
  const found = agents.find((agent) => agent.description === description);
  return capital(found?.name ?? description);
}

/** Whose turn it is, and what is awaited. */
export function statusText(game, agents) {
  if (game.ending) return resultText(game);
  if (game.turn === null) return "The game is over.";
  if (game.stays && isWatched(game)) return "Paused.";
  const name = playerName(game, game.turn, agents);
  const color = colorName(game.turn);
  if (game.agents.includes(game.turn)) return `${color} is thinking: ${name}.`;
  if (!game.yours.includes(game.turn)) return `${color} to move: ${name}.`;
  const node = isLive(game) ? shownNode(game) : null;
  const choice = node ? `: ${count(node.legal.length, "legal move")}` : "";
  return game.yours.length === 2 ? `${color} to move${choice}.` : `Your turn${choice}.`;
}

/** Why nothing can be played on the board that is shown. */
export function idleText(game) {
  if (game.ending) return "The game is over.";
  if (game.yours.length === 0) return "You are watching this game.";
  if (!isLive(game)) return "This is an earlier position. Go to the last one to play.";
  return game.turn === null ? "The game is over." : `It is ${colorName(game.turn)}'s turn.`;
}

/** Why the same player moves again. */
export function passText(game, { mover }) {
  const isMine = (color) => game.yours.length === 1 && game.yours.includes(color);
  const next = otherColor(mover);
  const who = isMine(mover) ? "You cannot" : `${colorName(mover)} cannot`;
  const again = isMine(next) ? "you move again" : `${colorName(next)} moves again`;
  return `${who} move and must pass: ${again}.`;
}

/** What becomes of the game while a player is away, or "". */
export function awayText(game) {
  const color = ["black", "white"].find((one) => game.away[one]?.until);
  if (!color || game.ending) return "";
  const seconds = (game.away[color].until - performance.now()) / 1000;
  const left = clockText(Math.max(Math.ceil(seconds), 10));
  return `${colorName(color)} has left and loses in ${left} unless they return.`;
}

const REASONS = {
  resign: "resigned",
  time: "ran out of time",
  disconnect: "left the game",
};

/** The outcome of a game, from the user's point of view. */
export function resultText(game) {
  const { reason, winner, margin, text } = game.ending;
  const { goal } = RULES[game.rules];
  const isMine = game.yours.length === 1;
  if (reason === "finished") {
    if (winner === null) return `Draw (${goal}).`;
    if (!isMine) return `${colorName(winner)} wins by ${margin}: ${goal}.`;
    return `${game.yours.includes(winner) ? "You win" : "You lose"} by ${margin}: ${goal}.`;
  }
  if (!(reason in REASONS) || winner === null) return `${capital(text)}.`;
  const loser = otherColor(winner);
  if (!isMine) return `${colorName(winner)} wins: ${colorName(loser)} ${REASONS[reason]}.`;
  if (game.yours.includes(winner)) return `You win: ${colorName(loser)} ${REASONS[reason]}.`;
  return `You lose: you ${REASONS[reason]}.`;
}

/** What leaving a game for another one would cost, or "" if nothing. */
export function leavingText(game) {
  if (!game || game.ending || game.yours.length === 0 || isFree(game)) return "";
  if (!hasOtherPerson(game)) return "You would lose this game: its clock is running.";
  const color = otherColor(game.yours[0]);
  return `Your game against ${game.names[color]} is not over. You would resign.`;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
