// The search tree: a textbook search step by step. The server searches; the page plays the steps.

import { makeWalk } from "../board/walk.js";
import { makeAnswer } from "../core/answer.js";
import { get, post } from "../core/api.js";
import { say } from "../core/dom.js";
import { download } from "../core/download.js";
import { gameLink, readGameLink } from "../core/game_link.js";
import { t } from "../core/language.js";
import { stepKeys } from "../core/steps.js";
import { makeStore } from "../core/store.js";
import { followNode, PACES, playerView } from "./search_tree_player.js";
import { FIRST_SETUP, requestOf, setupView } from "./search_tree_setup.js";

const FIRST_GAME = { rules: "normal", size: 8, position: "", moves: "" };

export function openSearchTree(app) {
  const walk = makeWalk();
  const evaluations = makeAnswer((signal) => get("/api/evaluations", { signal }));
  const page = makeStore({
    setup: FIRST_SETUP,
    problem: "",
    waiting: false,
    request: null, // of the trace
    trace: null,
    at: 0,
    playing: false,
    pace: "normal",
  });
  let requested = 0; // replies to older requests are ignored
  let timer = null;

  const linked = readGameLink(location.hash);
  walk.show(gameOf(linked ?? FIRST_GAME), { at: linked?.ply ?? Infinity });
  evaluations.ask();

  function gameOf({ rules, size, position, moves }) {
    return { rules, size, position, moves };
  }

  function follow() {
    app.redraw();
    if (walk.node === null) return;
    app.setAddress(`/study/tree${gameLink({ ...walk.state.game, ply: walk.state.at })}`);
  }

  async function search() {
    const own = (requested += 1);
    page.change({ waiting: true, problem: "" });
    try {
      const request = requestOf(walk.gameHere, page.state.setup);
      const trace = await post("/api/tree", request);
      if (own !== requested) return;
      page.change({ waiting: false, request, trace, at: 0 });
      scrollTo(0, 0);
      document.getElementById("tree-play")?.focus({ preventScroll: true });
      say(trace.steps[0].text, "en");
    } catch (error) {
      if (own === requested) page.change({ waiting: false, problem: error.message });
    }
  }

  async function readPosition(text) {
    if (!text.trim()) return;
    const own = (requested += 1);
    page.change({ problem: "" });
    try {
      const { rules, size } = walk.wanted ?? FIRST_GAME;
      const { games, problems } = await post("/api/read", { text, rules, size });
      if (own !== requested) return;
      if (games.length > 0) walk.show(gameOf(games[0]), { at: Infinity });
      if (problems.length > 0) page.change({ problem: problems[0].text });
    } catch (error) {
      if (own === requested) page.change({ problem: error.message });
    }
  }

  function place(at, isQuiet = false) {
    page.change({ at });
    if (!isQuiet) say(page.state.trace.steps[at].text, "en");
    requestAnimationFrame(() => page.state.trace && followNode(page.state.trace, page.state.at));
  }

  function pause() {
    clearTimeout(timer);
    if (page.state.playing) page.change({ playing: false });
  }

  function playOn() {
    clearTimeout(timer);
    const { trace, at, pace } = page.state;
    if (at >= trace.steps.length - 1) {
      page.change({ playing: false });
      say(trace.steps[at].text, "en");
      return;
    }
    timer = setTimeout(() => {
      place(at + 1, true);
      playOn();
    }, PACES[pace]);
  }

  const acts = {
    changeSetup: (change) =>
      page.change(({ setup }) => ({ setup: { ...setup, ...change }, problem: "" })),
    setRules: (rules) => walk.show({ ...walk.wanted, rules }, { at: walk.state.at }),
    setSize: (size) => walk.show({ ...FIRST_GAME, rules: walk.wanted.rules, size }),
    restart: () => walk.show({ ...FIRST_GAME, ...(walk.wanted && { rules: walk.wanted.rules }) }),
    readPosition,
    search,
    go(at) {
      pause();
      place(at);
    },
    toggle() {
      if (page.state.playing) {
        pause();
        say(page.state.trace.steps[page.state.at].text, "en");
        return;
      }
      const { at, trace } = page.state;
      if (at === trace.steps.length - 1) place(0, true);
      page.change({ playing: true });
      playOn();
    },
    nextCut() {
      const { trace, at } = page.state;
      const next = trace.steps.findIndex(({ cut }, step) => cut && step > at);
      if (next >= 0) acts.go(next);
    },
    setPace(pace) {
      page.change({ pace });
      if (page.state.playing) playOn();
    },
    back() {
      pause();
      page.change({ trace: null, request: null });
      document.getElementById("main").focus({ preventScroll: true });
    },
    async save() {
      const { request, trace, at } = page.state;
      const step = at === trace.steps.length - 1 ? null : at;
      try {
        const file = await post("/api/tree/picture", { ...request, step });
        download(new Blob([file.text], { type: file.media_type }), file.file_name);
        page.change({ problem: "" });
      } catch (error) {
        page.change({ problem: error.message });
      }
    },
  };

  // Keys of the tree do nothing while the search is chosen, and vice versa.
  const inTree = (run) => () => page.state.trace !== null && run();
  const ends = [walk.listen(follow), evaluations.listen(app.redraw), page.listen(app.redraw)];
  return {
    title: t("Search tree"),
    view: () =>
      page.state.trace === null
        ? setupView({ walk, evaluations, acts, ...page.state })
        : playerView({ acts, ...page.state }),
    keys: [
      { keys: [" "], words: t("play the steps of a search, or pause"), run: inTree(acts.toggle) },
      { keys: ["x"], words: t("to the next cut-off"), run: inTree(acts.nextCut) },
      ...stepKeys({
        place: () =>
          page.state.trace === null
            ? { at: walk.state.at, last: walk.state.nodes.length - 1 }
            : { at: page.state.at, last: page.state.trace.steps.length - 1 },
        go: (to) => (page.state.trace === null ? walk.go(to) : acts.go(to)),
      }),
    ],
    close() {
      requested += 1;
      clearTimeout(timer);
      for (const end of ends) end();
      walk.close();
      evaluations.close();
    },
  };
}
