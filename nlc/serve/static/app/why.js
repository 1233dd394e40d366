// Why not? Which clues of a board without solution contradict each other, by which rules, and what mends it.

import {stream} from "./api.js";
import {Clock} from "./clock.js";
import {h} from "./dom.js";
import {sentence} from "./heading.js";
import {told} from "./page.js";

/** @typedef {{given: string, element: string, value: string, to?: string, unique?: boolean}} Clue */
/** @typedef {{kind: "wall" | "hole", elements: string[]}} Part */

/**
 * Ask why there is no solution, and show what is known as it comes; or which further clues leave one.
 * @param {import("./page.js").Page} page
 * @param {HTMLElement} box for the answer
 * @param {AbortSignal} signal
 * @param {object} wanted members of the question
 * @param {(() => void) | null} where asks for that; null where it is asked for now
 */
export async function why(page, box, signal, wanted, where) {
  const {puzzle, picture} = page;
  const clock = new Clock();
  /** @type {import("./types").Line | null} */
  let last = null;
  /** @type {{rule?: string}} */
  const pointed = {};
  try {
    for await (const line of stream("/api/why", {...puzzle.asked, ...wanted}, signal)) {
      if (line.event === "queued" || line.event === "progress") clock.tell(line);
      else if (line.event === "explanation") {
        if (!last) picture.show(null);
        last = line;
        if (where || placed(line)) show(line, page, box, where, pointed);
      } else if (line.event === "error") box.replaceChildren(h("p", {}, line.diagnostics[0]?.message ?? ""));
      else if (line.event === "stopped" && !last) box.replaceChildren(h("p", {}, line.message), h("p", {class: "note"}, line.hint ?? ""));
    }
  } catch (error) {
    const words = told(error);
    if (words) box.replaceChildren(h("p", {}, words));
  } finally {
    clock.end();
  }
  if (last && !where && !signal.aborted) show(last, page, box, where, pointed);
}

/**
 * Whether it is told where rules are needed.
 * @param {import("./types").Line} line
 */
function placed({explanation}) {
  return (explanation.rules ?? []).some((/** @type {any} */ rule) => rule.places);
}

/**
 * @param {import("./types").Line} line
 * @param {import("./page.js").Page} page
 * @param {HTMLElement} box
 * @param {(() => void) | null} where asks where rules are needed; null where that was asked for
 * @param {{rule?: string}} pointed has the rule that is pointed at, which later lines leave as it is
 */
function show(line, page, box, where, pointed) {
  const {sentence: words, explanation} = line;
  const {faults = [], rules = [], repairs = [], openings = [], settled = [], added, stopped} = explanation;
  const point = (/** @type {{elements: string[], kind: string}[]} */ groups) => {
    (page.picture.play ?? page.picture.change)?.layer.point(groups);
  };
  const clues = faults.flatMap((/** @type {any} */ fault) => fault.clues.map((/** @type {Clue} */ clue) => clue.element));
  const shape = faults.flatMap((/** @type {any} */ fault) => (fault.parts ?? []).flatMap((/** @type {Part} */ part) => part.elements));
  const broken = [...clues, ...shape];
  const all = () => {
    delete pointed.rule;
    point([{elements: broken, kind: "broken"}]);
  };
  let again = all;
  /** @type {HTMLElement[]} */
  const parts = [h("p", {}, sentence(words) + (/[.!?]$/.test(words) ? "" : "."))];
  if (rules.length) {
    parts.push(h("p", {class: "note"}, placed(line) ? "By these rules; point at one to see where:" : "By these rules:"), h("ul", {}, ...rules.map((/** @type {any} */ rule) => {
      const said = sentence(rule.text || rule.name);
      if (!rule.places) return h("li", {}, said);
      const places = rule.places.flatMap((/** @type {any} */ place) => place.elements);
      const here = () => {
        pointed.rule = rule.name;
        point([{elements: places, kind: "reason"}, {elements: broken, kind: "broken"}]);
      };
      if (pointed.rule === rule.name) again = here;
      return h("li", {}, h("button", {type: "button", class: "quiet", click: here, mouseenter: here, focus: here, mouseleave: all}, said));
    })));
    if (where && settled.includes("changes")) parts.push(h("button", {type: "button", id: "why-where", click: where}, "Show where"));
  }
  if (added?.length) parts.push(h("button", {type: "button", id: "add-clues", class: "strong", click: () => put(added, page.puzzle)}, `Add ${added.map(named).join(" and ")}`));
  if (repairs.length || openings.length) {
    parts.push(h("p", {class: "note"}, "What would mend it:"), h("ul", {class: "repairs"},
      ...repairs.slice(0, 4).map((/** @type {any} */ repair) => repaired(repair, page)),
      ...openings.slice(0, 4).map((/** @type {Part & {unique: boolean}} */ opening) => opened(opening, page))));
  } else if (settled.includes("changes")) parts.push(h("p", {class: "note"}, "No small change was found that would mend it."));
  if (stopped) parts.push(h("p", {class: "note"}, `There was no time for more: ${stopped}.`));
  else if (faults.length && !settled.includes("changes")) parts.push(h("p", {class: "note"}, "What would mend it is looked for."));
  box.className = "answer bad";
  box.replaceChildren(...parts);
  again();
}

/** @param {{take_away: Clue[], change: Clue[]}} repair @param {import("./page.js").Page} page */
function repaired({take_away: away, change}, {puzzle}) {
  const ways = away.length === 1 ? (change ?? []).map((each) => [each]) : change?.length ? [change] : [];
  return h("li", {},
    away.length > 0 && h("button", {type: "button", click: () => put(away.map((each) => ({...each, value: null})), puzzle)}, `Take away ${away.map(named).join(" and ")}`),
    ...ways.map((way) => h("button", {type: "button", click: () => put(way.map((each) => ({...each, value: each.to})), puzzle)},
      `${changed(way)}${way.some((each) => each.unique) ? ", which leaves one solution" : ""}`)));
}

/**
 * Write clues into the text; null takes one away.
 * @param {{given: string, element: string, value: any}[]} clues
 * @param {import("./puzzle.js").Puzzle} puzzle
 */
function put(clues, puzzle) {
  puzzle.edit(clues.map(({given, element, value}) => {
    const kind = puzzle.told?.givens.find((each) => each.name === given)?.kind;
    return {element, kind: "clue", given, value: value !== null && kind === "int" ? Number(value) : kind === "bool" ? value === "true" : value};
  }));
}

/** @param {Clue} clue */
function named({element, value}) {
  return `${value} at ${element}`;
}

/** @param {Clue[]} way */
function changed(way) {
  const [one, two] = way;
  if (way.length === 2 && one.to === two.value && two.to === one.value) return `Exchange ${way.map(named).join(" and ")}`;
  return `Change ${way.map((each) => `${named(each)} to ${each.to}`).join(" and ")}`;
}

/** @param {Part & {unique: boolean}} opening @param {import("./page.js").Page} page */
function opened({kind, elements, unique}, {puzzle}) {
  const away = () => puzzle.edit([{element: elements.join("-"), kind, value: null}]);
  return h("li", {}, h("button", {type: "button", click: away},
    `Take away the ${kind} ${kind === "wall" ? "between" : "at"} ${elements.join(" and ")}${unique ? ", which leaves one solution" : ""}`));
}
