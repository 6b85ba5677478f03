"""The modules of the pages that neither draw nor send requests."""

import pytest
from browser.javascript import Modules

import obversi as ob

# The parts of positions that the tree uses.
NODES = """
  const node = (move) => ({ move, ply: 0 });
  const nodes = (text) => text.split(" ").filter(Boolean).map(node);
  const tree = (first, ...others) => others.reduce(
    (grown, line) => the.withLine(grown, [], nodes(line)),
    the.makeTree([node(null), ...nodes(first)]),
  );
  const path = (text) => text.split(" ").filter(Boolean);
  const lines = (grown) => the.leaves(grown).map((leaf) => leaf.join(" "));
"""


def test_a_tree_grows_and_is_pruned(modules: Modules) -> None:
    found = modules.run(
        "analyse/tree",
        NODES
        + """
        const grown = tree("f5 d6 c3", "f5 f6", "f5 d6 c4 pass d3");
        const again = the.withLine(grown, [], nodes("f5 d6"));
        const first = the.promoted(grown, path("f5 f6"));
        return {
          lines: lines(grown),
          same: again === grown,
          main: the.mainLine(grown),
          isMain: [the.isMain(grown, path("f5 d6")), the.isMain(grown, path("f5 d6 c4"))],
          promoted: lines(first),
          untouched: the.branchAt(first, path("f5 d6")) === the.branchAt(grown, path("f5 d6")),
          alone: the.promoted(grown, path("f5 d6 c3")) === grown,
          without: lines(the.without(grown, path("f5 d6"))),
          nowhere: the.branchAt(grown, path("a1")),
          joined: lines(the.joined(tree("f5 f6"), grown)),
        };
        """,
    )
    assert found == {
        "lines": ["f5 d6 c3", "f5 d6 c4 pass d3", "f5 f6"],
        "same": True,
        "main": ["f5", "d6", "c3"],
        "isMain": [True, False],
        "promoted": ["f5 f6", "f5 d6 c3", "f5 d6 c4 pass d3"],
        "untouched": True,
        "alone": True,
        "without": ["f5 f6"],
        "nowhere": None,
        "joined": ["f5 f6", "f5 d6 c3", "f5 d6 c4 pass d3"],
    }


def test_tree_navigation(modules: Modules) -> None:
    found = modules.run(
        "analyse/tree",
        NODES
        + """
        const grown = tree("f5 d6 c3", "f5 f6 e6", "f5 f4", "d3 pass c5");
        const to = (from, step) => the.otherVariation(grown, path(from), step)?.join(" ") ?? null;
        return {
          next: [to("f5 d6 c3", 1), to("f5 f6 e6", 1), to("f5 f4", 1), to("d3 pass", 1)],
          before: [to("f5 f4", -1), to("f5 d6", -1), to("d3", -1)],
          along: [
            the.along(grown, [], ["d3", "c5"]),
            the.along(grown, ["d3"], []),
            the.along(grown, [], ["d3", "pass", "c5"]),
            the.along(grown, [], ["d3", "c4"]),
          ],
          onWay: [the.isOnWay([], ["f5"]), the.isOnWay(["f5"], ["f5"]), the.isOnWay(["f5"], [])],
        };
        """,
    )
    assert found == {
        "next": ["f5 f6", "f5 f4", "d3", None],
        "before": ["f5 f6", None, "f5"],
        "along": [["d3", "pass", "c5"], ["d3", "pass"], ["d3", "pass", "c5"], None],
        "onWay": [True, True, False],
    }


def test_tree_is_written_as_text(modules: Modules) -> None:
    found = modules.run(
        "analyse/tree",
        NODES
        + """
        const grown = tree("f5 d6 c3 d3", "f5 d6 c4 pass d3", "d3");
        const text = other.treeText(grown);
        const long = "f5." + "1d6.".repeat(1000);
        return [
          text,
          other.readTreeText(text),
          other.treeText(tree("f5 d6")),
          other.readTreeText("f5d6.x9.1f4.-2e6"),
          other.readTreeText(""),
          other.readTreeText(long).length < 100,
        ];
        """,
        more="analyse/tree",
    )
    assert found == [
        "f5d6c3d3.2c4d3.d3",
        ["f5d6c3d3", "f5d6c4d3", "d3"],
        "",
        ["f5d6", "f5f4"],
        [],
        True,
    ]


