// Games from elsewhere: pasted or dropped anywhere on the page, or put into the dialog. The server
// reads them as far as possible and reports the problems.

import { post, postFile } from "../core/api.js";
import { say } from "../core/dom.js";
import { readGameLink } from "../core/game_link.js";
import { t, tn } from "../core/language.js";
import { NO_STUDY } from "./state.js";

// A link of this app on any host.
const LINK = /^(?:https?:\/\/\S+?)?(#\S+)$/;

// The result of reading, and the shown part of the list.
const NOTHING = { waiting: false, games: [], problems: [], leftOut: 0, query: "", page: 0 };

export function makeReading(store, game) {
  let reads = 0; // the latest input counts, whichever is read first

  async function read(load) {
    const own = (reads += 1);
    store.change({ reading: { ...NOTHING, waiting: true }, notice: null });
    try {
      const { games, problems, left_out: leftOut } = await load(store.state);
      if (own !== reads) return;
      store.change({ reading: { ...NOTHING, games, problems, leftOut } });
      if (games.length === 1) await choose(games[0], problems);
      else {
        store.change({ dialog: "open" });
        say(games.length ? tn("{n} game found.", "{n} games found.", games.length) : t("No game could be read."));
      }
    } catch (error) {
      if (own !== reads) return;
      const problems = [{ text: error.message, place: "" }];
      store.change({ reading: { ...NOTHING, problems }, dialog: "open" });
    }
  }

  /** Show one of the games that were read, and its unreadable parts. */
  async function choose(chosen, problems = []) {
    if (chosen.study) await game.loadStudy(chosen.study, { ...NO_STUDY, title: chosen.study.title });
    else await game.load({ ...chosen, ply: problems.length ? null : startPly(chosen) });
    const isKept = store.state.reading?.games.length > 1;
    store.change(({ reading }) => ({
      dialog: null,
      reading: isKept ? reading : null,
      notice: problems.length ? { text: t("Some of it could not be read:"), problems } : null,
    }));
    if (problems.length) say(`${t("Some of it could not be read:")} ${problems[0].text}`);
  }

  /** Change the shown part of the list. */
  function show(change) {
    store.change(({ reading }) => reading && { reading: { ...reading, ...change } });
  }

  const readText = (text) => {
    if (!text.trim()) return;
    const linked = readGameLink(LINK.exec(text.trim())?.[1] ?? "");
    if (linked) {
      reads += 1;
      store.change({ dialog: null, notice: null });
      game.load(linked).catch((error) => readLink(linked, error));
      return;
    }
    read(({ rules, size }) => post("/api/read", { text, rules, size }));
  };

  const readFile = (file) =>
    read(({ rules, size }) => {
      const about = new URLSearchParams({ name: file.name.slice(0, 255), rules, size });
      return postFile(`/api/read/file?${about}`, file);
    });

  /** Show the readable part of a link that the server rejected. */
  async function readLink({ rules, size, position, moves }, error) {
    const before = store.state.tree;
    if (moves && !position) {
      await read(() => post("/api/read", { text: moves, rules, size }));
    }
    if (store.state.tree !== before) return;
    const problems = [{ text: error.message, place: "" }];
    store.change({ dialog: null });
    try {
      if (before === null) await game.load({ rules, size });
      store.change({ notice: { text: t("The game in this link could not be read:"), problems } });
    } catch (again) {
      game.fail(again);
    }
  }

  function onPaste(event) {
    const isTyping = event.target.closest?.("input, textarea, select");
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (isTyping || store.state.editor || !(text.trim() || file)) return;
    event.preventDefault();
    if (text.trim()) readText(text);
    else readFile(file);
  }

  function onDragOver(event) {
    event.preventDefault();
    document.documentElement.classList.add("dropping");
  }

  function onDragEnd() {
    document.documentElement.classList.remove("dropping");
  }

  function onDrop(event) {
    event.preventDefault();
    onDragEnd();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) readFile(file);
    else readText(event.dataTransfer?.getData("text/plain") ?? "");
  }

  /** @type {[string, (event: any) => void][]} */
  const listeners = [
    ["paste", onPaste],
    ["dragover", onDragOver],
    ["dragleave", (event) => event.relatedTarget === null && onDragEnd()],
    ["drop", onDrop],
  ];
  for (const [name, listener] of listeners) document.addEventListener(name, listener);

  return {
    readText,
    readFile,
    readLink,
    choose: (chosen) => choose(chosen).catch(game.fail),
    search: (query) => show({ query, page: 0 }),
    turn: (page) => show({ page }),
    close() {
      reads += 1;
      onDragEnd();
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
    },
  };
}

// A whole game is shown from its start, a part of one at its last position.
function startPly({ result, moves }) {
  return result !== null && moves ? 0 : null;
}
