// The rules as lessons, each with a position to try them in.

const START = { rules: "normal", size: 6, position: "", moves: "" };
const LINES = { rules: "normal", size: 6, position: "", moves: "b3b2e4a3c2d2a2e3" };
const PASS = { rules: "normal", size: 4, position: "", moves: "a2a3c4" };
const LAST_MOVES = { rules: "normal", size: 4, position: "", moves: "b1a3d4d3a4a1d2c1b4c4" };
const SMALL = { rules: "normal", size: 4, position: "", moves: "" };

/**
 * Each has a `title`, `words`, a `task` and the `game` whose last position it begins with. `judge`
 * looks at the position after a move: true if that was it, false if it was not, null if the game
 * goes on. `again` is said of what was not.
 */
export const LESSONS = [
  {
    title: "A move turns discs",
    words:
      "Black moves first. Place a disc so that white ones lie in a straight line between it and " +
      "another black one: those turn black. A move that turns nothing is not allowed.",
    task: "The dots are all the moves that Black has. Play one of them.",
    game: START,
    judge: ({ flips }) => flips.length > 0,
  },
  {
    title: "In every direction",
    words:
      "Lines run across, up and down, and along diagonals. A move turns all lines at once that " +
      "it closes, however long they are. Pointing at a dot shows what would turn.",
    task: "One of Black's moves turns five discs, in three directions. Find it.",
    game: LINES,
    judge: ({ flips }) => flips.length === 5,
    again: "Another move turns more.",
  },
  {
    title: "Who cannot move passes",
    words:
      "If a player has no move, the other moves again. That is seen and said each time; nobody " +
      "may pass otherwise.",
    task: "You are White. Find the move after which Black cannot move.",
    game: PASS,
    judge: ({ move }) => move === "pass",
    again: "Black can still move.",
  },
  {
    title: "The end: most discs win",
    words:
      "The game is over when nobody can move, mostly on a full board. In the normal game the one " +
      "with more discs wins; squares that stay empty count for the winner.",
    task: "You are Black, with two squares left. One move wins, the other loses.",
    game: LAST_MOVES,
    judge: ({ end }) => end && end.winner === "black",
    again: "Try the other move.",
  },
  {
    title: "Reversed: fewest discs win",
    words:
      "In the reversed game all moves are the same, and the goal is the opposite: whoever has " +
      "fewer discs at the end wins. Here is the same position again.",
    task: "You are Black. Find the move that wins now.",
    game: { ...LAST_MOVES, rules: "reversed" },
    judge: ({ end }) => end && end.winner === "black",
    again: "Try the other move.",
  },
  {
    title: "A small game",
    words: "Play both sides on the smallest board, by either rules.",
    task: null,
    game: SMALL,
    judge: () => null,
  },
];
