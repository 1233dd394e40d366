// Which ways of drawing a genre has: a tool for each of its shown variables.

const WORDS = /** @type {Record<string, string>} */ ({
  line: "Line", shaded: "Shade", lamp: "Lamp", mine: "Mine", star: "Star", circle: "Circle", disc: "Disc",
  dot: "Dot", cross: "Cross", tent: "Tent",
  digit: "Digits", stone: "Stones",
});

/** Notes of what a cell may be: an answer keeps them by spaces, under the name of their tool. */
export const NOTES = /** @type {const} */ ([["notes", "Corner"], ["centre", "Centre"]]);

/** The tool that colours cells; as notes, colours mean nothing to the rules. */
export const COLORS = "cell colours";
export const PALETTE = ["grey", "red", "orange", "yellow", "green", "blue", "violet", "pink"];

/** @param {import("../types").Variable[]} variables @param {import("./board.js").Board} board @returns {import("../types").Tool[]} */
export function toolsOf(variables, board) {
  /** @type {import("../types").Tool[]} */
  const out = [];
  for (const variable of variables.filter((each) => each.shown)) {
    const {name, sort, kind, mark, values} = variable;
    if (kind === "values") {
      const cells = values.length > 0 && values.every((value) => board.index.get(value)?.sort === "cell");
      const label = cells ? "Regions" : "Numbers";
      out.push({id: name, label, kind: cells ? "region" : "value", sort, variables: [variable]});
      if (!cells && sort === "cell" && values.length <= 20) {
        for (const [note, label] of NOTES) out.push({id: `${name} ${note}`, label, kind: "value", sort, variables: [variable], note});
      }
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
    if (!tool.note && labels.filter((label) => label === tool.label).length > 1) tool.label = tool.id;
  }
  if (out.length) out.push({id: COLORS, label: "Colour", kind: "color", sort: "cell", variables: []});
  return out;
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
 * The elements whose values are printed, by the name of a variable or of a tool.
 * @param {import("../types").Tool[]} tools
 * @returns {Map<string, Set<string>>}
 */
export function printedOf(tools) {
  return new Map(tools.flatMap(({id, variables}) => variables.flatMap(({name, printed}) =>
    [name, id].map((each) => /** @type {[string, Set<string>]} */ ([each, new Set(printed)])))));
}

/** What is said of a state. */
export const STATES = /** @type {Record<string, string>} */ ({
  "0": "empty", "": "empty", "1": "drawn", "2": "drawn twice", no: "crossed out",
});
