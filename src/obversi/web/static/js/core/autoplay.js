// Automatic play of moves, one after another, at a chosen speed.

import { button } from "./choice.js";
import { h, say } from "./dom.js";
import { t } from "./language.js";
import { keep, kept } from "./settings.js";

const PLACE = "obversi.autoplay";
const SPEEDS = [0.5, 1, 2, 4, 8]; // seconds a move
const USUAL = 2;

/**
 * `place()` returns {at, last}, `go(at)` goes to a step, and `redraw()` is called when the view changes.
 * @param {{place: () => {at: number, last: number}, go: (at: number) => void, redraw: () => void}} options
 */
export function makeAutoplay({ place, go, redraw }) {
  let timer = null;
  let expected = null; // the reached step; another one means that the user went elsewhere
  let seconds = SPEEDS.includes(kept(PLACE)) ? kept(PLACE) : USUAL;

  function step() {
    const { at, last } = place();
    if (at !== expected || at >= last) return stop();
    expected = at + 1;
    go(at + 1);
    if (at + 1 >= last) return stop();
    timer = setTimeout(step, seconds * 1000);
  }

  function stop() {
    clearTimeout(timer);
    timer = null;
    redraw();
  }

  function start() {
    const { at, last } = place();
    if (last === 0) return;
    if (at >= last) go(0);
    expected = place().at;
    timer = setTimeout(step, seconds * 1000);
    redraw();
  }

  function turn() {
    const isOn = timer !== null;
    if (isOn) stop();
    else start();
    say(isOn ? t("Stopped.") : t("The moves play by themselves."));
  }

  return {
    get isOn() {
      return timer !== null;
    },
    turn,
    /** The button, and the speed while it plays. */
    view() {
      const isOn = timer !== null;
      const words = isOn ? t("Stop playing") : t("Play the moves");
      return h(
        "div",
        { class: "autoplay", key: "autoplay" },
        button(isOn ? "❚❚" : "▶", turn, { kind: "icon", label: words, hint: "W", pressed: isOn }),
        isOn &&
          h(
            "select",
            {
              class: "plain",
              "aria-label": t("Seconds a move"),
              set: { value: String(seconds) },
              on: {
                change: (event) => {
                  seconds = Number(event.currentTarget.value);
                  keep(PLACE, seconds);
                },
              },
            },
            SPEEDS.map((one) =>
              h("option", { key: one, value: String(one) }, t("{seconds} s", { seconds: one })),
            ),
          ),
      );
    },
    close: () => clearTimeout(timer),
  };
}
