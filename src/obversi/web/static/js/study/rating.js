// The user's rating in puzzles: Glicko-2 (Glickman, 2022), a puzzle being a game against its rating.

import { keep, kept } from "../core/settings.js";
import { makeStore } from "../core/store.js";

const PLACE = "obversi.puzzles.rating";

const SCALE = 173.7178;
const MIDDLE = 1500;
const TAU = 0.5; // how fast the volatility may change
const PRECISION = 1e-6;

const PUZZLE_DEVIATION = 100; // ratings of puzzles are estimates

/** The rating of a new user: below the middle, because the first puzzles should be easy. */
export const FRESH = Object.freeze({ rating: 1000, deviation: 350, volatility: 0.06, games: 0 });

/**
 * The rating after some games, [{rating, deviation, score}, …]; a score is 1, 0 or between.
 * @param {{rating: number, deviation: number, volatility: number, games: number}} player
 * @param {{rating: number, deviation: number, score: number}[]} games
 */
export function rated(player, games) {
  const mu = (player.rating - MIDDLE) / SCALE;
  const phi = player.deviation / SCALE;
  const parts = games.map(({ rating, deviation, score }) => {
    const weight = weightOf(deviation / SCALE);
    const expected = 1 / (1 + Math.exp(-weight * (mu - (rating - MIDDLE) / SCALE)));
    return { weight, expected, score };
  });
  const information = sum(parts, ({ weight, expected }) => weight ** 2 * expected * (1 - expected));
  const surprise = sum(parts, ({ weight, expected, score }) => weight * (score - expected));
  const variance = 1 / information;
  const volatility = volatilityAfter({
    ...{ phi, variance, delta: variance * surprise, sigma: player.volatility },
  });
  const deviation = 1 / Math.sqrt(1 / (phi ** 2 + volatility ** 2) + information);
  return {
    rating: MIDDLE + SCALE * (mu + deviation ** 2 * surprise),
    deviation: SCALE * deviation,
    volatility,
    games: player.games + games.length,
  };
}

function weightOf(phi) {
  return 1 / Math.sqrt(1 + (3 * phi ** 2) / Math.PI ** 2);
}

function sum(parts, value) {
  return parts.reduce((total, part) => total + value(part), 0);
}

// Step 5 of the paper: the zero of a function, by the Illinois method.
function volatilityAfter({ phi, variance, delta, sigma }) {
  const start = Math.log(sigma ** 2);
  const slope = (x) => {
    const e = Math.exp(x);
    const spread = phi ** 2 + variance + e;
    return (e * (delta ** 2 - spread)) / (2 * spread ** 2) - (x - start) / TAU ** 2;
  };
  let low = start;
  let high = Math.log(delta ** 2 - phi ** 2 - variance);
  if (Number.isNaN(high) || high === -Infinity) {
    let steps = 1;
    while (slope(start - steps * TAU) < 0) steps += 1;
    high = start - steps * TAU;
  }
  let [atLow, atHigh] = [slope(low), slope(high)];
  while (Math.abs(high - low) > PRECISION) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = slope(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}

// One rating for each game, stored in this browser.

export const ratings = makeStore(stored());

ratings.listen((state) => keep(PLACE, state));

function stored() {
  const found = kept(PLACE) ?? {};
  const sound = (one) =>
    one && Object.keys(FRESH).every((name) => Number.isFinite(one[name])) && one.deviation > 0
      ? one
      : FRESH;
  return { normal: sound(found.normal), reversed: sound(found.reversed) };
}

/** Count a puzzle that was tried for the first time; return how much the rating changed. */
export function rate({ rules, rating }, score) {
  const before = ratings.state[rules];
  const after = rated(before, [{ rating, deviation: PUZZLE_DEVIATION, score }]);
  ratings.change({ [rules]: after });
  return Math.round(after.rating) - Math.round(before.rating);
}

/** A rating in words: "1040 ± 180", with its 95 % interval. */
export function ratingText({ rating, deviation }) {
  return `${Math.round(rating)} ± ${Math.round(1.96 * deviation)}`;
}
