// What a check says, in words and on the board.

import {h} from "../dom.js";
import {sentence} from "../heading.js";

const WORDS = {
  complete: "Complete. Solved! Every rule holds.",
  possible: "Possible. So far, no rule is broken.",
  broken: "Broken. Some rules are broken.",
};

/** @param {HTMLElement} verdict @param {import("../board/play.js").Play} play @param {import("../types").Checked} checked */
export function showChecked(verdict, play, {status, violations, diagnostics}) {
  const found = violations.filter((each) => each.wrong || status !== "broken");
  const drawn = found.filter((each) => each.text !== null || play.puzzle.variables.some(({name}) => name === each.rule));
  const broken = drawn.length ? drawn : found; // of what nobody draws only if that is all
  // What is only missing is shown where it is pointed at: at first it is everywhere.
  play.layer.point(broken.filter((each) => each.wrong).map(({elements}) => ({elements, kind: "broken"})));
  /** @type {Map<string, import("../types").Violation[]>} */
  const rules = new Map();
  for (const each of broken) {
    const text = sentence(each.text === null ? "a value is missing" : each.text || each.rule);
    rules.set(text, [...(rules.get(text) ?? []), each]);
  }
  const lines = [...rules].map(([text, several]) => {
    const kind = several[0].wrong ? "broken" : "open";
    const elements = several.flatMap((each) => each.elements);
    const here = () => play.layer.point([{elements, kind}]);
    const where = several.length > 1 ? ` (${several.length} places)` : "";
    return h("li", {}, h("button", {type: "button", class: "quiet", click: here, mouseenter: here, focus: here, title: several[0].message}, text + where));
  });
  verdict.className = `verdict ${{complete: "good", broken: "bad", possible: ""}[status]}`;
  const more = status === "possible" && lines.length ? h("p", {class: "note"}, "Still to do:") : null;
  verdict.replaceChildren(h("p", {}, WORDS[status]), ...(more ? [more] : []), h("ul", {}, ...lines),
    ...diagnostics.map((each) => h("p", {class: "wrong"}, each.message)));
}
