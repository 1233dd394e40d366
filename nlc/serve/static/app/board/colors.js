// The colour of each drawn line: that of the label which it starts from.

const FLOW = "RBYGOCMNPAWLTDKI";

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
  const {nodes, edges} = board.cells;
  const root = nodes.map((_, i) => i);
  const top = (/** @type {number} */ i) => {
    while (root[i] !== i) i = root[i] = root[root[i]];
    return i;
  };
  const drawn = edges.filter((edge) => answer.get(tool.id, edge.name) === "yes");
  for (const {ends: [a, b]} of drawn) root[top(a)] = top(b);
  /** @type {Map<number, number>} */
  const colors = new Map();
  for (const [name, text] of Object.entries(given.clues)) {
    const cell = board.index.get(name)?.i;
    const color = flow ? FLOW.indexOf(text) : colored.values.indexOf(text);
    if (cell !== undefined && color >= 0 && !colors.has(top(cell))) colors.set(top(cell), color);
  }
  /** @type {Map<string, number>} */
  const out = new Map();
  for (const {name, ends} of drawn) {
    const color = colors.get(top(ends[0]));
    if (color !== undefined) out.set(name, color);
  }
  return out;
}
