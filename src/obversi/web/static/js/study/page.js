// Opens one of the pages of Study.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { closedPage } from "../play/closed.js";
import { openLesson } from "./lesson.js";
import { openLessonList } from "./lesson_list.js";
import { openMenu } from "./menu.js";
import { openOffline } from "../offline/page.js";
import { openTwo } from "../offline/two.js";
import { openOpenings } from "./openings.js";
import { openPerfect } from "./perfect.js";
import { openPuzzle } from "./puzzle.js";
import { openPuzzles } from "./puzzles.js";
import { openRules } from "./rules.js";
import { openSearchTree } from "./search_tree.js";
import { openTraining } from "./training.js";

const SECTIONS = {
  puzzles: (app, id) => (id === undefined ? openPuzzles(app) : openPuzzle(app, id)),
  perfect: openPerfect,
  openings: (app, part, color) =>
    part === "training" ? openTraining(app, color) : openOpenings(app),
  rules: openRules,
  lessons: (app, ...name) => (name.length ? openLesson(app, name.join("/")) : openLessonList(app)),
  tree: openSearchTree,
  two: openTwo,
  offline: openOffline,
};

// The pages with values of moves in any position.
const ENGINES = ["perfect", "openings", "tree"];

/**
 * @param {any} app
 * @param {string[]} parts
 */
export function open(app, [section, ...rest]) {
  if (section === undefined) return openMenu(app);
  const closed = ENGINES.includes(section) ? closedPage(app) : null;
  if (closed) return closed;
  if (Object.hasOwn(SECTIONS, section)) return SECTIONS[section](app, ...rest);
  const problem = t("Page not found: {path}", { path: location.pathname });
  return { title: t("Study"), view: () => h("p", { class: "problem", role: "alert" }, problem) };
}
