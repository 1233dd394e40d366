// The rules of a puzzle, as `nlc/playing/rules.py` writes them.

/** @typedef {{rows: number, columns: number, data: Int32Array}} Matrix row by row */
/** @typedef {{name: string, sort: number, size: number, drawn: boolean, base: number}} Variable */
/** @typedef {Variable & {values: string[], optional: boolean, allowed: Matrix | null}} Domain `base` counts elements */
/**
 * @typedef {object} Part a constraint: which members it has depends on its kind
 * @property {string} kind
 * @property {Matrix} lits
 * @property {number[][]} counts
 * @property {number} domain
 * @property {Matrix} elements
 * @property {Matrix} values
 * @property {number} other
 * @property {Matrix} others
 * @property {boolean} equal
 * @property {boolean} product
 * @property {number[][]} levels
 * @property {number[]} bounds
 * @property {boolean} [quiet]
 * @property {number} base of what it defines
 * @property {number} rule
 * @property {[number, Matrix][]} place
 * @property {Matrix} [guard]
 * @property {string[]} [clues]
 * @property {number} nodes
 * @property {Matrix} ends
 * @property {Matrix | null} members
 * @property {number[]} targets
 * @property {number} sort
 * @property {number[][]} lengths
 * @property {boolean} ring
 */

const SOME = [[1, 2 ** 31]];

export class Rules {
  /** @param {any} told @param {Record<string, string[]>} names of the cells, links, borders and vertices of the board */
  constructor(told, names) {
    if (told.version !== 1) throw new Error(`the rules are of version ${told.version}, which this page does not read`);
    /** @type {{sort: string, names: string[]}[]} */
    this.sorts = told.sorts.map((/** @type {any} */ [sort, own]) => ({sort, names: own ?? names[sort]}));
    /** @type {string[]} */
    this.names = told.rules;
    this.given = told.given;
    /** The literal that holds. */
    this.true = told.variables + 1;
    /** What propagation goes through, when it has begun once. @type {import("./propagate.js").Statement[] | undefined} */
    this.statements = undefined;
    let base = 1;
    /** @type {Variable[]} */
    this.bools = told.bools.map((/** @type {any} */ each) => {
      const out = {...each, base};
      base += each.size;
      return out;
    });
    let first = 0, width = 0;
    /** @type {Domain[]} */
    this.domains = told.domains.map((/** @type {any} */ each) => {
      const out = {...each, base: first, allowed: each.allowed && matrix(each.allowed)};
      first += each.size;
      width = Math.max(width, each.values.length);
      return out;
    });
    this.elements = first;
    this.width = width + 1;
    const defined = (/** @type {any} */ each) => {
      const out = {...part(each), base};
      base += out.kind === "total" ? out.lits.rows * out.bounds.length : (out.lits ?? out.elements).rows;
      return out;
    };
    /** @type {Part[]} */
    this.atoms = told.atoms.map((/** @type {any} */ each) => defined({...each, equal: true}));
    /** @type {Part[]} */
    this.auxiliaries = told.auxiliaries.map(defined);
    /** @type {Part[]} */
    this.nodes = told.nodes.map(part);
    /** @type {Part[]} */
    this.differences = told.differences.map(part);
    /** @type {Part[]} */
    this.runs = told.runs.map(part);
    /** @type {Part[]} */
    this.wholes = told.wholes.map(part);
  }
}

/** @param {any} told @returns {Part} */
function part(told) {
  const out = {...told, domain: told.left ?? told.variable, elements: told.left_elements ?? told.elements, other: told.right, others: told.right_elements, product: told.op === "*", sort: told.node_sort};
  for (const name of ["lits", "guard", "elements", "others", "values", "ends", "members", "targets"]) {
    if (out[name]) out[name] = matrix(out[name]);
  }
  if (out.targets) out.targets = [...out.targets.data];
  if (told.place) out.place = told.place.map((/** @type {any} */ [sort, elements]) => [sort, matrix(elements)]);
  if (told.kind === "clause") out.counts = SOME;
  return out;
}

/** @param {[number, number, string]} told @returns {Matrix} */
function matrix([rows, columns, text]) {
  const data = new Int32Array(rows * columns);
  let at = 0, value = 0;
  for (const word of text ? text.split(" ") : []) {
    const [step, times] = word.split("x").map(Number);
    for (let left = times ?? 1; left > 0; left--, at++) {
      value += step;
      data[(at % rows) * columns + Math.floor(at / rows)] = value;
    }
  }
  return {rows, columns, data};
}
