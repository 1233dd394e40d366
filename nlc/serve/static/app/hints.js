// Hint: the next step with its reason, where the server can give one. First where to look, then what to draw.

import {stream} from "./api.js";
import {Clock} from "./clock.js";
import {byId, h} from "./dom.js";
import {sentence} from "./heading.js";
import {notify, told} from "./page.js";

/** @typedef {{variable: string, element: string, value: boolean | string | null, is: boolean}} Fact */

const STATUS = /** @type {Record<string, string>} */ ({
  solved: "All is drawn already.",
  open: "Nothing more is certain: the puzzle has several solutions.",
  "no solution": "The puzzle has no solution.",
  undecided: "No step was found in time.",
});

/**
 * @param {import("./page.js").Page} page
 * @param {HTMLElement} verdict
 */
export function hints(page, verdict) {
  const {routes, puzzle, picture} = page;
  const button = /** @type {HTMLButtonElement} */ (byId("hint"));
  button.hidden = !routes.has("/api/hint");
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
        else if (line.event === "hint" && picture.play === play) show(line, play, verdict);
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

/**
 * @param {import("./types").Line} line
 * @param {import("./board/play.js").Play} play
 * @param {HTMLElement} verdict
 */
function show({hint, words, assumed}, play, verdict) {
  const {status, steps, wrong} = hint;
  if (status === "wrong") {
    verdict.className = "verdict bad";
    verdict.replaceChildren(h("p", {}, "Something that is drawn cannot be right."),
      h("ul", {}, ...words.map((/** @type {string} */ each) => h("li", {}, `${sentence(each)}.`))));
    play.layer.point([{elements: wrong.map((/** @type {Fact} */ fact) => fact.element), kind: "broken"}]);
    return;
  }
  const step = steps.at(-1);
  if (!step) {
    verdict.replaceChildren(h("p", {}, STATUS[status] ?? status));
    return;
  }
  const named = (/** @type {number[]} */ numbers) => numbers.map((i) => /** @type {Fact} */ (hint.facts[i]));
  const facts = named(step.facts);
  // A technique that has words is shown by its own cells, not by every fact and rule that it takes.
  const known = step.words ? step.cells : named(step.known).map((fact) => fact.element);
  const cited = /** @type {any[]} */ (step.words ? [] : step.rules.map((/** @type {number} */ i) => hint.rules[i]));
  const places = cited.flatMap((rule) => [...rule.place, ...rule.clues.map((/** @type {any} */ clue) => clue.element)]);
  const look = () => play.layer.point([{elements: [...known, ...places], kind: "reason"}]);
  const all = () => play.layer.point([{elements: [...known, ...places], kind: "reason"}, ...[false, true].map((no) => (
    {elements: facts.filter((fact) => no === (fact.value === false)).map((fact) => fact.element), kind: no ? "not" : "step"}))]);
  const before = /** @type {any[]} */ (steps.slice(0, -1)).filter((each) => each.words).map((each) => `${each.technique}: ${each.words}`);
  const reasons = [...before, ...(step.technique ? [step.technique] : []), ...new Set(cited.map((rule) => rule.text || rule.rule))];
  const more = h("p", {hidden: true}, `So: ${step.words ?? words.join("; ")}.`);
  const others = hint.as_easy.length;
  const easy = others ? [h("p", {class: "note"}, `${others} other ${others > 1 ? "steps are" : "step is"} as easy.`)] : [];
  const drawn = () => {
    for (const fact of facts) put(fact, play);
    play.answer.commit();
  };
  const draw = h("button", {type: "button", class: "strong", hidden: true, click: drawn}, "Draw it");
  const on = h("button", {type: "button", hidden: true, click: () => {
    drawn();
    byId("hint").click(); // so one walks the whole way
  }}, "Draw it, next step");
  const tell = h("button", {type: "button", id: "hint-more", click: () => {
    more.hidden = draw.hidden = on.hidden = false;
    tell.hidden = true;
    all();
    draw.focus({preventScroll: true}); // the board stays in view
  }}, "What follows?");
  const opposite = assumed.map((/** @type {string} */ each) => h("p", {class: "note"}, `Suppose the opposite, ${each}: that leads to a contradiction.`));
  verdict.replaceChildren(h("p", {}, "Look at the marked place."),
    h("ul", {}, ...reasons.map((text) => h("li", {}, sentence(text) + "."))), ...opposite, more, ...easy,
    h("div", {class: "bar"}, tell, draw, on));
  look();
}

/**
 * Draw a fact.
 * @param {Fact} fact
 * @param {import("./board/play.js").Play} play
 */
function put({variable, element, value, is}, play) {
  const found = play.puzzle.variables.find((each) => each.name === variable);
  if (!found?.shown) return;
  if (typeof value === "boolean") play.answer.set(variable, element, value ? "yes" : "no");
  else if (is && value !== null) play.answer.set(variable, element, value);
}
