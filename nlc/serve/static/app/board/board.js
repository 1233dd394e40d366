// The elements of a board and where they lie; nothing here knows squares from hexagons.

/** @typedef {{name: string, x: number, y: number, r: number, corners: number[]}} Place */
/** @typedef {{name: string, ends: number[], lines: number[][], x: number, y: number}} Edge */

/** Cells with links, or vertices with borders. */
export class Net {
  /** @param {Place[]} nodes @param {Edge[]} edges */
  constructor(nodes, edges) {
    this.nodes = nodes;
    this.edges = edges;
    /** @type {number[][]} edges at each node */
    this.at = nodes.map(() => []);
    edges.forEach((edge, i) => edge.ends.forEach((node) => this.at[node]?.push(i)));
  }

  /**
   * The edges from one node to another.
   * @param {number} from
   * @param {number} to
   */
  between(from, to) {
    return this.at[from].filter((i) => this.across(i, from) === to);
  }

  /** @param {number} edge @param {number} node */
  across(edge, node) {
    const [a, b] = this.edges[edge].ends;
    return a === node ? b : a;
  }

  /**
   * The edge that leaves a node nearest to a direction, which may be 60 degrees off.
   * @param {number} node
   * @param {number[]} direction a vector of length 1
   */
  toward(node, direction) {
    const {i} = least(this.at[node], (edge) => {
      const [x, y] = this.leaving(edge, node);
      return -(x * direction[0] + y * direction[1]) / (Math.hypot(x, y) || 1);
    }, 1e-6 - 0.5);
    return i < 0 ? i : this.at[node][i];
  }

  /**
   * In which way an edge leaves a node; a link round the rim by its stub.
   * @param {number} edge
   * @param {number} node
   */
  leaving(edge, node) {
    const {ends, lines} = this.edges[edge];
    const from = this.nodes[node];
    const to = this.nodes[this.across(edge, node)];
    if (lines.length < 2) return [to.x - from.x, to.y - from.y];
    const line = lines[ends[0] === node ? 0 : 1];
    const start = Math.hypot(line[0] - from.x, line[1] - from.y);
    const stop = Math.hypot(line[2] - from.x, line[3] - from.y);
    const far = start > stop ? line.slice(0, 2) : line.slice(2);
    return [far[0] - from.x, far[1] - from.y];
  }
}

export class Board {
  /** @param {import("../types").BoardAnswer} told */
  constructor(told) {
    this.key = told.key;
    this.topology = told.topology;
    this.rows = told.rows;
    this.columns = told.columns;
    this.width = told.width;
    this.height = told.height;
    const {cells, links, borders, vertices, lines} = told;
    /** @type {Place[]} */
    const cellPlaces = cells.names.map((name, i) => (
      {name, x: cells.x[i], y: cells.y[i], r: cells.radius[i], corners: cells.corners[i]}));
    /** @type {Place[]} */
    const corners = vertices.names.map((name, i) => (
      {name, x: vertices.x[i], y: vertices.y[i], r: 9, corners: []}));
    /** @type {Place[]} where clues of straight lines stand, outside of the board */
    this.outer = lines.names.map((name, i) => ({name, x: lines.x[i], y: lines.y[i], r: 7, corners: []}));
    const linked = links.names.map((name, i) => edge(name, links.cells[i], links.lines[i]));
    const sides = borders.names.map((name, i) => edge(name, borders.vertices[i], borders.lines[i]));
    this.cells = new Net(cellPlaces, linked);
    this.corners = new Net(corners, sides);
    /** The border that each link crosses, -1 for none. */
    this.linkBorder = links.border;
    this.holes = told.holes?.names.map((name, i) => ({name, corners: told.holes?.corners[i] ?? []})) ?? [];
    /** @type {Record<import("../types").Sort, (Place | Edge)[]>} */
    this.elements = {cell: cellPlaces, link: linked, border: sides, vertex: corners, line: this.outer};
    /** @type {Map<string, {sort: import("../types").Sort, i: number}>} */
    this.index = new Map();
    for (const sort of /** @type {const} */ (["line", "vertex", "border", "link", "cell"])) {
      this.elements[sort].forEach((each, i) => this.index.set(each.name, {sort, i}));
    }
    /** Neighbours over sides, walls or not: for a cursor that walks over all cells. */
    this.beside = cellPlaces.map(() => /** @type {number[]} */ ([]));
    for (const [a, b] of [...borders.cells, ...links.cells]) {
      if (a < 0 || b < 0 || a === undefined || b === undefined) continue;
      this.beside[a].push(b);
      this.beside[b].push(a);
    }
  }

