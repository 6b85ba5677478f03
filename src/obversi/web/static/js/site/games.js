// Games of a site without a server: against levels of the engine, with one user for both colours, or between
// two levels. They are stored in this browser. The messages are those of docs/protocol.md.

import { endText } from "../core/position_text.js";
import { keep, kept } from "../core/settings.js";
import { t } from "../core/language.js";
import { colorName, otherColor } from "../core/words.js";
import { clocksAfterMove, clocksNow, fullClocks, secondsForMove } from "./clocks.js";
import { chosenMove } from "./levels.js";
import { namedLine } from "./openings.js";

const PLACE = "obversi.site-games"; // the oldest first
const MOST_GAMES = 20;
const DISC = { black: "X", white: "O" };
const COLORS = ["black", "white"];

export class Rejection extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/** The games of this browser. `send(message)` sends their events to the page. */
export function makeGames(send) {
  const thinking = new Map(); // by game: the number of the current search
  const timers = new Map(); // by game: the timer for the end of the mover's time
  let person = "";
  let isClosed = false; // then another instance has the games

  const found = (id) => stored().find((one) => one.id === id) ?? null;

  function game(id) {
    const own = found(id);
    if (!own) throw new Rejection("unknown-game", t("This game does not exist any more."));
    return own;
  }

  function save(changed) {
    const others = stored().filter(({ id }) => id !== changed.id);
    keep(PLACE, [...others, changed].slice(-MOST_GAMES));
  }

  async function begin({ rules = "normal", size = 8, position = "", moves = "", clock = null }, black, white) {
    const first = await namedLine({ rules, size, position, moves });
    const id = `s-${randomText()}`;
    const start = { rules, size, position: first.position, given: position, moves };
    const own = { id, token: randomText(), ...start, ahead: "", black, white, ending: null, ...fullClocks(clock) };
    save(own);
    return own;
  }

  const lineOf = ({ rules, size, given, moves }) => namedLine({ rules, size, position: given, moves });

  async function startMessage(own, token = null) {
    const { nodes } = await lineOf(own);
    const node = nodes.at(-1);
    const yours = COLORS.filter((color) => own[color] === "me");
    return {
      ...{ type: "start", game: own.id, token, rules: own.rules, size: own.size },
      ...{ clock: own.clock ?? null, clocks: clocksNow(own, node.turn) },
      color: yours.length === 2 ? node.turn : (yours[0] ?? null),
      ...{ black: nameOf(own.black), white: nameOf(own.white), agents: COLORS.filter((color) => own[color] !== "me") },
      ...{ position: own.position, moves: own.moves, ply: node.ply, turn: own.ending ? null : node.turn },
      ...{ yours, ahead: own.ahead, keeper: true, ...positionFields(node) },
    };
  }

  const nameOf = (who) => (who === "me" ? person : who);

  /** Continue a game: announce a person's turn, or let an agent move. */
  async function goOn(id) {
    const own = found(id);
    if (!own) return;
    const { nodes } = await lineOf(own);
    if (isClosed) return;
    const node = nodes.at(-1);
    if (own.ending) return send(own.ending);
    if (isLate(own, node)) return loseOnTime(own, node);
    if (node.end) return finish(own, "finished", node.end.winner, node.end.margin, endText(node.end, own.rules), node);
    const who = own[node.turn];
    if (who === "me") {
      const clocks = runClock(own, node);
      send({ type: "turn", game: id, legal: node.legal.map(({ move }) => move), clocks });
      return;
    }
    const number = (thinking.get(id) ?? 0) + 1;
    thinking.set(id, number);
    const request = { rules: own.rules, size: own.size, position: own.given, moves: own.moves };
    try {
      const seconds = secondsForMove(own, node.turn, node.empties);
      // Loading before the search does not use the agent's time.
      const isWanted = () => thinking.get(id) === number && found(id)?.moves === own.moves;
      const begun = () => isWanted() && runClock({ ...own, since: null }, node);
      const move = await chosenMove(who, request, node, { seconds, begun });
      if (isWanted()) await play(id, move);
    } catch (error) {
      if (thinking.get(id) !== number || !found(id)) return;
      const text = t("The engine failed: {reason}", { reason: error.message });
      finish(game(id), "failure", otherColor(node.turn), own.size ** 2, text, node);
    }
  }

  /** Run the clock of the mover, and return the time left for both. */
  function runClock(own, node) {
    if (!own.left) return null;
    const running = { ...own, since: own.since ?? Date.now() };
    save(running);
    const clocks = clocksNow(running, node.turn);
    clearTimeout(timers.get(own.id));
    const end = () => {
      const now = found(own.id);
      if (now?.moves === own.moves) loseOnTime(now, node); // a page in another tab may have played
    };
    timers.set(own.id, setTimeout(end, 1000 * clocks[node.turn]));
    return clocks;
  }

  // An agent whose search was ended by closing the page begins again.
  const isLate = (own, { turn }) => own[turn] === "me" && clocksNow(own, turn)?.[turn] === 0;

  function loseOnTime(own, node) {
    if (own.ending) return;
    thinking.delete(own.id);
    const winner = otherColor(node.turn);
    const names = { color: colorName(winner), loser: colorName(node.turn) };
    const text = t("{color} wins: {loser} ran out of time.", names);
    finish(own, "time", winner, own.size ** 2, text, node);
  }

  function finish(own, reason, winner, margin, text, { black, white, turn }, answer = {}) {
    clearTimeout(timers.get(own.id));
    const ending = { type: "end", game: own.id, reason, winner, margin, black_discs: black, white_discs: white, text };
    save({ ...own, ending, left: clocksNow(own, turn), since: null });
    send({ ...ending, ...answer });
  }

  /** Play a legal move, and the passes after it. */
  async function play(id, move, answer = {}) {
    const known = (await lineOf(game(id))).nodes;
    if (isClosed) return;
    const before = game(id);
    if (before.ending) throw new Rejection("over", t("The game is over."));
    const { turn: mover, legal } = known.at(-1);
    if (!legal.some((one) => one.move === move)) {
      throw new Rejection("illegal", t("{move} cannot be played.", { move }));
    }
    const ahead = before.ahead.startsWith(move) ? before.ahead.slice(move.length) : "";
    clearTimeout(timers.get(id));
    const own = { ...before, moves: before.moves + move, ahead, ...clocksAfterMove(before, mover) };
    save(own);
    const { nodes } = await lineOf(own);
    nodes.slice(known.length).forEach((node, number) => {
      const { ply, move: made, flips } = node;
      const fields = { ply, move: made, mover: node.mover, flips, clocks: own.left, seconds: 0, turn: node.turn };
      send({ type: "state", game: id, ...fields, ...positionFields(node), ...(number === 0 ? answer : {}) });
    });
    queueMicrotask(() => goOn(id));
  }

  /** Change seats or moves, and send a start message. */
  async function change(id, difference, answer) {
    thinking.set(id, (thinking.get(id) ?? 0) + 1); // the running search is out of date
    save({ ...game(id), ...difference });
    send({ ...(await startMessage(game(id))), ...answer });
    goOn(id);
  }

  const HANDLED = {
    async join({ against, color, ...request }, answer) {
      const own = color === "any" ? COLORS[Math.floor(Math.random() * 2)] : color;
      const seats = against === "myself" ? ["me", "me"] : own === "black" ? ["me", against] : [against, "me"];
      if (seats.includes("anyone")) throw new Rejection("refused", t("Games between people need a server."));
      const made = await begin(request, ...seats);
      send({ ...(await startMessage(made, made.token)), ...answer });
      goOn(made.id);
    },
    async arrange({ black, white, ...request }, answer) {
      const made = await begin(request, black, white);
      send({ ...(await startMessage(made, made.token)), ...answer });
      goOn(made.id);
    },
    async rejoin({ game: id }, answer) {
      send({ ...(await startMessage(game(id))), ...answer });
      goOn(id);
    },
    async watch({ game: id }, answer) {
      const own = game(id);
      send({ ...(await startMessage(own)), ...answer });
      const node = (await lineOf(own)).nodes.at(-1);
      if (own.ending) send(own.ending);
      else if (isLate(own, node)) loseOnTime(own, node);
    },
    leave({ game: id }, answer) {
      send({ type: "left", game: id, ...answer });
    },
    move: ({ game: id, move }, answer) => play(id, move, answer),
    async resign({ game: id }, answer) {
      const node = (await lineOf(game(id))).nodes.at(-1);
      const own = game(id);
      if (own.ending) throw new Rejection("over", t("The game is over."));
      const loser = own.black === "me" && own.white === "me" ? node.turn : COLORS.find((color) => own[color] === "me");
      const text = t("{color} resigns.", { color: colorName(loser) });
      thinking.delete(id);
      finish(own, "resign", otherColor(loser), own.size ** 2, text, node, answer);
    },
    seat: ({ game: id, color, who }, answer) => change(id, { [color]: who }, answer),
    async undo({ game: id }, answer) {
      const own = game(id);
      const { nodes } = await lineOf(own);
      const isOwn = ({ turn }) => own[turn] === "me";
      const at = nodes.slice(0, -1).findLastIndex((node) => isOwn(node) && node.legal.length > 0);
      if (at < 0) throw new Rejection("refused", t("There is no move to take back."));
      const moves = movesOf(nodes.slice(0, at + 1));
      return change(id, { moves, ahead: own.moves.slice(moves.length) + own.ahead, ending: null }, answer);
    },
    async redo({ game: id }, answer) {
      const own = game(id);
      const all = own.moves + own.ahead;
      const { nodes } = await lineOf({ ...own, moves: all });
      const now = (await lineOf(own)).nodes.length;
      const next = nodes.findIndex(({ turn }, ply) => ply >= now && own[turn] === "me");
      const moves = next < 0 ? all : movesOf(nodes.slice(0, next + 1));
      return change(id, { moves, ahead: all.slice(moves.length) }, answer);
    },
  };

  return {
    handles: (type) => Object.hasOwn(HANDLED, type),
    handle: (message, answer) => HANDLED[message.type](message, answer),
    introduce(name) {
      person = name;
    },
    close() {
      isClosed = true;
      thinking.clear();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

function stored() {
  const found = kept(PLACE);
  return Array.isArray(found) ? found : [];
}

function movesOf(nodes) {
  return nodes
    .slice(1)
    .map(({ move }) => (move === "pass" ? "" : move))
    .join("");
}

function positionFields({ board, turn, legal, black, white, opening, text }) {
  return {
    board: `${board} ${DISC[turn ?? "black"]}`,
    ...{ black_discs: black, white_discs: white, opening, text },
    legal: legal.map(({ move }) => move),
    legal_flips: legal.map(({ flips }) => flips.join("")),
  };
}

function randomText() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => "abcdefghijklmnopqrstuvwxyzABCDEF"[byte % 32]).join("");
}
