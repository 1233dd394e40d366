// The colour of each drawn line: that of the label which it starts from, or one of its own.

import {components} from "../judge/values.js";

const FLOW = "RBYGOCMmPAWgTbcp";

/** Numbers of colours that nobody takes for one another on neighbouring lines. */
const APART = [0, 1, 2, 3, 5, 6, 7, 8];

/**
 * Return the number of a colour for each drawn link that is connected to a labelled cell.
 * @param {import("./board.js").Board} board
 * @param {import("../types").PuzzleAnswer} puzzle
 * @param {import("../types").Tool} tool
 * @param {import("./answer.js").Answer} answer
 * @returns {Map<string, number> | null} null where lines have no colours
 */
export function colorsOf(board, puzzle, tool, answer) {
  const colored = puzzle.variables.find((each) => each.kind === "values" && each.sort === "cell" && !each.shown);
  if (!colored || colored.values.length < 2) return null;
  const given = puzzle.givens.find((each) => each.sort === "cell"
    && Object.values(each.clues).some((text) => colored.values.includes(text)));
  if (!given) return null;
  const flow = colored.values.includes("R") && colored.values.every((text) => text.length === 1 && FLOW.includes(text));
  const {drawn, root} = joined(board.cells, tool, answer);
  /** @type {Map<number, number>} */
  const colors = new Map();
  for (const [name, text] of Object.entries(given.clues)) {
    const cell = board.index.get(name)?.i;
    const color = flow ? FLOW.indexOf(text) : colored.values.indexOf(text);
    if (cell !== undefined && color >= 0 && !colors.has(root[cell])) colors.set(root[cell], color);
  }
  /** @type {Map<string, number>} */
  const out = new Map();
  for (const {name, ends} of drawn) {
    const color = colors.get(root[ends[0]]);
    if (color !== undefined) out.set(name, color);
  }
  return out;
}

/**
 * Return the number of a colour for each drawn edge, the same for all that are joined; none where
 * all are.
 * @param {import("./board.js").Net} net
 * @param {import("../types").Tool} tool
 * @param {import("./answer.js").Answer} answer
 * @returns {Map<string, number>}
 */
export function ownColors(net, tool, answer) {
  const {drawn, root} = joined(net, tool, answer);
  const color = (/** @type {number} */ i) => APART[(i + (i >> 3)) % 8]; // of the least node of a line, so that few change as it grows
  const lines = new Set(drawn.map(({ends}) => root[ends[0]]));
  return new Map(lines.size < 2 ? [] : drawn.map(({name, ends}) => [name, color(root[ends[0]])]));
}

/**
 * Return the drawn edges of a net, and the least of the nodes that each is joined to by them.
 * @param {import("./board.js").Net} net
 * @param {import("../types").Tool} tool
 * @param {import("./answer.js").Answer} answer
 */
function joined({nodes, edges}, tool, answer) {
  const drawn = edges.filter((edge) => answer.get(tool.id, edge.name) === "yes");
  return {drawn, root: components(nodes.length, drawn.map(({ends}) => ends))};
}
