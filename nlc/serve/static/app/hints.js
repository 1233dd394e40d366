// Hint: the next step with its reason, where the server can give one.

import {stream} from "./api.js";
import {Clock} from "./clock.js";
import {byId, h} from "./dom.js";
import {notify, told} from "./page.js";
import {showHint} from "./play/hint.js";

/** @param {import("./page.js").Page} page @param {HTMLElement} verdict */
export function hints(page, verdict) {
  const {puzzle, picture} = page;
  const button = /** @type {HTMLButtonElement} */ (byId("hint"));
  /** @type {AbortController | null} */
  let running = null;
  byId("stop").addEventListener("click", () => running?.abort());
  button.addEventListener("click", async () => {
    const {play} = picture;
    if (!play || running) return;
    running = new AbortController();
    button.setAttribute("aria-disabled", "true");
    verdict.className = "verdict";
    const clock = new Clock();
    try {
      for await (const line of stream("/api/hint", {...puzzle.asked, drawn: play.drawn()}, running.signal)) {
        if (line.event === "queued" || line.event === "progress") clock.tell(line);
        else if (line.event === "hint" && picture.play === play) showHint(hintOf(line), play, verdict);
        else if (line.event === "error") verdict.replaceChildren(h("p", {}, line.diagnostics[0]?.message ?? ""));
        else if (line.event === "stopped") verdict.replaceChildren(h("p", {}, line.message));
      }
    } catch (error) {
      const words = told(error);
      if (words) notify(words);
    } finally {
      clock.end();
      button.removeAttribute("aria-disabled");
      running = null;
    }
  });
}

/** @param {import("./types").Line} line @returns {import("./play/hint.js").Hint} */
function hintOf({hint, words, assumed}) {
  const {status, steps, wrong, facts} = hint;
  const step = steps.at(-1);
  if (status === "wrong" || !step) return {status, facts: wrong, marks: [], reasons: words, so: "", assumed, easy: 0};
  const named = (/** @type {number[]} */ numbers) => numbers.map((i) => facts[i]);
  // A technique that has words is shown by its own cells, not by every fact and rule that it takes.
  const known = step.words ? step.cells : named(step.known).map((fact) => fact.element);
  const cited = /** @type {any[]} */ (step.words ? [] : step.rules.map((/** @type {number} */ i) => hint.rules[i]));
  const places = cited.flatMap((rule) => [...rule.place, ...rule.clues.map((/** @type {any} */ clue) => clue.element)]);
  const before = /** @type {any[]} */ (steps.slice(0, -1)).map((each) => each.why);
  const reasons = [...before, step.words ? step.technique : step.why]; // words tell the answer
  return {status, facts: named(step.facts), marks: [...known, ...places], reasons, so: step.words ?? words.join("; "), assumed, easy: hint.as_easy.length};
}
