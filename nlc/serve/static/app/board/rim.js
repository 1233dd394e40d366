// The numbers of rows and columns at the rim, as messages name cells: r2c5.

import {s} from "../dom.js";

/**
 * Write the numbers into the margin of a picture; columns that do not stand below each other, as
 * those of hexagons, are written into their cells.
 * @param {SVGSVGElement} svg
 * @param {import("./board.js").Board} board
 */
export function withRim(svg, board) {
  if (svg.querySelector(".rim-numbers")) return;
  const {x, y, width} = svg.viewBox.baseVal;
  const group = s("g", {class: "rim-numbers", "aria-hidden": "true", "font-size": Math.max(9, width / 40)});
  /** @type {Map<string, import("./board.js").Place[]>[]} */
  const [rows, columns] = [new Map(), new Map()];
  for (const cell of board.cells.nodes) {
    const [, row, column] = /^r(\d+)c(\d+)$/.exec(cell.name) ?? [];
    if (row === undefined) continue;
    rows.set(row, [...(rows.get(row) ?? []), cell]);
    columns.set(column, [...(columns.get(column) ?? []), cell]);
  }
  const write = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => group.append(s("text", {x, y, dy: ".35em"}, text));
  for (const [row, cells] of rows) write(x, middle(cells.map((cell) => cell.y)), row);
  const straight = [...columns.values()].every((cells) => cells.every((cell) => Math.abs(cell.x - cells[0].x) < 1));
  for (const [column, cells] of columns) {
    if (straight) write(cells[0].x, y, column);
    else for (const cell of cells) write(cell.x, cell.y + 0.72 * cell.r, column);
  }
  svg.append(group);
}

/** @param {number[]} numbers */
function middle(numbers) {
  return (Math.min(...numbers) + Math.max(...numbers)) / 2;
}