def test_game_is_written_to_and_read_from_an_address(modules: Modules) -> None:
    game = {"rules": "reversed", "size": 6, "position": "X- O", "moves": "e4", "ply": 0}
    game |= {"black": "Ann & Co", "white": "", "tree": "e4.c2"}
    read = modules.run(
        "core/game_link",
        f"""
        const read = the.readGameLink;
        const odd = "#moves=f5&size=7&rules=toString&ply=-1";
        return [read(the.gameLink({game})), read(""), read(odd)];
        """,
    )
    usual = {"rules": "normal", "size": 8, "position": "", "ply": None, "tree": ""}
    usual |= {"black": "", "white": "", "review": False}
    assert read == [game | {"review": False}, None, usual | {"moves": "f5"}]


# A fake server: `requests` lists the requested games with their promises.
SOCKET = """
  const requests = [];
  const socket = {
    stream(message, onReport) {
      const one = { moves: message.moves, stopped: false };
      const answered = new Promise((resolve, reject) => {
        one.report = (depth, final = false) => {
          onReport({ depth, final });
          if (final) resolve();
        };
        one.fail = (code) => reject(Object.assign(new Error(code), { code }));
      });
      requests.push(one);
      return { answered, stop: () => { one.stopped = true; } };
    },
  };
  const events = [];
  const analyst = the.makeAnalyst(socket);
  const look = (moves) => analyst.look(
    { moves }, {}, ({ depth }) => events.push(`${moves} ${depth}`),
    ({ code }) => events.push(`${moves} ${code}`),
  );
  const settled = () => new Promise((resolve) => setTimeout(resolve));
"""


def test_analyst_analyses_only_the_newest_position(modules: Modules) -> None:
    found = modules.run(
        "core/analyst",
        SOCKET
        + """
        look("a");
        requests[0].report(1);
        look("b");
        look("c");
        look("d");
        requests[0].report(2);
        requests[1].report(1);
        const before = requests.map(({ moves, stopped }) => [moves, stopped]);
        requests[0].report(3, true);
        await settled();
        const between = requests.length;
        requests[1].report(2, true);
        await settled();
        requests[2].report(1);
        requests[2].report(2, true);
        await settled();
        return [before, between, requests[2].moves, events];
        """,
    )
    assert found == [[["a", True], ["b", True]], 2, "d", ["a 1", "d 1", "d 2"]]


def test_an_analyst_waits_and_reports_errors(modules: Modules) -> None:
    found = modules.run(
        "core/analyst",
        SOCKET
        + """
        look("a");
        look("b");
        requests[1].fail("busy");
        await settled();
        requests[0].report(1, true);
        await settled();
        requests[2].report(1, true);
        await settled();
        look("c");
        requests[3].fail("busy");
        await settled();
        look("d");
        analyst.stop();
        requests[4].report(1);
        return [requests.map(({ moves }) => moves), events];
        """,
    )
    assert found == [["a", "b", "b", "c", "d"], ["b 1", "c busy"]]


def test_editor_changes_boards(modules: Modules) -> None:
    found = modules.run(
        "analyse/editor",
        """
        const cells = "XO------------OO";
        return [
          the.turned(cells, 4, "rotate"),
          the.turned(cells, 4, "mirror"),
          the.swappedColors(cells),
          the.withCell(cells, 2, "X"),
          the.countOf(cells, "O"),
        ];
        """,
    )
    assert found == [
        "---X---OO---O---",
        "--OX--------OO--",
        "OX------------XX",
        "XOX-----------OO",
        3,
    ]


