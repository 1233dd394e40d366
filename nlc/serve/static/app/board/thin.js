// A board of squares or hexagons, and a picture of its elements, made of its cells: `nlc/playing/thin.py` leaves out the rest.

import {outline} from "./outline.js";

/** The sides and the corners of a cell, clockwise; a side begins at the corner with its number. */
const NAMES = /** @type {Record<string, string[][]>} */ ({
  square: [["N", "E", "S", "W"], ["NW", "NE", "SE", "SW"]],
  hex: [["NE", "E", "SE", "SW", "W", "NW"], ["N", "NE", "SE", "S", "SW", "NW"]],
});

/** @param {any} told @returns {import("../types").BoardAnswer} */
export function fullBoard(told) {
  if (!told.around) return told;
  const [sides, tips] = NAMES[told.topology], {around, radius, cells} = told;
  const {x, y} = cells, names = /** @type {string[]} */ (cells.names);
  const corners = names.map((_, cell) => tips.flatMap((_, k) => [x[cell] + around[2 * k], y[cell] + around[2 * k + 1]]));
  const points = /** @type {{name: string, x: number, y: number}[]} */ ([]);
  const found = /** @type {{k: number, ends: number[], cells: number[]}[]} */ ([]);
  const known = /** @type {Map<string, number>} points by about where they are, sides by their ends */ (new Map());
  const about = (/** @type {number} */ px, /** @type {number} */ py) => `${Math.round(px)},${Math.round(py)}`;
  names.forEach((name, cell) => {
    const ring = tips.map((tip, k) => {
      const [px, py] = corners[cell].slice(2 * k);
      const at = known.get(about(px, py)) ?? points.push({name: `${name}.corner(${tip})`, x: px, y: py}) - 1;
      for (const dx of [-0.2, 0.2]) for (const dy of [-0.2, 0.2]) known.set(about(px + dx, py + dy), at);
      return at;
    });
    ring.forEach((from, k) => {
      const to = ring[(k + 1) % ring.length], same = known.get(`${to}-${from}`);
      if (same !== undefined) found[same].cells[1] = cell;
      else known.set(`${from}-${to}`, found.push({k, ends: [from, to], cells: [cell, -1]}) - 1);
    });
  });
  const inner = found.flatMap((side, i) => (side.cells[1] < 0 ? [] : {i, pair: side.cells})).sort((a, b) => a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1]);
  const joined = inner.map(({pair}) => pair);
  return {
    ...told, cells: {...cells, corners, radius: names.map(() => radius)},
    links: {names: joined.map(([a, b]) => `${names[a]}-${names[b]}`), cells: joined, border: inner.map(({i}) => i), lines: joined.map(([a, b]) => [x[a], y[a], x[b], y[b]])},
    borders: {
      names: found.map(({k, cells: [a, b]}) => (b < 0 ? `${names[a]}.side(${sides[k]})` : `${names[a]}|${names[b]}`)),
      cells: found.map((side) => side.cells), vertices: found.map(({ends}) => ends), lines: found.map(({ends}) => ends.flatMap((i) => [points[i].x, points[i].y])),
    },
    vertices: {names: points.map(({name}) => name), x: points.map((each) => each.x), y: points.map((each) => each.y)},
  };
}

/**
 * A picture with the elements that were left out of it.
 * @param {string} svg
 * @param {import("./board.js").Board} board
 */
export function fullPicture(svg, {elements}) {
  const shapes = /** @type {Record<string, (each: any) => string>} */ ({
    cell: (each) => `path d="${outline(each)}"`, border: ({lines: [[x1, y1, x2, y2]]}) => `path d="M${x1} ${y1}L${x2} ${y2}"`,
    vertex: ({x, y}) => `circle cx="${x}" cy="${y}" r="2.4"`,
  });
  return svg.replace(/ data-of="(cell|border|vertex)">([\d ]*)/g, (_, sort, some) => {
    const all = /** @type {any[]} */ (elements[/** @type {"cell"} */ (sort)]), those = some ? some.split(" ").map((/** @type {number} */ i) => all[i]) : all;
    return `>${those.map((/** @type {any} */ each) => `<${shapes[sort](each)} data-e="${each.name}"/>`).join("")}`;
  });
}
