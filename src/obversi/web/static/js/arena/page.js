// Opens one of the pages of the arena and the lab.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { openGame } from "./game.js";
import { openLab } from "./lab.js";
import { openRuns } from "./runs.js";
import { openRatings } from "./ratings.js";
import { openTournament } from "./tournament.js";
import { openTournaments } from "./tournaments.js";

export function open(app, parts) {
  const [number, games, game] = parts;
  if (location.pathname.startsWith("/lab")) return openLab(app);
  if (parts.length === 0) return openTournaments(app);
  if (parts.length === 1 && number === "ratings") return openRatings(app);
  if (parts.length === 1 && number === "runs") return openRuns(app);
  if (parts.length === 1) return openTournament(app, number);
  if (parts.length === 3 && games === "games") return openGame(app, number, game);
  const problem = t("Page not found: {path}", { path: location.pathname });
  return { title: t("Arena"), view: () => h("p", { class: "problem", role: "alert" }, problem) };
}
