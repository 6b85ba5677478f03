// The forms of new runs: the agents and the length of a tournament, or an experiment.

import { button, choice, field, tick } from "../core/choice.js";
import { h } from "../core/dom.js";
import { numberText, t, tn, translated } from "../core/language.js";
import { RULES, SIZES } from "../core/words.js";

const MOST_AGENTS = 8;
const PAIRS = [1, 2, 5, 10, 20, 50];
const SECONDS = [0.01, 0.05, 0.1, 0.5, 1];

export const FRESH_FORM = {
  name: "",
  agents: ["engine:level=1", "engine:level=3", "greedy"],
  rules: "normal",
  size: 8,
  pairs: 2,
  seconds: 0.05,
  experiment: "",
  fresh: false, // whether everything is measured again
};

export function tournamentForm({ answer, form, acts }) {
  const { agents, rules, size, pairs, seconds, busy } = form;
  const games = pairs * agents.length * (agents.length - 1);
  const isPossible = agents.length >= 2 && agents.length <= MOST_AGENTS && games <= answer.max_games;
  return h(
    "section",
    { class: "card", key: "tournament", "aria-label": t("Tournament") },
    h("h2", {}, t("Tournament")),
    field(
      t("Name"),
      h("input", {
        type: "text",
        maxlength: 60,
        set: { value: form.name },
        on: { input: (event) => acts.change({ name: event.currentTarget.value }) },
      }),
    ),
    h(
      "fieldset",
      { class: "run-agents" },
      h("legend", {}, t("Agents, two to eight")),
      answer.agents.map((agent) => agentTick(agent, agents, acts.change)),
    ),
    choice({
      legend: t("Rules"),
      name: "rules",
      value: rules,
      options: Object.entries(RULES).map(([value, { name }]) => [value, name]),
      change: (value) => acts.change({ rules: value }),
    }),
    choice({
      legend: t("Board"),
      name: "size",
      value: size,
      options: SIZES.map((value) => [value, `${value}×${value}`]),
      change: (value) => acts.change({ size: value }),
    }),
    numbers(t("Pairs of games of two agents"), PAIRS, pairs, (value) => acts.change({ pairs: value })),
    numbers(t("Seconds per move of engine and mcts"), SECONDS, seconds, (value) => acts.change({ seconds: value })),
    h(
      "p",
      { class: isPossible ? "soft" : "problem", role: "status" },
      tn("{n} game, at most {most}.", "{n} games, at most {most}.", games, { most: numberText(answer.max_games) }),
    ),
    button(t("Play the tournament"), acts.play, { kind: "primary", disabled: busy || !isPossible }),
  );
}

function agentTick(agent, chosen, change) {
  const others = chosen.filter((one) => one !== agent);
  return h(
    "div",
    { key: agent },
    tick(h("code", {}, agent), chosen.includes(agent), (isOn) => change({ agents: isOn ? [...others, agent] : others })),
  );
}

function numbers(words, values, value, change) {
  return field(
    words,
    h(
      "select",
      { set: { value: String(value) }, on: { change: (event) => change(Number(event.currentTarget.value)) } },
      values.map((one) => h("option", { value: String(one), key: one }, numberText(one, digits(one)))),
    ),
  );
}

function digits(number) {
  return (String(number).split(".")[1] ?? "").length;
}

export function labForm({ answer, form, acts }) {
  const chosen = answer.experiments.find(({ name }) => name === form.experiment);
  return h(
    "section",
    { class: "card", key: "lab", "aria-label": t("Experiment of the lab") },
    h("h2", {}, t("Experiment of the lab")),
    field(
      t("Experiment"),
      h(
        "select",
        {
          set: { value: form.experiment },
          on: { change: (event) => acts.change({ experiment: event.currentTarget.value }) },
        },
        h("option", { value: "" }, t("Choose one")),
        answer.experiments.map(({ name, title }) => h("option", { value: name, key: name }, translated(title))),
      ),
    ),
    chosen && h("p", {}, translated(chosen.question)),
    chosen &&
      h(
        "p",
        { class: "soft small" },
        tn(
          "With a tenth of its games, about {n} second on two cores.",
          "With a tenth of its games, about {n} seconds on two cores.",
          Math.ceil(chosen.seconds / 10),
        ),
      ),
    tick(t("Measure everything again"), form.fresh, (fresh) => acts.change({ fresh })),
    button(t("Run the experiment"), acts.measure, { kind: "primary", disabled: form.busy || !chosen }),
  );
}
