// The texts about puzzles and exact margins. The server has the same texts in English.

import { listText, t, tn, translated } from "../core/language.js";
import { RULES, colorName } from "../core/words.js";

/** The task of a puzzle. */
export function taskText({ turn, rules, to_find: toFind }) {
  const values = { color: colorName(turn), goal: RULES[rules].goal };
  if (toFind === null) {
    return t("{color} to move, {goal}: find the best moves until the end of the game.", values);
  }
  return tn(
    "{color} to move, {goal}: find the best move.",
    "{color} to move, {goal}: find the best {n} moves.",
    toFind,
    values,
  );
}

/** The meaning of a margin for the mover. */
export function resultText(margin) {
  if (margin === 0) return t("a draw");
  return margin > 0 ? t("a win by {margin}", { margin }) : t("a loss by {margin}", { margin: -margin });
}

/** The text about a wrong move. */
export function wrongText(move, { lost, margin, best }) {
  return tn(
    "{move} loses {n} disc: it leads to {result}, the best move to {best}. Try again.",
    "{move} loses {n} discs: it leads to {result}, the best move to {best}. Try again.",
    lost,
    { move, result: resultText(margin), best: resultText(best) },
  );
}

/** The text about a right move; `nodes` are the positions after it, with the replies of the other side. */
export function rightText(move, answer, nodes) {
  const sentences = [t("Right: {move} keeps {result}.", { move, result: resultText(answer.best) })];
  let replies = 0;
  for (const node of nodes) {
    const values = { color: colorName(node.mover), move: node.move };
    if (node.move === "pass") sentences.push(t("{color} cannot move and passes.", values));
    else sentences.push(replies ? t("{color} plays {move}.", values) : t("{color} replies {move}.", values));
    if (node.move !== "pass") replies += 1;
  }
  return sentences.join(" ");
}

/** The lesson of a puzzle: a sentence about each of its themes. */
export function lessonText({ lessons }) {
  return lessons.map(translated).join(" ");
}

const AREAS = {
  "upper left": t("upper left"),
  "upper right": t("upper right"),
  "lower left": t("lower left"),
  "lower right": t("lower right"),
};

/** A hint for a puzzle. */
export function hintText(answer, { turn, rules, size }) {
  const { step, margin, right, legal, areas, squares } = answer;
  if (step === 1) return reachText(margin, { turn, rules, size });
  if (step === 2) {
    const count = tn(
      "{n} of the {of} moves keeps the best margin. Look here: {areas}.",
      "{n} of the {of} moves keep the best margin. Look here: {areas}.",
      right,
      { of: legal, areas: listText(areas.map((area) => AREAS[area])) },
    );
    return `${count} ${lessonText(answer)}`.trim();
  }
  return tn("The best move is {moves}.", "The best moves are {moves}.", squares.length, {
    moves: listText(squares),
  });
}

function reachText(margin, game) {
  const values = { color: colorName(game.turn), margin: Math.abs(margin), ...countsOf(margin, game) };
  if (margin === 0) return t("{color} can reach a draw, with {own} discs each: {goal}.", values);
  return margin > 0
    ? t("{color} can win by {margin}, with {own} discs to {other}: {goal}.", values)
    : t("{color} loses by {margin} at best, with {own} discs to {other}: {goal}.", values);
}

// The discs of both at the end; empty squares count for the winner.
function countsOf(margin, { rules, size }) {
  const own = (size * size + (rules === "normal" ? margin : -margin)) / 2;
  return { own, other: size * size - own, goal: RULES[rules].goal };
}

/** The result of perfect play, and how many moves keep it; `empties` are the empty squares. */
export function perfectText({ solved, turn, margin, moves }, { rules, size }, empties) {
  const known = margin === null ? "" : provenText(margin, { turn, rules, size });
  if (solved) return `${known} ${choiceText(moves, turn)}`;
  const unsolved = tn(
    "The moves are not solved yet: with {n} empty square that takes long.",
    "The moves are not solved yet: with {n} empty squares that takes long.",
    empties,
  );
  return `${known} ${unsolved}`.trim();
}

function provenText(margin, game) {
  const values = { color: colorName(game.turn), margin: Math.abs(margin), ...countsOf(margin, game) };
  if (margin === 0) return t("With perfect play {color} draws, with {own} discs each: {goal}.", values);
  return margin > 0
    ? t("With perfect play {color} wins by {margin}, with {own} discs to {other}: {goal}.", values)
    : t("With perfect play {color} loses by {margin}, with {own} discs to {other}: {goal}.", values);
}

function choiceText(moves, turn) {
  const right = moves.filter(({ best }) => best).length;
  const of = moves.length;
  if (of === 1) return t("{color} has only one move.", { color: colorName(turn) });
  if (right === of) return t("All of the {of} moves keep this result.", { of });
  return tn("{n} of the {of} moves keeps this result.", "{n} of the {of} moves keep this result.", right, {
    of,
  });
}
