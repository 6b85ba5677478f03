// What a visitor can choose for all pages.

import { choice, field, tick } from "./choice.js";
import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { settings } from "./settings.js";

const THEMES = [
  ["system", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** The dialog; `renamed()` is called when the visitor has another name. */
export function settingsDialog({ renamed, close }) {
  const { name, theme, dots, preview, motion, turned, shortcuts } = settings.state;
  return dialog(
    { title: "Settings", close },
    field(
      "What others see you called",
      h("input", {
        type: "text",
        maxlength: 40,
        set: { value: name },
        on: {
          change: (event) => {
            settings.change({ name: event.currentTarget.value.trim() || "Guest" });
            renamed();
          },
        },
      }),
    ),
    choice({
      legend: "Light or dark",
      name: "theme",
      value: theme,
      options: THEMES,
      change: (value) => settings.change({ theme: value }),
    }),
    tick("Dots on squares that can be played", dots, (value) => settings.change({ dots: value })),
    tick("Show what a move would turn", preview, (value) => settings.change({ preview: value })),
    tick("Discs are seen turning", motion, (value) => settings.change({ motion: value })),
    tick("The board is turned", turned, (value) => settings.change({ turned: value })),
    tick("Keys of one letter", shortcuts, (value) => settings.change({ shortcuts: value })),
  );
}
