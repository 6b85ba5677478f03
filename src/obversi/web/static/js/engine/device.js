// Analyses by the engine on this device, in the form of the protocol.

import { localLine } from "../offline/line.js";
import { startEngine } from "./local_engine.js";

const LONGEST_LINE = 12;
const PASS = 64;

let shared = null; // the engine, once it was needed

/** The engine with the weights of a game. */
export async function engineFor({ rules, size }) {
  if (shared?.isBroken()) shared = null;
  const engine = (shared ??= startEngine());
  try {
    await engine.prepare(rules, size);
  } catch (error) {
    engine.close();
    if (shared === engine) shared = null;
    throw error;
  }
  return { analyse: (message, onReport) => analyse(engine, message, onReport) };
}

function analyse(engine, message, onReport) {
  const { turn, end, task } = taskOf(message);
  if (end) {
    const isOver = Object.assign(new Error("the game is over"), { code: "over" });
    return { answered: Promise.reject(isOver), stop() {} };
  }
  let isStopped = false;
  let isRunning = false;
  const answered = engine
    .search(task, (report) => {
      isRunning = true;
      if (isStopped) engine.stop();
      else onReport(reportOf(report, turn, false));
    })
    .then((report) => {
      isRunning = false;
      onReport(reportOf(report, turn, true));
    });
  return {
    answered,
    stop() {
      isStopped = true;
      if (isRunning) engine.stop();
    },
  };
}

/** A position in the form for the engine: its `task`, the mover, and the end if the game is over. */
export function taskOf({ rules, size, position = "", moves = "", limit, top }) {
  const { board, turn, legal, end } = localLine({ rules, size, position, moves }).nodes.at(-1);
  const [own, opp] = turn === "black" ? "XO" : "OX";
  const task = {
    own: boardBits(board, size, own),
    opp: boardBits(board, size, opp),
    size,
    isReversed: rules === "reversed",
    seconds: limit.seconds ?? 0,
    depth: limit.depth ?? 0,
    nodes: limit.nodes ?? 0,
    lines: top === "all" ? Math.max(legal.length, 1) : top,
    isExact: false,
  };
  return { turn, end, task };
}

/** The discs of one colour as bits; a row has eight bits on every board. */
export function boardBits(board, size, disc) {
  let bits = 0n;
  for (const [place, cell] of Array.from(board).entries()) {
    if (cell === disc) bits |= 1n << BigInt(8 * Math.floor(place / size) + (place % size));
  }
  return bits;
}

function reportOf(report, turn, final) {
  const lines = report.lines.map(({ margin, bound, exact, moves }) => {
    const pv = moves.slice(0, LONGEST_LINE).map(moveName);
    return { move: pv[0], margin, bound, exact, pv };
  });
  return { ...report, final, turn, isHere: true, lines };
}

/** The name of a move by its number. */
export function moveName(square) {
  return square === PASS ? "pass" : "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);
}
