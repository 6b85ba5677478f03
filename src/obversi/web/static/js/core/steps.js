// Stepping through positions one after another: four buttons, and the keys that do the same.

import { h } from "./dom.js";
import { keyName } from "./keys.js";
import { t } from "./language.js";

const BACK = "M15 5l-7 7 7 7";
const FORWARD = "M9 5l7 7-7 7";

const WAYS = [
  { words: t("First"), hint: keyName("Home"), icon: `${BACK}M5 5v14`, to: () => 0 },
  { words: t("Back"), hint: "←", icon: BACK, to: (at) => at - 1 },
  { words: t("Forward"), hint: "→", icon: FORWARD, to: (at) => at + 1 },
  { words: t("Last"), hint: keyName("End"), icon: `${FORWARD}M19 5v14`, to: (at, last) => last },
];

/** Buttons for step `at` of 0 to `last`; `go(step)` is called with the new step. */
export function stepButtons({ at, last, go, label = t("Steps") }) {
  return h(
    "div",
    { class: "steps", role: "group", "aria-label": label },
    WAYS.map(({ words, hint, icon, to }) => {
      const target = to(at, last);
      const isThere = target === at || target < 0 || target > last;
      return h(
        "button",
        {
          type: "button",
          key: words,
          title: `${words} (${hint})`,
          "aria-label": words,
          // A disabled button would lose the focus at the end of the line.
          "aria-disabled": isThere ? "true" : null,
          on: { click: () => !isThere && go(target) },
        },
        drawn(icon),
      );
    }),
  );
}

function drawn(icon) {
  const path = h("path", { d: icon });
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
}

/** The keys for stepping: `place()` returns {at, last}. */
export function stepKeys({ place, go }) {
  const step = (to) => () => {
    const { at, last } = place();
    const target = Math.min(Math.max(to(at, last), 0), last);
    if (target !== at) go(target);
  };
  return [
    { keys: ["ArrowLeft", "k"], words: t("one step back"), run: step((at) => at - 1) },
    { keys: ["ArrowRight", "j"], words: t("one step forward"), run: step((at) => at + 1) },
    { keys: ["Home"], words: t("to the first position"), run: step(() => 0) },
    { keys: ["End"], words: t("to the last position"), run: step((at, last) => last) },
  ];
}
