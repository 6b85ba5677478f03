// The view of the person's games: the key, the games, and their results.

import { failure, loading } from "../core/answer.js";
import { button, field } from "../core/choice.js";
import { dialog } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { person, readKey } from "../core/person.js";
import { accuracyCard, resultsCard } from "./results_view.js";
import { gameList, searchForm } from "./list_view.js";

export function myGamesView({ state, reviewing, agents }) {
  const { problem, notice, isGone } = state.store.state;
  const { key } = person.state;
  return h(
    "div",
    { class: "my-page", key: "games" },
    h("h1", {}, t("My games")),
    problem && !isGone && h("p", { class: "problem", role: "alert", key: "problem" }, problem),
    notice && h("p", { class: "notice-line", role: "status", key: "notice" }, notice),
    !key ? beginning(state) : isGone ? gone(state) : known({ state, reviewing, agents }),
    question(state),
  );
}

// Without a key

function beginning(state) {
  const { isBusy } = state.store.state;
  return [
    h(
      "section",
      { class: "card", key: "begin", "aria-labelledby": "begin-title" },
      h("h2", { id: "begin-title" }, t("Keep your games on this server")),
      h(
        "p",
        {},
        t("Your finished games are kept here, with search, results and your accuracy over time. There is no account: the server makes a key, and whoever has the key sees the games."),
      ),
      h(
        "div",
        { class: "buttons" },
        button(t("Keep my games on this server"), state.begin, { kind: "primary", disabled: isBusy }),
      ),
      h(
        "p",
        { class: "soft small" },
        t("The server stores the games, your name, and a digest of the key. You can delete all of it at any time."),
      ),
    ),
    h(
      "section",
      { class: "card", key: "use", "aria-labelledby": "use-title" },
      h("h2", { id: "use-title" }, t("I have a key")),
      keyForm(state),
    ),
  ];
}

function keyForm(state) {
  const submit = (event) => {
    event.preventDefault();
    const key = readKey(event.currentTarget.elements.key.value);
    if (key) state.use(key);
    else state.store.change({ problem: t("This is not a key: a key has 26 letters and digits.") });
  };
  return h(
    "form",
    { class: "key-form", on: { submit } },
    field(
      t("Key of another device"),
      h("input", {
        ...{ name: "key", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" },
        ...{ maxlength: 80, required: true },
      }),
    ),
    h("button", { type: "submit", disabled: state.store.state.isBusy }, t("Show the games")),
  );
}

function gone(state) {
  return h(
    "section",
    { class: "card", key: "gone", role: "alert" },
    h("h2", {}, t("The key is gone")),
    h("p", {}, t("This server does not know your key any more: everything was deleted from another device, or the server has a new file of games.")),
    h("div", { class: "buttons" }, button(t("Forget the key on this device"), state.forget, { kind: "primary" })),
  );
}

// With a key

function known({ state, reviewing, agents }) {
  const { answer, error } = state.about.state;
  if (answer === null) return error ? failure(error, state.load) : loading(t("Loading the games …"));
  const isFull = answer.games >= answer.most_games;
  return [
    isFull &&
      h(
        "p",
        { class: "problem", key: "full", role: "alert" },
        t("The server keeps {most} games for you, and has that many: further games are not added. Export them and delete some.", { most: answer.most_games }),
      ),
    h(
      "div",
      { class: "my-columns", key: "columns" },
      h(
        "div",
        { class: "my-main" },
        h(
          "section",
          { class: "card", key: "list", "aria-labelledby": "list-title" },
          h("h2", { id: "list-title" }, tn("{n} game", "{n} games", answer.games)),
          answer.games === 0
            ? h("p", { class: "soft" }, t("No games yet. Games appear here when they are over."))
            : [searchForm({ state, agents }), gameList({ state, agents })],
        ),
      ),
      h(
        "div",
        { class: "my-side" },
        answer.games > 0 && accuracyCard({ state, reviewing }),
        answer.games > 0 && resultsCard({ state, agents }),
        keyCard(state, answer),
      ),
    ),
  ];
}

function keyCard(state, { name }) {
  const { isKeyShown, isBusy } = state.store.state;
  const { key } = person.state;
  const link = `${location.origin}/games#key=${key}`;
  return h(
    "section",
    { class: "card", key: "key", "aria-labelledby": "key-title" },
    h("h2", { id: "key-title" }, t("Your key")),
    h("p", {}, t("The server knows {name} by this key. Type it on another device, or open the link there. Keep it to yourself, and write it down: nobody can find it out again.", { name })),
    isKeyShown
      ? [
          copied(t("Key"), key),
          copied(t("Link"), link),
        ]
      : null,
    h(
      "div",
      { class: "buttons" },
      button(isKeyShown ? t("Hide the key") : t("Show the key"), () => state.store.change({ isKeyShown: !isKeyShown })),
      button(t("Forget the key on this device"), () => state.store.change({ asking: { kind: "forget" } }), { disabled: isBusy }),
      button(t("Delete everything"), () => state.store.change({ asking: { kind: "delete" } }), { disabled: isBusy }),
    ),
  );
}

function copied(label, text) {
  return h(
    "div",
    { class: "key-line", key: label },
    field(label, h("input", { type: "text", readonly: true, set: { value: text }, on: { focus: (event) => event.currentTarget.select() } })),
    button(t("Copy"), () => navigator.clipboard?.writeText(text), { label: t("Copy: {label}", { label }) }),
  );
}

// Questions

function question(state) {
  const { asking } = state.store.state;
  if (asking === null) return null;
  const close = () => state.store.change({ asking: null });
  const { title, text, yes, run } = QUESTIONS[asking.kind](state, asking);
  return dialog(
    { title, close },
    h("p", {}, text),
    h(
      "div",
      { class: "buttons" },
      button(yes, run, { kind: "primary" }),
      button(t("Cancel"), (event) => event.currentTarget.closest("dialog").close()),
    ),
  );
}

const QUESTIONS = {
  remove: (state, { game }) => ({
    title: t("Delete this game?"),
    text: t("It cannot be restored. If you played a person, the game stays in that person's list, without your name."),
    yes: t("Delete"),
    run: () => state.remove(game),
  }),
  delete: (state) => ({
    title: t("Delete everything?"),
    text: t("The key, your name, your ratings and all your games are deleted from this server. They cannot be restored."),
    yes: t("Delete everything"),
    run: state.deleteAll,
  }),
  forget: (state) => ({
    title: t("Forget the key?"),
    text: t("The games stay on the server, but without the key nobody can see them. Have you written it down?"),
    yes: t("Forget the key"),
    run() {
      state.store.change({ asking: null });
      state.forget();
    },
  }),
  linked: (state, { key }) => ({
    title: t("Use the key of this link?"),
    text: person.state.key
      ? t("This browser has another key. The games of that key can only be seen with it: write it down first. Use the key of the link only if it is yours: whoever has it sees what you play here.")
      : t("Use it only if it is your own key. The games of this browser are added to it, and whoever has the key sees what you play here."),
    yes: t("Use this key"),
    run() {
      state.store.change({ asking: null });
      state.use(key);
    },
  }),
};