  /**
   * The nodes and edges of a sort of edge.
   * @param {import("../types").Sort} sort
   */
  net(sort) {
    return sort === "border" || sort === "vertex" ? this.corners : this.cells;
  }

  /**
   * The place that a point is nearest to.
   * @param {Place[]} places
   * @param {number} x
   * @param {number} y
   */
  nearest(places, x, y) {
    return least(places, (node) => Math.hypot(node.x - x, node.y - y));
  }

  /**
   * The edge that a point is nearest to.
   * @param {Net} net
   * @param {number} x
   * @param {number} y
   */
  nearestEdge(net, x, y) {
    return least(net.edges, ({lines}) => Math.min(...lines.map((line) => distance(line, x, y))));
  }

  /**
   * The cell that a point lies in; -1 for none.
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    return least(this.cells.nodes, (cell) => {
      const away = Math.hypot(cell.x - x, cell.y - y);
      return (cell.corners.length ? inside(cell.corners, x, y) : away <= cell.r * 1.2) ? away : Infinity;
    }).i;
  }

  /**
   * The cell beside another, nearest to a direction; or the nearest one behind a gap; -1 for none.
   * @param {Place[]} nodes
   * @param {number} from
   * @param {number[]} direction
   * @param {number[]} [near] preferred
   */
  step(nodes, from, direction, near = []) {
    const start = nodes[from];
    return least(nodes, (node, i) => {
      const x = node.x - start.x, y = node.y - start.y;
      const along = x * direction[0] + y * direction[1];
      const aside = Math.abs(x * direction[1] - y * direction[0]);
      return i === from || along < 1 || aside > along * 1.8 ? Infinity : along + 1.5 * aside - (near.includes(i) ? 1000 : 0);
    }).i;
  }
}

/**
 * The first of the items that are least far away, -1 for none, and how far.
 * @template T
 * @param {T[]} items
 * @param {(item: T, i: number) => number} far
 * @param {number} [most] farther ones do not count
 */
function least(items, far, most = Infinity) {
  let found = {i: -1, away: most};
  items.forEach((item, i) => {
    const away = far(item, i);
    if (away < found.away - 1e-6) found = {i, away};
  });
  return found;
}

/** @param {string} name @param {number[]} ends @param {number[]} numbers x1, y1, x2, y2, once or twice @returns {Edge} */
function edge(name, ends, numbers) {
  const lines = [];
  for (let i = 0; i + 3 < numbers.length; i += 4) lines.push(numbers.slice(i, i + 4));
  const [x1, y1, x2, y2] = lines[0] ?? [0, 0, 0, 0];
  return {name, ends, lines, x: (x1 + x2) / 2, y: (y1 + y2) / 2};
}

/** @param {number[]} line @param {number} x @param {number} y */
function distance([x1, y1, x2, y2], x, y) {
  const dx = x2 - x1, dy = y2 - y1;
  const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x1 + along * dx - x, y1 + along * dy - y);
}

/** @param {number[]} corners @param {number} x @param {number} y */
function inside(corners, x, y) {
  let odd = false;
  const count = corners.length / 2;
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const [xi, yi, xj, yj] = [corners[2 * i], corners[2 * i + 1], corners[2 * j], corners[2 * j + 1]];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}
