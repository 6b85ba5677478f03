// A study on the server: stored, loaded, and saved again after each change. Changes stay in this browser
// until the server has them, so that a lost connection or another editor causes no loss.

import { get, post, put, remove } from "../core/api.js";
import { say } from "../core/dom.js";
import { readGameLink } from "../core/game_link.js";
import { t } from "../core/language.js";
import { hasNotes, isSameStudy, studyOf } from "./notes.js";
import { NO_STUDY, remembered } from "./state.js";
import { readStudyLink } from "./study_link.js";
import { draftOf, forgetStudy, keepDraft, keepStudy, keyOf } from "./study_list.js";

const PAUSE = 1000; // milliseconds after the last change
const RETRY = 5000; // milliseconds after a failure

/** `hash()` returns the end of the address of the analysis. */
export function makeStudy(store, game, hash) {
  let timer = null;
  let isSaving = false;
  let seen = []; // the values that were compared last
  let saved = ""; // the study of the server, as JSON

  const text = () => JSON.stringify(studyOf(store.state));

  function change(difference) {
    store.change(({ study }) => ({ study: { ...study, ...difference } }));
  }

  /** Notice changes of the study, to save them soon. */
  function follow(state) {
    const { tree, rules, names, study } = state;
    const now = [tree, rules, names, study.title, study.id];
    if (tree === null || now.every((one, place) => one === seen[place])) return;
    seen = now;
    if (study.id === null) {
      keepDraft("", hasNotes(tree) ? { hash: hash(), study: studyOf(state) } : null);
      return;
    }
    if (study.key === null) return;
    const changed = text();
    if (changed === saved || study.status === "conflict" || study.status === "gone") return;
    keepDraft(study.id, { revision: study.revision, study: studyOf(state) });
    if (!isSaving && study.status !== "waiting") change({ status: "waiting" });
    later(PAUSE);
  }

  function later(pause) {
    clearTimeout(timer);
    timer = setTimeout(save, pause);
  }

  async function save() {
    const { study } = store.state;
    if (isSaving || study.key === null || study.id === null) return;
    isSaving = true;
    clearTimeout(timer);
    const sent = text();
    const { id, key, revision } = study;
    const isHere = () => store.state.study.id === id;
    change({ status: "saving", problem: "" });
    try {
      const body = { revision, study: JSON.parse(sent) };
      const answer = await put(`/api/studies/${id}`, body, { "Study-Key": key });
      keepStudy({ id, key, title: study.title, changed: answer.changed });
      if (!isHere()) return keepDraft(id, null);
      saved = sent;
      const isCurrent = text() === sent;
      change({ revision: answer.revision, status: isCurrent ? "saved" : "waiting" });
      keepDraft(id, isCurrent ? null : { revision: answer.revision, study: studyOf(store.state) });
      if (!isCurrent) later(PAUSE);
    } catch (error) {
      if (isHere()) fail(error);
    } finally {
      isSaving = false;
    }
  }

  function fail(error) {
    const status = { 0: "offline", 403: "read", 404: "gone", 409: "conflict" }[error.status] ?? "failed";
    change({ status, problem: error.message, ...(status === "read" && { key: null }) });
    if (status === "conflict") say(t("Somebody else changed this study. Yours is kept in this browser."));
    if (status === "gone") say(t("This study was deleted. Yours is kept in this browser."));
    if (status === "offline" || error.status === 429 || error.status === 507) later(RETRY);
  }

  /** Store the game with its notes as a new study. */
  async function create() {
    const title = store.state.study.title || defaultTitle();
    change({ title, status: "saving", problem: "" });
    const sent = text();
    const own = store.state.tree.node;
    try {
      const { id, key, revision, changed } = await post("/api/studies", { study: JSON.parse(sent) });
      keepStudy({ id, key, title, changed });
      if (store.state.tree.node !== own) return;
      keepDraft("", null);
      saved = sent;
      change({ id, key, revision, status: "saved", problem: "" });
      say(t("Saved. Changes are saved by themselves from now on."));
      follow(store.state);
    } catch (error) {
      const status = store.state.study.id === null ? "none" : store.state.study.status;
      change({ status, problem: error.message });
    }
  }

  function defaultTitle() {
    const { black, white } = store.state.names;
    if (black || white) return `${black || "?"} – ${white || "?"}`;
    return t("Study of {date}", { date: new Date().toLocaleDateString(document.documentElement.lang) });
  }

  /** Show a stored study, with the changes of this browser that the server does not have. */
  async function load(id, { draft = draftOf(id) } = {}) {
    let answer;
    try {
      answer = await get(`/api/studies/${encodeURIComponent(id)}`);
    } catch (error) {
      if (error.status === 404 && keyOf(id) && !draft) forgetStudy(id);
      if (!draft) throw error;
      await showDraft(id, draft, error);
      return;
    }
    const { revision } = answer;
    const key = keyOf(id);
    const about = { ...NO_STUDY, id, key, revision, title: answer.study.title };
    saved = "";
    // The last change may have been saved although the reply was lost.
    if (draft && key && !isSameStudy(draft.study, answer.study)) {
      const isCurrent = draft.revision === revision;
      const status = isCurrent ? "waiting" : "conflict";
      await game.loadStudy(draft.study, { ...about, title: draft.study.title ?? "", status });
      if (isCurrent) {
        say(t("Changes that were not saved are restored."));
        later(PAUSE);
      }
      return;
    }
    keepDraft(id, null);
    game.showStudy(answer, { ...about, status: key ? "saved" : "read" });
    saved = text();
  }

  async function showDraft(id, draft, error) {
    const status = error.status === 404 ? "gone" : "offline";
    const about = { ...NO_STUDY, id, key: keyOf(id), revision: draft.revision ?? 0 };
    const title = draft.study.title ?? "";
    await game.loadStudy(draft.study, { ...about, title, status, problem: error.message });
  }

  /** Take the study of the server; undoing restores the own one. */
  async function takeTheirs() {
    const mine = remembered(store.state);
    try {
      await load(store.state.study.id, { draft: null });
      store.change(mine);
      keepDraft(store.state.study.id, null);
    } catch (error) {
      change({ problem: error.message });
    }
  }

  /** Replace the study of the server. */
  async function takeMine() {
    try {
      const { revision } = await get(`/api/studies/${store.state.study.id}`);
      change({ revision, status: "waiting" });
      await save();
    } catch (error) {
      change({ problem: error.message });
    }
  }

  /** Store the same content as a new study. */
  function copy() {
    const { id } = store.state.study;
    change({ id: null, key: null, revision: 0, status: "none" });
    return create().then(() => {
      if (store.state.study.id !== null && id !== null) keepDraft(id, null);
    });
  }

  /** Delete a study on the server. */
  async function erase({ id, key }) {
    try {
      await remove(`/api/studies/${id}`, { "Study-Key": key });
    } catch (error) {
      if (error.status !== 404) throw error;
    }
    forgetStudy(id);
    if (store.state.study.id === id) change({ ...NO_STUDY, title: store.state.study.title });
  }

  /** Show the draft of an analysis that is not stored, if it is the game of the link or there is no link. */
  function restore(link) {
    const draft = draftOf();
    if (!draft?.study || (link !== null && linkKey(link) !== linkKey(readGameLink(draft.hash)))) return false;
    const about = { ...NO_STUDY, title: draft.study.title ?? "" };
    game.loadStudy(draft.study, about, link?.ply ?? 0).catch(game.fail);
    return true;
  }

  /** Show the study in a link; it is not stored. */
  async function open(link) {
    const shared = await readStudyLink(link);
    if (shared === null) throw new Error(t("This link cannot be read."));
    await game.loadStudy(shared, { ...NO_STUDY, title: shared.title ?? "" });
  }

  const isLacking = () => ["offline", "waiting", "failed"].includes(store.state.study.status);
  const retry = () => isLacking() && save();
  addEventListener("online", retry);
  const unlisten = store.listen(follow);

  return {
    load,
    restore,
    open,
    create,
    copy,
    erase,
    takeTheirs,
    takeMine,
    retry: () => void save(),
    rename: (title) => change({ title }),
    close() {
      unlisten();
      removeEventListener("online", retry);
      clearTimeout(timer);
      if (isLacking()) save();
    },
  };
}

// A key for the game of a link, without the shown place.
function linkKey(link) {
  return link && [link.rules, link.size, link.position, link.tree || link.moves].join(" ");
}
