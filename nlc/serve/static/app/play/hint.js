// A hint in stages: where to look, which rule, what follows, and that it is drawn.

import {withRim} from "../board/rim.js";
import {byId, h} from "../dom.js";
import {sentence} from "../heading.js";

/** @typedef {{variable: string, element: string, value: boolean | string | null, is: boolean}} Fact */

/**
 * @typedef {object} Hint
 * @property {string} status
 * @property {Fact[]} facts what follows, or what is wrong
 * @property {string[]} marks elements where to look
 * @property {string[]} reasons
 * @property {string} so what follows, in words
 * @property {string[]} assumed facts that lead to a contradiction
 * @property {number} easy how many other steps are as easy
 */

const STATUS = /** @type {Record<string, string>} */ ({
  solved: "All is drawn already.",
  open: "Nothing more is certain: the puzzle has several solutions.",
  "no solution": "The puzzle has no solution.",
  undecided: "No step was found in time.",
  none: "This file has no hints.",
});

/**
 * @param {Hint} hint
 * @param {import("../board/play.js").Play} play
 * @param {HTMLElement} verdict
 * @param {() => void} [taken] is called when the step is drawn, or passed over
 */
export function showHint(hint, play, verdict, taken = () => {}) {
  const {status, facts, marks} = hint;
  verdict.className = "verdict";
  if (/r\d+c\d|\b(row|column)s? \d/.test([...hint.reasons, hint.so].join(" "))) withRim(play.svg, play.board);
  if (status === "wrong") {
    verdict.className = "verdict bad";
    verdict.replaceChildren(h("p", {}, "Something that is drawn cannot be right."),
      h("ul", {}, ...hint.reasons.map((each) => h("li", {}, `${sentence(each)}.`))));
    play.layer.point([{elements: facts.map((fact) => fact.element), kind: "broken"}]);
    return;
  }
  if (status !== "steps") {
    verdict.replaceChildren(h("p", {}, STATUS[status] ?? status));
    return;
  }
  const look = {elements: marks, kind: "reason"};
  const all = () => play.layer.point([look, ...[false, true].map((no) => (
    {elements: facts.filter((fact) => no === (fact.value === false)).map((fact) => fact.element), kind: no ? "not" : "step"}))]);
  const more = h("p", {hidden: true}, `So: ${hint.so}.`);
  const easy = hint.easy ? [h("p", {class: "note"}, `${hint.easy} other ${hint.easy > 1 ? "steps are" : "step is"} as easy.`)] : [];
  const drawable = facts.some((fact) => stateOf(fact, play) !== null);
  const drawn = () => {
    for (const fact of facts) play.answer.set(fact.variable, fact.element, stateOf(fact, play) ?? play.answer.get(fact.variable, fact.element));
    taken();
    play.answer.commit();
  };
  const draw = h("button", {type: "button", class: "strong", hidden: true, click: drawn}, "Draw it");
  const on = h("button", {type: "button", hidden: true, click: () => {
    drawn();
    byId("hint").click(); // so one walks the whole way
  }}, drawable ? "Draw it, next step" : "Next step");
  const tell = h("button", {type: "button", id: "hint-more", click: () => {
    more.hidden = on.hidden = false;
    draw.hidden = !drawable;
    tell.hidden = true;
    all();
    (drawable ? draw : on).focus({preventScroll: true}); // the board stays in view
  }}, "What follows?");
  const opposite = hint.assumed.map((each) => h("p", {class: "note"}, `Suppose the opposite, ${each}: that leads to a contradiction.`));
  verdict.replaceChildren(h("p", {}, "Look at the marked place."),
    h("ul", {}, ...hint.reasons.map((text) => h("li", {}, sentence(text) + "."))), ...opposite, more, ...easy,
    h("div", {class: "bar"}, tell, draw, on));
  play.layer.point([look]);
}

/**
 * The state that a fact gives its element; null if there is nothing to draw.
 * @param {Fact} fact
 * @param {import("../board/play.js").Play} play
 */
export function stateOf({variable, value, is}, play) {
  if (!play.puzzle.variables.find((each) => each.name === variable)?.shown) return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return is ? value : null;
}
