// Answers that are asked for again while something goes on, and while somebody looks.

/** Milliseconds until the next question: while something goes on, and while something may begin. */
export const SOON = 2000;
export const LATER = 10000;

/** Keep an answer fresh: `pauseOf(answer)` says after how long, null for no longer. */
export function keepFresh(answer, pauseOf) {
  let timer = null;

  function pause() {
    const { answer: found } = answer.state;
    return found === null || document.hidden ? null : pauseOf(found);
  }

  function plan() {
    clearTimeout(timer);
    const milliseconds = pause();
    if (milliseconds !== null) timer = setTimeout(answer.ask, milliseconds);
  }

  function look() {
    clearTimeout(timer);
    if (pause() !== null) answer.ask();
  }

  const end = answer.listen(({ waiting }) => !waiting && plan());
  document.addEventListener("visibilitychange", look);
  return () => {
    end();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
