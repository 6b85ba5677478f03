// Ratings of persons on the Play page.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { signed } from "../core/words.js";

/** "1523", or "1523?" while it is provisional. */
export function ratingText({ rating, provisional }) {
  return provisional ? `${rating}?` : String(rating);
}

/** A rating beside a name, or nothing. */
export function ratingMark(rating) {
  if (!rating) return null;
  const title = rating.provisional ? t("Provisional rating") : t("Rating");
  return h("span", { key: "rating", class: "rating numbers soft", title }, ratingText(rating));
}

/** The change of the user's rating by the game, or "". */
export function ratingChangeText({ ending, rated, ratings, yours }) {
  if (!rated || !ending || yours.length !== 1) return "";
  const [own] = yours;
  const change = ending[`${own}_change`] ?? null;
  if (change === null) return t("Your rating does not change.");
  const rating = (ratings[own]?.rating ?? FIRST) + change;
  return t("Your rating: {rating} ({change}).", { rating, change: signed(change) });
}

// The rating before the first game.
const FIRST = 1500;
