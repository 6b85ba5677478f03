// Where the focus goes when what had it is gone.

const TITLES = { setup: "setup-title", waiting: "waiting-title", gone: "gone-title" };

/** Put the focus where a phase of the page begins; `isByKeys` is whether keys are in use. */
export function focusPhase(phase, isByKeys) {
  // The page is drawn first.
  setTimeout(() => {
    if (phase in TITLES) document.getElementById(TITLES[phase])?.focus();
    else if (phase === "game") showBoard(isByKeys && document.activeElement === document.body);
  });
}

function showBoard(isFocused) {
  scrollTo({ top: 0 });
  if (!isFocused) return;
  document.querySelector(".play [role=grid] [tabindex='0']")?.focus({ preventScroll: true });
}

/** Whether what has the focus now was reached by keys. */
export function isFocusByKeys() {
  return document.activeElement?.matches(":focus-visible") ?? false;
}
