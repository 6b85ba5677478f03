// What the engine thinks: its verdict, how deep it has looked, and the best lines of play.

import { playLine } from "../board/lines.js";
import { button } from "../core/choice.js";
import { h, say } from "../core/dom.js";
import { moversMargin, sideName, switchSides } from "../core/sides.js";
import { signed } from "../core/words.js";
import { thinkingTimes } from "./engine.js";
import { gameAt, keyOf, nodeHere, pathOf, reportAt, worthAt } from "./here.js";
import { leadWords, shortNumber } from "./verdict.js";

const LINES = 3;
const RESTING = "Engine off. Turn it on to see the value of each move.";

/** `turnHidden` hides what the computer says, and shows it again. */
export function enginePanel({ state, engine, game, preview, socket, turnHidden }) {
  const { on, problem } = state.engine;
  return h(
    "section",
    { class: "engine", "aria-label": "Engine" },
    h(
      "div",
      { class: "engine-head" },
      button(on ? "Engine on" : "Engine off", () => engine.turn(!on), { pressed: on, hint: "L" }),
      h("strong", { class: "verdict" }, on && !state.hidden && verdictWords(state)),
      timeChoice(state, engine, socket),
    ),
    state.hidden
      ? hiddenWords(turnHidden)
      : [
          problem && h("p", { class: "problem", role: "alert" }, problem),
          on && depthLine(state, engine, turnHidden),
          on && bestLines(state, game, preview),
          !on && h("p", { class: "soft" }, RESTING),
        ],
  );
}

function timeChoice(state, engine, socket) {
  const times = thinkingTimes(socket);
  const chosen = times.findLast((seconds) => seconds <= state.engine.seconds) ?? times[0];
  return h(
    "select",
    {
      class: "plain",
      "aria-label": "Seconds per position",
      set: { value: String(chosen) },
      on: { change: (event) => engine.take(Number(event.currentTarget.value)) },
    },
    times.map((seconds) => h("option", { key: seconds, value: String(seconds) }, `${seconds} s`)),
  );
}

function verdictWords(state) {
  const worth = worthAt(state, pathOf(state), { live: true });
  return worth ? leadWords(worth) : "…";
}

function depthLine(state, engine, hide) {
  const path = pathOf(state);
  const report = reportAt(state, path);
  const { turn, end } = nodeHere(state);
  if (end) return h("p", { class: "depth soft small" }, "The game is over.");
  const isThinking = state.engine.thinking === keyOf(gameAt(state, path));
  return h(
    "div",
    { class: "depth soft small" },
    h("span", { class: "numbers" }, report ? depthWords(report, isThinking) : "thinking …"),
    sidesButton(turn),
    !isThinking && report && !report.exact && thinkLonger(engine),
    button("Hide", hide, { kind: "quiet small", hint: "Z", label: "Hide engine output" }),
  );
}

// Says whose values these are; pressing it changes that.
function sidesButton(turn) {
  const words = `Values for ${sideName(turn)}`;
  return button(words, () => say(switchSides()), {
    kind: "quiet small",
    hint: "G",
    label: `${words}. Switch between Black and the player who moves`,
  });
}

function thinkLonger(engine) {
  return button("Search longer", engine.thinkLonger, { kind: "quiet small" });
}

function depthWords({ depth, selectivity, exact, nodes, seconds }, isThinking) {
  const confidence = selectivity < 100 ? ` (${selectivity} %)` : "";
  const depths = exact ? "solved ✓" : `depth ${depth}${confidence}`;
  const speed = seconds > 0.05 ? ` · ${shortNumber(nodes / seconds)}/s` : "";
  return `${depths} · ${shortNumber(nodes)} nodes${speed}${isThinking ? " …" : ""}`;
}

function bestLines(state, game, preview) {
  const path = pathOf(state);
  const report = state.held ?? reportAt(state, path);
  const { turn, end } = nodeHere(state);
  const lines = end ? [] : (report?.lines.slice(0, LINES) ?? []);
  const shown = ({ margin }) => signed(moversMargin(margin, turn));
  return h(
    "ol",
    { class: "lines", "aria-label": "Best lines of play" },
    Array.from({ length: LINES }, (_, place) => lines[place]).map((line, place) =>
      h(
        "li",
        { class: place === 0 ? "best" : null },
        line && [
          h(
            "span",
            { class: "line-value numbers" },
            shown(line),
            line.exact && [
              h("span", { class: "small", "aria-hidden": "true" }, " ✓"),
              h("span", { class: "for-readers" }, " exact"),
            ],
          ),
          playLine({
            path,
            moves: line.pv,
            enter: game.enter,
            preview,
            label: `${line.move}, value ${shown(line)}`,
          }),
        ],
      ),
    ),
  );
}

// What stands where the computer would say something, while that is hidden.

export function hiddenWords(show) {
  return h(
    "p",
    { class: "soft hidden-words" },
    "Engine output is hidden. ",
    button("Show", show, { hint: "Z" }),
  );
}
