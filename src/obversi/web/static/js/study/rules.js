// Learning the rules: one lesson after another, each tried on the board.

import { makeWalk } from "../board/walk.js";
import { say } from "../core/dom.js";
import { t } from "../core/language.js";
import { makeStore } from "../core/store.js";
import { LESSONS } from "./lessons.js";
import { rulesView } from "./rules_view.js";

const PAUSE = 900; // milliseconds before the only move is played

export function openRules(app) {
  const walk = makeWalk();
  const page = makeStore({ step: 0, said: null, done: new Set() });
  let timer = null;

  const [, number = "1"] = /^#step=(\d+)$/.exec(location.hash) ?? [];
  const ends = [walk.listen(app.redraw), page.listen(app.redraw)];
  go(Math.min(Math.max(Number(number) - 1, 0), LESSONS.length - 1));

  function go(step) {
    if (!LESSONS[step]) return;
    begin(step, LESSONS[step].game);
    app.setAddress(`/study/rules#step=${step + 1}`);
  }

  function begin(step, game) {
    clearTimeout(timer);
    walk.show(game, { at: Infinity });
    page.change({ step, said: null });
  }

  async function play(square) {
    await walk.play(square);
    const { step } = page.state;
    const lesson = LESSONS[step];
    const node = walk.state.nodes.at(-1);
    const isRight = lesson.judge(node);
    if (isRight !== null) {
      report(step, isRight, isRight ? node.text : `${node.text} ${lesson.again}`);
    } else if (lesson.task !== null && node.legal.length === 1) {
      timer = setTimeout(() => play(node.legal[0].move), PAUSE);
    }
  }

  function report(step, isRight, text) {
    const { done } = page.state;
    page.change({
      said: { kind: isRight ? "right" : "wrong", text },
      done: isRight ? new Set(done).add(step) : done,
    });
    say(text);
  }

  const acts = {
    play,
    go,
    next: () => go(page.state.step + 1),
    back: () => go(page.state.step - 1),
    again: () => begin(page.state.step, { ...LESSONS[page.state.step].game, ...rulesHere() }),
    setRules: (rules) => walk.show({ ...walk.wanted, rules }, { at: walk.state.at }),
  };

  function rulesHere() {
    return { rules: walk.state.game?.rules ?? "normal" };
  }

  return {
    title: t("Learn the rules"),
    view: () => rulesView({ walk, acts, ...page.state }),
    keys: [
      { keys: ["n"], words: t("the next lesson"), run: acts.next },
      { keys: ["b"], words: t("the lesson before"), run: acts.back },
      { keys: ["r"], words: t("try again"), run: acts.again },
    ],
    close() {
      for (const end of ends) end();
      clearTimeout(timer);
      walk.close();
    },
  };
}
