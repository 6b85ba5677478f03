// The engine analyses the current position. Its reports are stored by position.

import { makeAnalyst } from "../core/analyst.js";
import { say } from "../core/dom.js";
import { t } from "../core/language.js";
import { gameAt, keyOf, nodeAt, pathOf } from "./here.js";
import { LOOKING_NOWHERE } from "./state.js";
import { verdict } from "./verdict.js";

const TIMES = [1, 3, 10, 30];
const USUAL_MOST = 10; // seconds, until the server has sent its limit
const HURRY = 60; // milliseconds between requests while stepping quickly
const PAUSE = 1500; // milliseconds in which a screen reader announces the move

/** The most seconds that the server allows. */
function mostSeconds(socket) {
  return socket.link.state.bounds?.seconds ?? USUAL_MOST;
}

/** The search times to choose from. */
export function thinkingTimes(socket) {
  const most = mostSeconds(socket);
  return [...TIMES.filter((seconds) => seconds < most), most, ENDLESS];
}

/** Seconds of a search that continues until it is stopped: one request follows another. */
export const ENDLESS = 0;

export function makeEngine(store, socket) {
  const analyst = makeAnalyst(socket);
  const spent = new Map(); // by position: the seconds that it was allowed
  let requested = null; // the position that is searched, or will be in a moment
  let lastLook = 0;
  let timer = null;
  let saying = null;
  let latest = null; // the last reports, by position
  let frame = null;
  let before = { nodes: 0, seconds: 0 }; // of earlier requests about the same position
  let isClosed = false; // late replies must not begin anything

  const unlisten = socket.link.listen(({ state }) => {
    if (state === "open" && requested === null) follow();
    else if (state === "lost") rest();
  });

  function change(difference) {
    store.change((state) => ({ engine: { ...state.engine, ...difference } }));
  }

  function isWanted(game) {
    const { engine, hidden, editor, learn, tree } = store.state;
    if (isClosed || tree === null || !engine.on || hidden || editor !== null || learn !== null) return false;
    const path = pathOf(store.state);
    const isShown = gameAt(store.state, path).moves === game.moves;
    return !(isShown && nodeAt(store.state, path)?.end);
  }

  /** Search a game's last position: the shown one, or one that will be shown soon. */
  function follow(game = gameAt(store.state, pathOf(store.state))) {
    if (!isWanted(game)) {
      clearTimeout(saying);
      return rest();
    }
    if (keyOf(game) === requested) return;
    clearTimeout(saying);
    const isHurried = Date.now() < lastLook + HURRY;
    lastLook = Date.now();
    if (!isHurried) return look(game);
    rest();
    requested = keyOf(game);
    timer = setTimeout(() => look(game), HURRY);
  }

  function secondsWanted() {
    const { seconds } = store.state.engine;
    return seconds === ENDLESS ? Infinity : Math.min(seconds, mostSeconds(socket));
  }

  function look(game, wanted = secondsWanted(), isNext = false) {
    clearTimeout(timer);
    const key = keyOf(game);
    const known = store.state.reports.get(key);
    const seconds = Math.min(wanted, mostSeconds(socket));
    if (!isNext) before = { nodes: 0, seconds: 0 };
    if (known && (known.exact || spent.get(key) >= wanted)) {
      rest();
      announce(key);
      return;
    }
    if (socket.link.state.state !== "open") return rest();
    requested = key;
    change({ thinking: key, problem: "" });
    const fail = (error) => {
      rest();
      // The server may know that the game is over before this page does.
      if (error.code !== "over") change({ problem: error.message });
    };
    analyst.look(game, { seconds }, (report) => takeReport(game, report, wanted), fail);
  }

  // There are dozens of reports: the first and the last are shown at once, others once per drawing.
  function takeReport(game, update, wanted) {
    const key = keyOf(game);
    const report = {
      ...update,
      nodes: update.nodes + before.nodes,
      seconds: update.seconds + before.seconds,
    };
    latest = { key, report };
    if (report.final || !store.state.reports.has(key)) show();
    else if (frame === null) frame = requestAnimationFrame(show);
    if (!report.final) return;
    if (wanted === Infinity && !report.exact && requested === key && isWanted(game)) {
      before = { nodes: report.nodes, seconds: report.seconds };
      look(game, wanted, true);
      return;
    }
    spent.set(key, wanted);
    rest();
    announce(key);
  }

  // Once the result is settled, and not while the move is announced.
  function announce(key) {
    clearTimeout(saying);
    const words = verdict(store.state.reports.get(key));
    saying = setTimeout(() => say(words), Math.max(lastLook + PAUSE - Date.now(), 0));
  }

  function show() {
    cancelAnimationFrame(frame);
    frame = null;
    const { key, report } = latest;
    store.change(({ reports }) => {
      const known = reports.get(key);
      const isBetter = !known || report.exact || report.depth >= known.depth;
      return isBetter && { reports: new Map(reports).set(key, report) };
    });
  }

  function rest() {
    clearTimeout(timer);
    requested = null;
    analyst.stop();
    const { thinking, problem } = store.state.engine;
    if (thinking !== null || problem) change({ thinking: null, problem: "" });
  }

  return {
    follow,
    /** Search the shown position further, for as long as the server allows. */
    thinkLonger() {
      const game = gameAt(store.state, pathOf(store.state));
      if (!isWanted(game)) return;
      spent.delete(keyOf(game));
      look(game, store.state.engine.seconds === ENDLESS ? Infinity : mostSeconds(socket));
    },
    /** End the search of the shown position, and keep its result. */
    halt() {
      const key = keyOf(gameAt(store.state, pathOf(store.state)));
      spent.set(key, Infinity);
      rest();
      if (store.state.reports.has(key)) announce(key);
    },
    /** Show this number of lines. */
    showLines: (lines) => change({ lines }),
    turn(on) {
      change({ on });
      store.change(LOOKING_NOWHERE);
      say(on ? t("Engine on.") : t("Engine off."));
      follow();
    },
    take(seconds) {
      change({ seconds });
      requested = null;
      follow();
    },
    close() {
      isClosed = true;
      unlisten();
      clearTimeout(saying);
      cancelAnimationFrame(frame);
      rest();
    },
  };
}
