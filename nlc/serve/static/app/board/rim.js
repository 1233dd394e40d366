// The numbers of rows and columns at the rim, as messages name cells: r2c5.

import {s} from "../dom.js";

/** Units of the picture that the numbers take at two of its sides. */
export const RIM = 16;

/**
 * Widen a picture and write the numbers beside it; columns that do not stand below each other, as
 * those of hexagons, are written into their cells.
 * @param {SVGSVGElement} svg
 * @param {import("./board.js").Board} board
 */
export function withRim(svg, board) {
  const {x, y, width, height} = svg.viewBox.baseVal;
  svg.setAttribute("viewBox", `${x - RIM} ${y - RIM} ${width + RIM} ${height + RIM}`);
  const group = s("g", {class: "rim-numbers", "aria-hidden": "true"});
  /** @type {Map<string, import("./board.js").Place[]>[]} */
  const [rows, columns] = [new Map(), new Map()];
  for (const cell of board.cells.nodes) {
    const [, row, column] = /^r(\d+)c(\d+)$/.exec(cell.name) ?? [];
    if (row === undefined) continue;
    rows.set(row, [...(rows.get(row) ?? []), cell]);
    columns.set(column, [...(columns.get(column) ?? []), cell]);
  }
  const write = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => group.append(s("text", {x, y, dy: ".35em"}, text));
  for (const [row, cells] of rows) write(x - RIM / 2, middle(cells.map((cell) => cell.y)), row);
  const straight = [...columns.values()].every((cells) => cells.every((cell) => Math.abs(cell.x - cells[0].x) < 1));
  for (const [column, cells] of columns) {
    if (straight) write(cells[0].x, y - RIM / 2, column);
    else for (const cell of cells) write(cell.x, cell.y + 0.72 * cell.r, column);
  }
  svg.append(group);
}

/** @param {number[]} numbers */
function middle(numbers) {
  return (Math.min(...numbers) + Math.max(...numbers)) / 2;
}
