// The choice of the player of a colour, and the meaning of each choice.

import { h } from "../core/dom.js";
import { t, translated } from "../core/language.js";
import { isServerless } from "../core/site.js";
import { agentName, capital } from "./words_of_game.js";

const PEOPLE = isServerless
  ? []
  : [
      ["link", t("A friend, by link")],
      ["anyone", t("Any player on this server")],
    ];

/** The choice of a player; other persons can be chosen for new games only. */
export function whoSelect({ value, agents, people, label = null, change }) {
  const known = ["me", ...PEOPLE.map(([who]) => who), ...agents.map((agent) => agent.description)];
  const levels = agents.filter((agent) => agent.level !== null);
  const others = agents.filter((agent) => agent.level === null);
  return h(
    "select",
    {
      "aria-label": label,
      set: { value },
      on: {
        change: ({ currentTarget }) => {
          // Give the keyboard back to the game, unless the choice was made with it.
          if (!currentTarget.matches(":focus-visible")) currentTarget.blur();
          change(currentTarget.value);
        },
      },
    },
    h("option", { value: "me", key: "me" }, t("You")),
    people && PEOPLE.map(([who, words]) => h("option", { value: who, key: who }, words)),
    !known.includes(value) && h("option", { value, key: "unknown" }, agentName(value, agents)),
    group(t("Levels"), levels),
    group(t("Other agents"), others),
  );
}

function group(label, agents) {
  if (agents.length === 0) return null;
  const option = (agent) =>
    h(
      "option",
      { value: agent.description, key: agent.description, title: agent.description },
      shortName(agent),
    );
  return h("optgroup", { label, key: label }, agents.map(option));
}

/** "Level 3, best student": the name of a level is before the colon of its description. */
function shortName({ name, words, level }) {
  const [title, rest] = translated(words).split(": ");
  const shown = capital(translated(name));
  return level === null || !rest ? shown : `${shown}, ${title}`;
}

/** The meaning of a choice. */
export function whoWords(who, agents) {
  if (who === "me") return "";
  if (who === "link") return t("You get a link to send. The person who opens it plays.");
  if (who === "anyone") return t("The next player on this server who wants the same game.");
  const agent = agents.find((one) => one.description === who);
  return agent ? agentWords(agent) : "";
}

function agentWords({ words, rating }) {
  const shown = capital(translated(words));
  const text = `${shown}${/[.!?。！？]$/.test(shown) ? "" : t(".")}`;
  return rating ? `${text} ${t("Rated {rating}.", { rating: Math.round(rating.elo) })}` : text;
}

/** All agents, with their descriptions and ratings; those with a level first. */
export function agentList(agents) {
  const sorted = [...agents].sort((one, other) => (one.level ?? 99) - (other.level ?? 99));
  return [
    h("ul", { class: "agents" }, sorted.map(agentEntry)),
    agents.some(({ rating }) => rating) &&
      h("p", { class: "soft small" }, t("Ratings are Elo points above random play.")),
  ];
}

function agentEntry({ description, name, words, rating }) {
  return h(
    "li",
    { key: description },
    h("strong", { title: description }, capital(translated(name))),
    h("span", { class: "rating numbers" }, rating ? Math.round(rating.elo) : ""),
    h("span", { class: "soft small" }, capital(translated(words))),
  );
}
