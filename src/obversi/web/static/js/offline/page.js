// The page about the features that work without the server.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";

export function openOffline() {
  return { title: t("Without a connection"), view };
}

function view() {
  const works = [
    ["/study/rules", t("Learn the rules")],
    ["/study/lessons", t("Lessons on strategy")],
    ["/study/puzzles", t("Puzzles that are kept on this device")],
    ["/study/two", t("A game for two on one board")],
    ["/analyse", t("Boards and variations, without the engine")],
  ];
  return [
    h("h1", { key: "title" }, t("Without a connection")),
    h(
      "section",
      { class: "card", key: "works" },
      h("h2", {}, t("This works")),
      h("ul", { class: "offline-places" }, works.map(([to, words]) => h("li", { key: to }, h("a", { href: to }, words)))),
    ),
    h(
      "section",
      { class: "card", key: "needs" },
      h("h2", {}, t("This needs the server")),
      h("p", {}, t("Games against the computer and other people, the engine's values, reviews, books, openings, tournaments and the laboratory.")),
      h("p", {}, t("The app connects again by itself. Nothing that you have finished is lost.")),
    ),
    h(
      "section",
      { class: "card", key: "install" },
      h("h2", {}, t("Install the app")),
      h("p", {}, t("Choose “Install” or “Add to home screen” in the menu of the browser. It opens in a window of its own then, with or without a connection.")),
    ),
  ];
}