def test_values_are_formatted(modules: Modules) -> None:
    found = modules.run(
        "analyse/here",
        """
        const report = (turn, margin, exact, seconds) =>
          ({ turn, exact, seconds, lines: [{ margin }] });
        const state = {
          rules: "normal", size: 8, position: "",
          tree: { node: {}, children: [{ node: { move: "f5" }, children: [] }] },
          reports: new Map(),
          reviews: { normal: null, reversed: null },
        };
        const reported = (of) => ({ ...state, reports: new Map([["normal 8  f5", of]]) });
        const reviewed = (of, exact = false) => ({
          ...reported(of),
          reviews: { normal: {
            path: ["f5"], seconds: 0.5, entries: new Map(),
            margins: new Map([[1, { margin: 3, exact }]]),
          } },
        });
        const worth = (of, live) => the.worthAt(of, ["f5"], { live })?.margin ?? null;
        return [
          worth(state),
          worth(reported(report("white", 4, false, 1))),
          worth(reported(report("black", 4, false, 1))),
          worth(reviewed(report("black", 4, false, 0.1))),
          worth(reviewed(report("black", 4, false, 0.1)), true),
          worth(reviewed(report("black", 4, false, 3))),
          worth(reviewed(report("black", 4, false, 3), true)),
          worth(reviewed(report("black", 4, true, 0.1))),
        ];
        """,
    )
    assert found == [None, -4, 4, 3, 4, 4, 3, 4]


def test_texts_of_numbers_and_names(modules: Modules) -> None:
    found = modules.run(
        "analyse/verdict",
        """
        const lead = (margin, exact) => the.leadWords({ margin, exact });
        return [
          lead(4, true), lead(-1, false), lead(0, true), lead(0, false),
          the.lossWords(1), the.signOf("blunder"), the.signOf("good"), the.shortNumber(1234567),
          other.signed(3), other.signed(-2), other.signed(-0.01, 1), other.count(1, "move"),
          other.clockText(9.34), other.clockText(65), other.clockText(3600), other.clockText(-1),
        ];
        """,
        more="core/words",
    )
    assert found == [
        *("Black wins by 4", "White is 1 ahead", "Draw", "Even"),
        *("lost 1 disc", "??", "", "1.2 M"),
        *("+3", "−2", "0.0", "1 move"),
        *("9.3", "1:05", "1:00:00", "0.0"),
    ]


def test_elements_are_reused_when_a_list_changes(modules: Modules) -> None:
    found = modules.run(
        "core/dom",
        """
        const { h, patch } = the;
        const parent = document.createElement("div");
        const pressed = [];
        const item = (key) =>
          h("button", { key, on: { click: () => pressed.push(key) } }, key);
        patch(parent, item("a"), item("b"), "text");
        const [a, b] = parent.children;
        patch(parent, h("p", { class: null }), item("b"), false, item("c"), item("a"));
        a.click();
        const texts = [...parent.childNodes].map(({ textContent }) => textContent);
        patch(parent, h("button", { key: "a" }, "a"));
        a.click();
        return [
          texts, parent.children[0] === a, b.isConnected, pressed, parent.innerHTML,
        ];
        """,
    )
    assert found == [["", "b", "c", "a"], True, False, ["a"], "<button>a</button>"]


def test_a_store_notifies_listeners(modules: Modules) -> None:
    found = modules.run(
        "core/store",
        """
        const store = the.makeStore({ a: 1, b: 2 });
        const events = [];
        const end = store.listen(({ a }) => events.push(a));
        store.change({ a: 3 });
        store.change(({ a }) => ({ a: a + 1 }));
        store.change(() => false);
        end();
        store.change({ a: 9 });
        let drawn = 0;
        const draw = the.oncePerMoment(() => { drawn += 1; });
        draw();
        draw();
        await null;
        draw();
        await null;
        return [events, store.state, Object.isFrozen(store.state), drawn];
        """,
    )
    assert found == [[3, 4], {"a": 9, "b": 2}, True, 2]


def test_square_names(modules: Modules) -> None:
    for size in ob.SIZES:
        squares = modules.run("board/squares", f"return the.squaresOf({size})")
        board = ob.Board(size)
        assert squares == sorted(
            (str(square) for square in board.empty | board.black | board.white),
            key=lambda square: (square[1], square[0]),
        )


def test_rounded_features_add_up_to_the_rounded_value(modules: Modules) -> None:
    numbers = [[0.005, 0.004, 0.006], [1.333, 1.333, 1.333], [-0.125, 0.125], [-2.346, -0.336], []]
    rounded = modules.run(
        "analyse/features_panel",
        f"return {numbers}.map((parts) => the.roundedParts(parts, 2));",
    )
    for parts, shown in zip(numbers, rounded, strict=True):
        assert sum(shown) == pytest.approx(round(sum(parts) + 1e-12, 2))
        assert all(abs(one - other) < 0.01 for one, other in zip(parts, shown, strict=True))
