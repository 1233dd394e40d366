// What is known of a board: three-valued literals, and values of elements.

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./rules.js").Part} Part */
/** @typedef {import("./rules.js").Matrix} Matrix */

export const ABSENT = -1;
export const UNKNOWN = -2;

export class Values {
  /**
   * @param {Rules} rules
   * @param {Int8Array} bools of the declared booleans from entry 1: 1 true, -1 false, 0 unknown
   * @param {Int32Array} value of each element: the index of a value, `ABSENT` or `UNKNOWN`
   * @param {boolean} [drawing] whether drawn variables may be concluded
   */
  constructor(rules, bools, value, drawing = true) {
    this.rules = rules;
    this.value = value;
    this.truth = new Int8Array(rules.true + 1);
    this.truth[rules.true] = 1;
    this.truth.set(bools);
    this.free = new Uint8Array(rules.true + 1).fill(1);
    this.freeElements = new Uint8Array(rules.elements).fill(1);
    this.excluded = new Uint8Array(rules.elements * rules.width).fill(1);
    /** @type {number[][]} */
    this.equal = [];
    this.changed = false;
    for (const {base, size, drawn} of rules.bools) if (drawn && !drawing) this.free.fill(0, base, base + size);
    for (const {base, size, drawn, optional, values, allowed} of rules.domains) {
      if (drawn && !drawing) this.freeElements.fill(0, base, base + size);
      for (let i = 0; i < size; i++) {
        const row = (base + i) * rules.width;
        this.excluded[row] = optional ? 0 : 1;
        for (let v = 0; v < values.length; v++) this.excluded[row + 1 + v] = allowed && !allowed.data[i * values.length + v] ? 1 : 0;
      }
    }
    for (const atoms of rules.atoms) {
      const {rows} = atoms.elements;
      if (rules.domains[atoms.domain].drawn && !drawing) this.free.fill(0, atoms.base, atoms.base + rows);
      for (let row = 0; row < rows; row++) this.truth[atoms.base + row] = this.decide(atoms, row);
    }
    for (const each of rules.auxiliaries) {
      if (each.kind === "total") {
        const width = each.bounds.length;
        for (let row = 0; row < each.lits.rows; row++) {
          const [least, most] = [1, 0].map((state) => this.total(each, row, state));
          each.bounds.forEach((bound, j) => (this.truth[each.base + row * width + j] = least >= bound ? 1 : most >= bound ? 0 : -1));
        }
      } else {
        const {rows} = each.lits ?? each.elements;
        for (let row = 0; row < rows; row++) this.truth[each.base + row] = this.decide(each, row);
      }
    }
  }

  copy() {
    const out = Object.assign(Object.create(Object.getPrototypeOf(this)), this);
    for (const name of ["value", "truth", "excluded"]) out[name] = out[name].slice();
    out.equal = [...this.equal];
    return /** @type {this} */ (out);
  }

  /** @param {number} literal @returns {number} 1, -1 or 0 */
  lit(literal) {
    return literal > 0 ? this.truth[literal] : -this.truth[-literal];
  }

  /**
   * Whether all literals of a row hold: 1, or one does not: -1.
   * @param {Matrix | null | undefined} guard
   * @param {number} row
   */
  all(guard, row) {
    let out = 1;
    if (guard) for (let i = row * guard.columns; i < (row + 1) * guard.columns; i++) out = Math.min(out, this.lit(guard.data[i]));
    return out;
  }

  /**
   * The least and the most literals of a row that hold.
   * @param {Matrix} lits
   * @param {number} row
   */
  interval({columns, data}, row) {
    let low = 0, high = 0;
    for (let i = row * columns; i < (row + 1) * columns; i++) {
      const state = this.lit(data[i]);
      if (state > 0) low++;
      if (state >= 0) high++;
    }
    return [low, high];
  }

