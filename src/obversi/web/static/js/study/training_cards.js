// The cards of opening training: each is a position whose book move has to be known. They are stored in the
// browser, in boxes: a known card moves to the next box, where it rests longer.

import { gameLink } from "../core/game_link.js";
import { tn } from "../core/language.js";
import { keep, kept } from "../core/settings.js";
import { RULES, SIZES } from "../core/words.js";

const PLACE = "obversi.training";

const MINUTE = 60_000; // milliseconds
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// How long a card rests in each box.
const RESTS = [0, 10 * MINUTE, DAY, 4 * DAY, 14 * DAY];

/** The box of cards that are no longer asked. */
export const LAST_BOX = RESTS.length;

const MOST_CARDS = 3000; // the cards asked longest ago are forgotten first
const MOVES = /^([a-h][1-8])*$/;

/**
 * Read the cards, those that were asked last first. Each has `rules`, `size`, `color`, the `moves`
 * to its position, of which the first are the `start` of the training, its `box`, and the time when
 * it is `due`. The stored text may be damaged, so only complete cards are returned.
 */
export function storedCards() {
  const found = kept(PLACE);
  const cards = Array.isArray(found?.cards) ? found.cards.filter(isCard) : [];
  return cards.map(({ rules, size, color, start, moves, box, due }) => ({
    ...{ rules, size, color, start, moves, box, due },
  }));
}

export function keepCards(cards) {
  keep(PLACE, { cards: cards.slice(0, MOST_CARDS) });
}

function isCard(card) {
  if (card === null || typeof card !== "object") return false;
  const { rules, size, color, start, moves, box, due } = card;
  return (
    Object.hasOwn(RULES, String(rules)) &&
    SIZES.includes(size) &&
    ["black", "white"].includes(color) &&
    [start, moves].every((text) => typeof text === "string" && MOVES.test(text)) &&
    moves.startsWith(start) &&
    Number.isInteger(box) &&
    box >= 0 &&
    box <= LAST_BOX &&
    Number.isFinite(due)
  );
}

/** The cards of a training: those of its game and colour whose moves begin with its own. */
export function cardsOf(cards, { rules, size, color, moves }) {
  return cards.filter(
    (card) =>
      card.rules === rules &&
      card.size === size &&
      card.color === color &&
      card.moves.startsWith(moves),
  );
}

export function isDue({ box, due }, now) {
  return box < LAST_BOX && due <= now;
}

/** The card that has been due for the longest time, or null. */
export function nextDue(cards, now) {
  const due = cards.filter((card) => isDue(card, now));
  return due.sort((one, other) => one.due - other.due)[0] ?? null;
}

/**
 * The cards after one of them was asked, which may be new. A right answer puts it into the next box
 * if it was due; a wrong one puts it back into the first.
 */
export function withAnswer(cards, answered, isRight, now) {
  const isSame = (card) => idOf(card) === idOf(answered);
  const { box, due } = cards.find(isSame) ?? { box: 0, due: now };
  const isEarly = isRight && !isDue({ box, due }, now);
  const next = isRight ? Math.min(box + 1, LAST_BOX) : 0;
  const after = isEarly ? { box, due } : { box: next, due: now + (RESTS[next] ?? 0) };
  return [{ ...answered, ...after }, ...cards.filter((card) => !isSame(card))];
}

function idOf({ rules, size, color, moves }) {
  return [rules, size, color, moves].join(" ");
}

/** The numbers of all, of due and of known cards, and the milliseconds until the next is due. */
export function summaryOf(cards, now) {
  const waiting = cards.filter((card) => card.box < LAST_BOX && !isDue(card, now));
  return {
    all: cards.length,
    due: cards.filter((card) => isDue(card, now)).length,
    known: cards.filter(({ box }) => box === LAST_BOX).length,
    next: waiting.length > 0 ? Math.min(...waiting.map(({ due }) => due)) - now : null,
  };
}

/** The trainings that have due cards: {rules, size, color, moves, due}, in the order of the cards. */
export function dueTrainings(cards, now) {
  const trainings = new Map();
  for (const card of cards) {
    if (!isDue(card, now)) continue;
    const { rules, size, color, start } = card;
    const id = idOf({ rules, size, color, moves: start });
    const due = (trainings.get(id)?.due ?? 0) + 1;
    trainings.set(id, { rules, size, color, moves: start, due });
  }
  return [...trainings.values()];
}

/** The address of a training: the moves of a colour after those of a game. */
export function trainingAddress({ rules, size, moves, color }) {
  return `/study/openings/training/${color}${gameLink({ rules, size, moves })}`;
}

/** When a card is due, in words. */
export function waitWords(milliseconds) {
  // Rounded, so that almost a day is a day.
  const many = (unit) => Math.max(Math.round(milliseconds / unit), 1);
  if (milliseconds > 0.95 * DAY) {
    return tn("The next one is due in {n} day.", "The next one is due in {n} days.", many(DAY));
  }
  if (milliseconds > 0.95 * HOUR) {
    return tn("The next one is due in {n} hour.", "The next one is due in {n} hours.", many(HOUR));
  }
  return tn("The next one is due in {n} minute.", "The next one is due in {n} minutes.", many(MINUTE));
}
