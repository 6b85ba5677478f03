// The engine's analysis: its verdict, its depth and the best lines of play.

import { playLine } from "../board/lines.js";
import { button } from "../core/choice.js";
import { h, say } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { isForBlack, moversMargin, switchSides } from "../core/sides.js";
import { signed } from "../core/words.js";
import { ENDLESS, thinkingTimes } from "./engine.js";
import { gameAt, keyOf, nodeHere, pathOf, reportAt, worthAt } from "./here.js";
import { leadWords, shortNumber } from "./verdict.js";

const MOST_LINES = 8;
const RESTING = t("Engine off. Turn it on to see the value of each move.");

/** `turnHidden` hides everything by the computer, and shows it again. */
export function enginePanel({ state, engine, game, preview, socket, turnHidden }) {
  const { on, problem } = state.engine;
  return h(
    "section",
    { class: "engine", "aria-label": t("Engine") },
    h(
      "div",
      { class: "engine-head" },
      button(on ? t("Engine on") : t("Engine off"), () => engine.turn(!on), { pressed: on, hint: "L" }),
      h("strong", { class: "verdict" }, on && !state.hidden && verdictWords(state)),
      linesChoice(state, engine),
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
  const { seconds: wanted } = state.engine;
  const chosen = wanted === ENDLESS ? ENDLESS : (times.findLast((one) => one && one <= wanted) ?? times[0]);
  return h(
    "select",
    {
      class: "plain",
      "aria-label": t("Seconds per position; ∞ searches until stopped"),
      set: { value: String(chosen) },
      on: { change: (event) => engine.take(Number(event.currentTarget.value)) },
    },
    times.map((seconds) => {
      const words = seconds === ENDLESS ? "∞" : t("{seconds} s", { seconds });
      return h("option", { key: seconds, value: String(seconds) }, words);
    }),
  );
}

function linesChoice(state, engine) {
  return h(
    "select",
    {
      class: "plain",
      "aria-label": t("Lines of play"),
      set: { value: String(linesWanted(state)) },
      on: { change: (event) => engine.showLines(Number(event.currentTarget.value)) },
    },
    Array.from({ length: MOST_LINES }, (_, place) =>
      h("option", { key: place, value: String(place + 1) }, tn("{n} line", "{n} lines", place + 1)),
    ),
  );
}

function linesWanted({ engine: { lines } }) {
  return Number.isInteger(lines) && lines >= 1 && lines <= MOST_LINES ? lines : 3;
}

function verdictWords(state) {
  const worth = worthAt(state, pathOf(state), { live: true });
  return worth ? leadWords(worth) : "…";
}

function depthLine(state, engine, hide) {
  const path = pathOf(state);
  const report = reportAt(state, path);
  const { turn, end } = nodeHere(state);
  if (end) return h("p", { class: "depth soft small" }, t("The game is over."));
  const isThinking = state.engine.thinking === keyOf(gameAt(state, path));
  return h(
    "div",
    { class: "depth soft small" },
    h("span", { class: "numbers", title: report && placeWords(report) }, report ? depthWords(report, isThinking) : t("thinking …")),
    sidesButton(turn),
    !isThinking && report && !report.exact && thinkLonger(engine),
    isThinking && state.engine.seconds === ENDLESS && button(t("Stop"), engine.halt, { kind: "small" }),
    button(t("Hide"), hide, { kind: "quiet small", hint: "Z", label: t("Hide engine output") }),
  );
}

function placeWords(report) {
  const words = depthWords(report, false);
  return report.isHere ? `${words} · ${t("on this device")}` : words;
}

// A button with the player for whom the values are; pressing it changes the player.
function sidesButton(turn) {
  const words = isForBlack(turn) ? t("Values for Black") : t("Values for White");
  return button(words, () => say(switchSides()), {
    kind: "quiet small",
    hint: "G",
    label: t("{words}. Switch between Black and the player who moves", { words }),
  });
}

function thinkLonger(engine) {
  return button(t("Search longer"), engine.thinkLonger, { kind: "quiet small" });
}

function depthWords({ depth, selectivity, exact, nodes, seconds }, isThinking) {
  const confidence = selectivity < 100 ? ` (${selectivity} %)` : "";
  const depths = exact ? `${t("solved")} ✓` : `${t("depth {depth}", { depth })}${confidence}`;
  const speed = seconds > 0.05 ? ` · ${shortNumber(nodes / seconds)}/s` : "";
  const searched = t("{number} nodes", { number: shortNumber(nodes) });
  return `${depths} · ${searched}${speed}${isThinking ? " …" : ""}`;
}

function bestLines(state, game, preview) {
  const path = pathOf(state);
  const report = state.held ?? reportAt(state, path);
  const { turn, end } = nodeHere(state);
  const lines = end ? [] : (report?.lines.slice(0, linesWanted(state)) ?? []);
  const shown = ({ margin }) => signed(moversMargin(margin, turn));
  return h(
    "ol",
    { class: "lines", "aria-label": t("Best lines of play") },
    Array.from({ length: linesWanted(state) }, (_, place) => lines[place]).map((line, place) =>
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
              h("span", { class: "for-readers" }, ` ${t("exact")}`),
            ],
          ),
          playLine({
            path,
            moves: line.pv,
            enter: game.enter,
            preview,
            label: t("{move}, value {value}", { move: line.move, value: shown(line) }),
          }),
        ],
      ),
    ),
  );
}

// The placeholder for hidden texts of the computer.

export function hiddenWords(show) {
  return h(
    "p",
    { class: "soft hidden-words" },
    t("Engine output is hidden."),
    " ",
    button(t("Show"), show, { hint: "Z" }),
  );
}
