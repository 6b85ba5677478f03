// The gestures on a board besides pressing squares: the right button draws, the wheel and a swipe step
// through the moves.

const SWIPE = 48; // pixels: about the width of a square on a phone
const WHEEL_STEP = 60; // pixels of scrolling for a move
const LINE_PIXELS = 20; // of a wheel that counts lines
const CLICK_MOMENT = 400; // milliseconds in which the click of a gesture comes

/**
 * Listeners for the element of a board.
 *
 * - `step(direction)` goes a move back (-1) or forward (1), and returns whether there was one;
 * - `draw(start, end, event)`, if given, is called for a drag with the right button, also on one square, and
 *   for any drag while `isDrawing()`.
 * @param {{step: (direction: number) => boolean, draw?: (start: string, end: string, event: any) => void,
 *   isDrawing?: () => boolean}} options
 */
export function makeGestures({ step, draw, isDrawing = () => false }) {
  let begun = null;
  let scrolled = 0;

  return {
    pointerdown(event) {
      const isRight = event.button === 2;
      if (event.pointerType === "mouse" && !isRight && !isDrawing()) return;
      const { clientX: x, clientY: y } = event;
      begun = { square: squareAt(x, y), x, y, isRight };
    },
    pointerup(event) {
      const from = begun;
      begun = null;
      if (!from) return;
      const { clientX: x, clientY: y } = event;
      const square = squareAt(x, y);
      if (from.isRight || isDrawing()) {
        const isDrag = from.isRight || square !== from.square;
        if (!draw || !square || !from.square || !isDrag) return;
        if (!from.isRight) leaveClick(event.currentTarget);
        draw(from.square, square, event);
        return;
      }
      const [right, down] = [x - from.x, y - from.y];
      if (Math.abs(right) < SWIPE || Math.abs(right) < 2 * Math.abs(down)) return;
      leaveClick(event.currentTarget);
      step(right < 0 ? 1 : -1);
    },
    pointercancel() {
      begun = null;
    },
    contextmenu(event) {
      if (draw) event.preventDefault();
    },
    wheel(event) {
      if (event.ctrlKey || event.deltaY === 0) return; // that zooms
      const pixels = event.deltaY * (event.deltaMode === 1 ? LINE_PIXELS : 1);
      scrolled = Math.sign(scrolled) === Math.sign(pixels) ? scrolled + pixels : pixels;
      if (Math.abs(scrolled) < WHEEL_STEP) {
        event.preventDefault();
        return;
      }
      scrolled = 0;
      // At either end the page scrolls.
      if (step(Math.sign(pixels))) event.preventDefault();
    },
  };
}

function squareAt(x, y) {
  /** @type {HTMLElement | null | undefined} */
  const found = document.elementFromPoint(x, y)?.closest("[data-square]");
  return found?.dataset.square ?? null;
}

// A gesture must not count as a click on the square where it ends.
function leaveClick(element) {
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  element.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => element.removeEventListener("click", stop, { capture: true }), CLICK_MOMENT);
}
