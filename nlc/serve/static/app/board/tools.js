// Which ways of drawing a genre has: a tool for each of its shown variables.

const WORDS = /** @type {Record<string, string>} */ ({
  line: "Line", shaded: "Shade", lamp: "Lamp", mine: "Mine", star: "Star", circle: "Circle", disc: "Disc",
  dot: "Dot", cross: "Cross", tent: "Tent",
  digit: "Digits", stone: "Stones",
});

/**
 * @param {import("../types").Variable[]} variables
 * @param {import("./board.js").Board} board
 * @returns {import("../types").Tool[]}
 */
export function toolsOf(variables, board) {
  /** @type {import("../types").Tool[]} */
  const out = [];
  for (const variable of variables.filter((each) => each.shown)) {
    const {name, sort, kind, mark, values} = variable;
    if (kind === "values") {
      const cells = values.length > 0 && values.every((value) => board.index.get(value)?.sort === "cell");
      const label = cells ? "Regions" : "Numbers";
      out.push({id: name, label, kind: cells ? "region" : "value", sort, variables: [variable]});
    } else if (sort === "link" || sort === "border") {
      const single = out.find((tool) => tool.kind === "edge" && tool.sort === sort);
      // A double line is a line, and one more: one tool draws both.
      if (mark === "double" && single) single.variables.push(variable);
      else out.push({id: name, label: "Line", kind: "edge", sort, variables: [variable]});
    } else {
      out.push({id: name, label: WORDS[mark ?? ""] ?? "Mark", kind: "mark", sort, variables: [variable]});
    }
  }
  const labels = out.map((tool) => tool.label);
  for (const tool of out) {
    if (labels.filter((label) => label === tool.label).length > 1) tool.label += ` (${tool.id})`;
  }
  return out;
}

/**
 * Under which name an answer keeps the notes of a tool: the values that a cell may have, by spaces.
 * @param {import("../types").Tool} tool
 */
export function notesOf(tool) {
  return `${tool.id} notes`;
}

/**
 * The state of an element for a tool: how many of its variables hold, or `no`.
 * @param {import("../types").Tool} tool
 * @param {import("./answer.js").Answer} answer
 * @param {string} element
 */
export function stateOf(tool, answer, element) {
  const states = tool.variables.map(({name}) => answer.get(name, element));
  if (states[0] === "no") return "no";
  return String(states.filter((state) => state === "yes").length);
}

/**
 * @param {import("../types").Tool} tool
 * @param {import("./answer.js").Answer} answer
 * @param {string} element
 * @param {string} state as of `stateOf`
 */
export function setState(tool, answer, element, state) {
  tool.variables.forEach(({name, elements}, i) => {
    if (elements && !elements.includes(element)) return;
    const held = state !== "no" && i < Number(state);
    answer.set(name, element, held ? "yes" : state === "no" && i === 0 ? "no" : "");
  });
}

/**
 * The state that a click leads to: nothing, drawn (once or twice), crossed out, nothing.
 * @param {import("../types").Tool} tool
 * @param {string} state
 */
export function nextState(tool, state) {
  if (state === "no") return "0";
  return Number(state) < tool.variables.length ? String(Number(state) + 1) : "no";
}

/**
 * The elements whose values are printed, by the name of a variable or of notes.
 * @param {import("../types").Tool[]} tools
 * @returns {Map<string, Set<string>>}
 */
export function printedOf(tools) {
  return new Map(tools.flatMap((tool) => tool.variables.flatMap(({name, printed}) =>
    [name, notesOf(tool)].map((each) => /** @type {[string, Set<string>]} */ ([each, new Set(printed)])))));
}

/** What is said of a state. */
export const STATES = /** @type {Record<string, string>} */ ({
  "0": "empty", "": "empty", "1": "drawn", "2": "drawn twice", no: "crossed out",
});
