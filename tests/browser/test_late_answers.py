"""Answers that come late: what was requested since counts, and what is closed does not go on."""

import pytest
from browser.javascript import Modules

pytestmark = pytest.mark.needs_server

# Requests wait in `requests` until a test answers them, in any order.
PREPARED = """
const requests = [];
globalThis.fetch = (path, { body }) => new Promise((resolve) => {
  const give = (answer, status = 200) =>
    resolve({ ok: status === 200, status, json: async () => answer });
  requests.push({
    body: JSON.parse(body),
    answer: give,
    reject: (text) => give({ error: { text, where: null } }, 429),
  });
});
const settled = () => new Promise((resolve) => setTimeout(resolve));
const { makeStore } = await import("/static/js/core/store.js");
"""

ANALYSIS = """
const store = makeStore({
  rules: "normal", size: 8, position: "", line: ["f5", "d6"], ply: 1, editor: null,
  tree: { node: { move: null }, children: [] },
  names: {}, tab: "features", hidden: false,
  features: { evaluations: [{ name: "r2" }], chosen: "r2", found: null, onBoard: false },
});
"""


def test_late_features_of_another_position_are_ignored(modules: Modules) -> None:
    found = modules.run(
        "analyse/features",
        PREPARED
        + ANALYSIS
        + """
        const features = the.makeFeatures(store);
        features.follow();
        await settled();
        store.change({ ply: 2 });
        features.follow();
        await settled();
        requests[0].reject("too many requests");
        await settled();
        requests[1].answer({ turn: "black", evaluations: [{ value: 3 }] });
        await settled();
        const { found, problem } = store.state.features;
        return [requests.map(({ body }) => body.moves), found.value, problem];
        """,
    )
    assert found == [["f5", "f5d6"], 3, ""]


def test_late_import_of_an_older_text_is_ignored(modules: Modules) -> None:
    found = modules.run(
        "analyse/reading",
        PREPARED
        + ANALYSIS
        + """
        const loaded = [];
        const reading = the.makeReading(store, { load: async ({ moves }) => loaded.push(moves) });
        const game = (moves) => ({ games: [{ moves, result: null }], problems: [], left_out: 0 });
        for (const text of ["first", "second", "third"]) reading.readText(text);
        requests[1].answer(game("f5"));
        await settled();
        requests[2].answer(game("f5d6"));
        await settled();
        requests[0].reject("too many requests");
        await settled();
        const last = store.state.dialog;
        reading.readText("fourth");
        reading.close();
        requests[3].answer(game("f5d6c3"));
        await settled();
        return [loaded, last];
        """,
    )
    assert found == [["f5d6"], None]


def test_late_exports_of_another_position_are_ignored(modules: Modules) -> None:
    found = modules.run(
        "analyse/export",
        PREPARED
        + ANALYSIS
        + """
        const exporter = the.makeExport(store);
        exporter.open();
        const older = requests.splice(0);
        store.change({ ply: 2 });
        exporter.open();
        for (const { body, answer } of requests) answer({ text: `${body.format} new` });
        await settled();
        for (const { body, answer } of older) answer({ text: `${body.format} old` });
        await settled();
        const texts = Object.values(store.state.export.texts).map(({ text }) => text);
        return [older[0].body.ply, texts];
        """,
    )
    formats = ("transcript", "board", "ggf", "obf", "json", "sgf", "svg")
    assert found[0] == 1
    assert sorted(found[1]) == sorted(f"{name} new" for name in formats)


@pytest.mark.long
def test_late_verdict_on_a_skipped_move_is_ignored(modules: Modules) -> None:
    found = modules.run(
        "analyse/learn",
        PREPARED
        + ANALYSIS
        + """
        const judged = { mover: "black", grade: "mistake", loss: 8, best: "a8", best_margin: 2 };
        const bad = (ply, move) => [ply, { ply, move, ...judged }];
        const path = ["f5", "d6", "c3"];
        const entries = new Map([bad(1, "f5"), bad(3, "c3")]);
        store.change({ reviews: { normal: { path, entries } }, learn: null });
        const listeners = [];
        const socket = {
          stream(message, onReport) {
            listeners.push(onReport);
            return { answered: new Promise(() => {}), stop() {} };
          },
        };
        const learn = the.makeLearn(store, socket, { go() {} }, () => {});
        learn.begin("black");
        learn.attempt("e6");
        learn.next();
        listeners[0]({ final: true, lines: [{ move: "e6", margin: 2 }] });
        const { at, state, text, solved } = store.state.learn;
        return [at, state, text, solved];
        """,
    )
    assert found == [1, "question", "", 0]


def test_late_positions_of_a_closed_page_are_ignored(modules: Modules) -> None:
    found = modules.run(
        "play/game_state",
        PREPARED
        + """
        const game = { id: "g", nodes: [], ply: 2, moves: "f5d6" };
        const failures = [];
        const fail = ({ message }) => failures.push(message);
        const positions = the.makePositions({ read: () => game, write() {}, fail });
        positions.ask();
        requests[0].reject("too many requests");
        await settled();
        positions.ask();
        positions.close();
        requests[1].reject("too many requests");
        await settled();
        positions.ask();
        return [failures, requests.length];
        """,
    )
    assert found == [["too many requests"], 2]


def test_the_lobby_is_followed_while_it_is_shown(modules: Modules) -> None:
    found = modules.run(
        "play/lobby",
        PREPARED
        + """
        const due = [];
        const set = setTimeout;
        globalThis.setTimeout = (run, pause) => (pause === 10000 ? due.push(run) : set(run, pause));
        const store = makeStore({ phase: "setup", listed: null });
        const link = makeStore({ state: "opening" });
        const sent = [];
        let isFull = false;
        const socket = {
          link,
          listen: (listener) => ((socket.receive = listener), () => (socket.receive = null)),
          request: async ({ follow }) => {
            sent.push(follow);
            if (follow && isFull) throw Object.assign(new Error(), { code: "busy" });
          },
        };
        const lobby = the.makeLobby({ socket, store });
        lobby.update(); // without a connection
        link.change({ state: "open" });
        socket.receive({ type: "games", games: [1] });
        lobby.update(); // nothing new
        store.change({ phase: "game" });
        lobby.update();
        store.change({ phase: "waiting" });
        lobby.update();
        link.change({ state: "lost" });
        isFull = true;
        link.change({ state: "open" });
        await settled();
        const many = sent.length; // where too many follow it, it is requested now and then
        due.pop()();
        await settled();
        lobby.close();
        await settled();
        due.pop()();
        await settled();
        return [sent.slice(0, many), sent.slice(many), store.state.listed, due.length];
        """,
    )
    assert found == [[True, False, True, True, None], [None, None], [1], 0]


def test_newer_connection_attempt_replaces_an_older_one(modules: Modules) -> None:
    found = modules.run(
        "core/socket",
        """
        const made = [];
        globalThis.WebSocket = class {
          isClosed = false;
          constructor() {
            made.push(this);
          }
          close() {
            this.isClosed = true;
          }
        };
        the.makeSocket(() => "Guest");
        made[0].onclose();
        for (const _ of [1, 2]) dispatchEvent(new Event("online"));
        return made.map(({ isClosed }) => isClosed);
        """,
    )
    assert found == [False, True, False]
