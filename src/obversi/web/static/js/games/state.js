// A person's games on the server: the person, the search for games, and their results.

import { get, post } from "../core/api.js";
import { makeAnswer } from "../core/answer.js";
import { download } from "../core/download.js";
import { keyHeaders, person, setKey } from "../core/person.js";
import { kept, settings } from "../core/settings.js";
import { t, tn } from "../core/language.js";
import { makeStore } from "../core/store.js";

/** The number of games on a page of the list. */
export const ON_PAGE = 20;

/** A search that finds all games. */
export const ALL = Object.freeze({
  ...{ text: "", opponent: "", kind: "", color: "", rules: "", size: "", result: "", opening: "" },
  ...{ first_day: "", last_day: "", reviewed: "" },
});

const EXTENSIONS = { ggf: "ggf", sgf: "sgf", json: "jsonl", transcript: "txt" };
const TOKENS = "obversi.tokens"; // of the seats in this browser, see play/seat_keys.js

export function makeState(redraw) {
  const store = makeStore({
    wanted: ALL,
    page: 0,
    isBusy: false,
    isGone: false, // the server does not know the key
    problem: "",
    notice: "",
    asking: null, // {kind: "delete"} or {kind: "remove", game}
    isKeyShown: false,
  });
  const about = makeAnswer((signal) => get("/api/person", { signal }).catch(checkGone));
  const games = makeAnswer((signal) => {
    const { page } = store.state;
    const place = { skip: String(page * ON_PAGE), most: String(ON_PAGE) };
    return get(`/api/person/games?${query(place)}`, { signal }).catch(checkGone);
  });
  const results = makeAnswer((signal) =>
    get(`/api/person/results?${query()}`, { signal }).catch(checkGone),
  );
  const ends = [store, about, games, results].map((part) => part.listen(redraw));
  ends.push(person.listen(load));
  load();

  function query(more = {}) {
    const wanted = Object.entries(store.state.wanted).filter(([, value]) => value !== "");
    return new URLSearchParams([...wanted, ...Object.entries(more)]);
  }

  function checkGone(error) {
    if (error.status === 401) store.change({ isGone: true });
    throw error;
  }

  function load() {
    store.change({ isGone: false, page: 0, wanted: ALL, problem: "" });
    if (!person.state.key) return;
    for (const answer of [about, games, results]) answer.ask();
  }

  /** Do something that takes time; an error is shown. */
  async function busy(work) {
    store.change({ isBusy: true, problem: "", notice: "" });
    try {
      await work();
    } catch (error) {
      if (error.status === 401) store.change({ isGone: true });
      store.change({ problem: error.message });
    }
    store.change({ isBusy: false });
  }

  /** Add the games that this browser has played without the key. */
  async function claim() {
    const seats = seatsHere();
    if (seats.length === 0) return;
    const { added } = await post("/api/person/claim", { seats });
    if (added > 0) {
      store.change({
        notice: tn("{n} game of this browser was added.", "{n} games of this browser were added.", added),
      });
    }
  }

  return {
    store,
    about,
    games,
    results,
    load,
    /** Let the server make a key, and add the games of this browser. */
    begin: () =>
      busy(async () => {
        const { key } = await post("/api/person", { name: settings.state.name });
        setKey(key);
        await claim();
        load();
      }),
    /** Use a key of another device. */
    use: (key) =>
      busy(async () => {
        const headers = { Authorization: `Bearer ${key}` };
        const response = await fetch("/api/person", { headers });
        if (!response.ok) throw new Error((await response.json()).error.text);
        setKey(key);
        await claim();
        load();
      }),
    search(difference) {
      store.change(({ wanted }) => ({ wanted: { ...wanted, ...difference }, page: 0 }));
      games.ask();
      results.ask();
    },
    turn(page) {
      store.change({ page });
      games.ask();
    },
    exportAll: (format) =>
      busy(async () => {
        const response = await fetch(`/api/person/export?${query({ format })}`, { headers: keyHeaders() });
        if (!response.ok) throw new Error((await response.json()).error.text);
        download(await response.blob(), `obversi-games.${EXTENSIONS[format]}`);
        store.change({ notice: t("The file is in your downloads.") });
      }),
    remove: (game) =>
      busy(async () => {
        store.change({ asking: null });
        await post("/api/person/games/remove", { game });
        store.change({ notice: t("The game was deleted.") });
        for (const answer of [about, games, results]) answer.ask();
      }),
    /** Delete the person, the key and all games on the server. */
    deleteAll: () =>
      busy(async () => {
        store.change({ asking: null });
        const { games: many } = await post("/api/person/delete", {});
        setKey("");
        store.change({
          notice: tn("The key and {n} game were deleted.", "The key and {n} games were deleted.", many),
        });
      }),
    /** Forget the key here; the server keeps the games. */
    forget() {
      setKey("");
      store.change({ notice: t("This browser has forgotten the key.") });
    },
    close() {
      for (const end of ends) end();
      for (const answer of [about, games, results]) answer.close();
    },
  };
}

/** The seats whose tokens this browser still has. */
export function seatsHere() {
  return Object.entries(kept(TOKENS) ?? {})
    .flatMap(([game, tokens]) => (Array.isArray(tokens) ? tokens : []).map((token) => ({ game, token })))
    .filter(({ token }) => typeof token === "string")
    .slice(-100);
}