  /**
   * The total of a row if the literals of at least this state are those that hold.
   * @param {Part} part
   * @param {number} row
   * @param {number} state
   */
  total({levels, lits, product}, row, state) {
    let out = product ? 1 : 0, at = row * lits.columns;
    for (const each of levels) {
      let held = 0;
      for (let i = 1; i < each.length; i++) if (this.lit(lits.data[at++]) >= state) held++;
      out = product ? out * each[held] : out + each[held];
    }
    return out;
  }

  /** @param {Part} then @param {number} row @returns {number} 1: it holds; -1: it cannot; 0: it may */
  decide(then, row) {
    if (then.kind === "relate") {
      const a = this.value[this.element(then.domain, then.elements, row)];
      const b = this.value[this.element(then.other, then.others, row)];
      if (a === UNKNOWN || b === UNKNOWN) return 0;
      return (a === b) === then.equal ? 1 : -1;
    }
    if (then.kind === "assign") {
      const at = this.element(then.domain, then.elements, row), wanted = then.values.data[row];
      if (this.value[at] === UNKNOWN && !this.excluded[at * this.rules.width + wanted + 1]) return 0;
      return (this.value[at] === wanted) === then.equal ? 1 : -1;
    }
    const [low, high] = this.interval(then.lits, row);
    if (then.counts.some(([a, b]) => low >= a && high <= b)) return 1;
    return meets(then.counts, low, high) ? 0 : -1;
  }

  /** @param {number} domain @param {Matrix} elements @param {number} row */
  element(domain, elements, row) {
    return this.rules.domains[domain].base + elements.data[row];
  }

  /** Whether all that is drawn is known. */
  get full() {
    return this.truth.every((state, i) => i === 0 || this.free[i] || state !== 0)
      && this.value.every((value, i) => this.freeElements[i] || value !== UNKNOWN);
  }

  /**
   * Make unknown literals true; of two that contradict, the last one stays.
   * @param {number[]} lits
   * @param {boolean} [all] drawn ones too
   */
  put(lits, all = false) {
    const open = lits.filter((each) => this.lit(each) === 0 && (all || this.free[Math.abs(each)]));
    for (const each of open) this.truth[Math.abs(each)] = each > 0 ? 1 : -1;
    if (open.length) this.changed = true;
  }

  /** @param {number[][]} pairs an element and its value */
  assign(pairs) {
    const fresh = pairs.filter(([at]) => this.value[at] === UNKNOWN && this.freeElements[at]);
    for (const [at, value] of fresh) this.value[at] = value;
    if (fresh.length) this.changed = true;
  }

  /** @param {number[][]} pairs an element, and a value that it does not have */
  exclude(pairs) {
    for (const [at, value] of pairs) {
      const i = at * this.rules.width + value + 1;
      if (this.excluded[i] || !this.freeElements[at]) continue;
      this.excluded[i] = 1;
      this.changed = true;
    }
  }

  /** @param {number} element */
  candidates(element) {
    const row = this.excluded.subarray(element * this.rules.width, (element + 1) * this.rules.width);
    return [...row.keys()].filter((v) => !row[v]).map((v) => v - 1);
  }
}

/**
 * Whether some number from low to high is in a set.
 * @param {number[][]} counts
 * @param {number} low
 * @param {number} high
 */
export function meets(counts, low, high) {
  return counts.some(([a, b]) => low <= b && high >= a);
}

/**
 * For each node, the smallest one of its part.
 * @param {number} nodes
 * @param {Iterable<number[]>} ends
 */
export function components(nodes, ends) {
  const root = Int32Array.from({length: nodes}, (_, i) => i);
  const top = (/** @type {number} */ i) => {
    while (root[i] !== i) i = root[i] = root[root[i]];
    return i;
  };
  for (const [a, b] of ends) {
    const [x, y] = [top(a), top(b)];
    root[Math.max(x, y)] = Math.min(x, y);
  }
  return root.map((_, i) => top(i));
}
