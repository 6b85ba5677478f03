// The rules as lessons, each with a position to try them in.

import { t } from "../core/language.js";

const START = { rules: "normal", size: 6, position: "", moves: "" };
const LINES = { rules: "normal", size: 6, position: "", moves: "b3b2e4a3c2d2a2e3" };
const PASS = { rules: "normal", size: 4, position: "", moves: "a2a3c4" };
const LAST_MOVES = { rules: "normal", size: 4, position: "", moves: "b1a3d4d3a4a1d2c1b4c4" };
const SMALL = { rules: "normal", size: 4, position: "", moves: "" };

/**
 * Each has a `title`, `words`, a `task` and the `game` whose last position it begins with. `judge`
 * checks the position after a move: true if it is right, false if it is wrong, null if the game
 * continues. `again` is the text for a wrong move.
 */
/** @type {{title: string, words: string, task: string | null, game: any, judge: (node: any) => boolean | null,
 * again?: string}[]} */
export const LESSONS = [
  {
    title: t("A move flips discs"),
    words:
      t("Black moves first. Place a disc so that white ones lie in a straight line between it and another black one: they flip to black. Every move must flip at least one disc."),
    task: t("The dots show Black's legal moves. Play one."),
    game: START,
    judge: ({ flips }) => flips.length > 0,
  },
  {
    title: t("In every direction"),
    words:
      t("Lines run horizontally, vertically and diagonally. A move flips every line that it closes, of any length. Point at a dot to see which discs would flip."),
    task: t("One of Black's moves flips five discs in three directions. Find it."),
    game: LINES,
    judge: ({ flips }) => flips.length === 5,
    again: t("Another move flips more discs."),
  },
  {
    title: t("No legal move: pass"),
    words:
      t("If a player has no legal move, the other player moves again. A player with a legal move cannot pass."),
    task: t("You are White. Find the move after which Black cannot move."),
    game: PASS,
    judge: ({ move }) => move === "pass",
    again: t("Black can still move."),
  },
  {
    title: t("The end: most discs win"),
    words:
      t("The game ends when neither player can move, usually on a full board. In the normal game the player with more discs wins; empty squares count for the winner."),
    task: t("You are Black, with two squares left. One move wins, the other loses."),
    game: LAST_MOVES,
    judge: ({ end }) => end && end.winner === "black",
    again: t("Try the other move."),
  },
  {
    title: t("Reversed: fewest discs win"),
    words:
      t("In the reversed game the moves are the same and the goal is the opposite: the player with fewer discs at the end wins. Here is the same position again."),
    task: t("You are Black. Find the move that wins now."),
    game: { ...LAST_MOVES, rules: "reversed" },
    judge: ({ end }) => end && end.winner === "black",
    again: t("Try the other move."),
  },
  {
    title: t("A small game"),
    words: t("Play both sides on the smallest board, by either rules."),
    task: null,
    game: SMALL,
    judge: () => null,
  },
];
