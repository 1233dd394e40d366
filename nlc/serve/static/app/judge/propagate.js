// What follows of what is known, by unit propagation.

import {UNKNOWN, Values, components, meets} from "./values.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./rules.js").Part} Part */
/** @typedef {import("./rules.js").Matrix} Matrix */
/** @typedef {{then: Part, guard: Matrix | null, base: number, sign: number, rows: number[]}} Statement */

export class Knowledge extends Values {
  /** Conclude until nothing more follows. */
  propagate() {
    let left = (this.rules.statements ??= statements(this.rules)).map((each) => ({...each}));
    this.changed = true;
    while (this.changed) {
      this.changed = false;
      left = left.filter((each) => {
        each.rows = each.then.kind === "total" ? this.totals(each) : this.conclude(each);
        return each.rows.length > 0;
      });
      this.spread();
    }
  }

  /** @param {Statement} statement @returns {number[]} rows that may have more */
  totals({then, base, rows}) {
    const width = then.bounds.length;
    const read = rows.map((row) => [this.total(then, row, 1), this.total(then, row, 0)]);
    const at = (/** @type {number} */ k, /** @type {number} */ j) => base + rows[k] * width + j;
    this.put(read.flatMap(([least], k) => then.bounds.flatMap((bound, j) => (least >= bound ? [at(k, j)] : []))));
    this.put(read.flatMap(([, most], k) => then.bounds.flatMap((bound, j) => (most < bound ? [-at(k, j)] : []))));
    return rows.filter((_, k) => then.bounds.some((bound) => read[k][0] < bound && read[k][1] >= bound));
  }

  /** @param {Statement} statement @returns {number[]} rows that may have more */
  conclude({then, guard, base, sign, rows}) {
    const kept = [], refuted = [], open = [], assigned = [], pairs = /** @type {number[][]} */ ([]), {kind} = then;
    for (const row of rows) {
      let unsure = 0, last = 0;
      if (guard) {
        const end = (row + 1) * guard.columns;
        for (let i = row * guard.columns; i < end && unsure >= 0; i++) {
          const state = this.lit(guard.data[i]);
          if (state < 0) unsure = -1;
          else if (state === 0) [unsure, last] = [unsure + 1, guard.data[i]];
        }
      } else if (base) {
        last = sign * (base + row);
        unsure = 1 - this.lit(last);
        if (unsure > 1) unsure = -1;
      }
      if (unsure < 0) continue;
      if (unsure > 0) {
        kept.push(row);
        if (unsure === 1 && this.decide(then, row) < 0) refuted.push(-last);
      } else if (kind === "assign") {
        assigned.push([this.element(then.domain, then.elements, row), then.values.data[row]]);
      } else if (kind === "relate" && then.equal) {
        pairs.push(this.pair(then, row));
      } else if (this.decide(then, row) === 0) {
        kept.push(row);
        if (kind === "relate") pairs.push(this.pair(then, row));
        else open.push(row);
      }
    }
    if (refuted.length) this.put(refuted);
    if (kind === "assign") {
      if (then.equal) this.assign(assigned);
      else this.exclude(assigned);
    } else if (kind === "relate" && then.equal) {
      if (pairs.length) this.changed = true;
      this.equal.push(...pairs);
    } else if (kind === "relate") {
      const other = (/** @type {number} */ one) => pairs.map((pair) => [pair[one], this.value[pair[1 - one]]]).filter(([, value]) => value !== UNKNOWN);
      this.exclude([...other(0), ...other(1)]);
    } else if (open.length) {
      this.counted(then, open);
    }
    return kept;
  }

  /**
   * Conclude literals of rows of which no more, or no fewer, may hold.
   * @param {Part} then
   * @param {number[]} rows
   */
  counted({counts, lits: {columns, data}}, rows) {
    const none = [], every = [];
    for (const row of rows) {
      const [low, high] = this.interval({rows: 0, columns, data}, row);
      const no = !meets(counts, low + 1, high), all = !meets(counts, low, high - 1);
      if (!no && !all) continue;
      for (let i = row * columns; i < (row + 1) * columns; i++) {
        if (this.lit(data[i]) !== 0) continue;
        if (no) none.push(-data[i]);
        if (all) every.push(data[i]);
      }
    }
    this.put(none);
    this.put(every);
  }

  /** @param {Part} then @param {number} row */
  pair(then, row) {
    return [this.element(then.domain, then.elements, row), this.element(then.other, then.others, row)];
  }

  /** What is known of elements spreads to equal ones; of one value that is left, it is that. */
  spread() {
    const {width} = this.rules;
    if (this.equal.length) {
      const root = components(this.value.length, this.equal);
      /** @type {Map<number, number>} */
      const common = new Map();
      this.value.forEach((value, i) => {
        if (value !== UNKNOWN && !common.has(root[i])) common.set(root[i], value);
      });
      this.assign([...this.value.keys()].filter((i) => common.has(root[i])).map((i) => [i, /** @type {number} */ (common.get(root[i]))]));
      const union = new Uint8Array(this.excluded.length);
      this.excluded.forEach((out, i) => {
        if (out) union[root[Math.floor(i / width)] * width + (i % width)] = 1;
      });
      /** @type {number[][]} */
      const more = [];
      this.value.forEach((_, i) => {
        for (let v = 0; v < width; v++) if (union[root[i] * width + v]) more.push([i, v - 1]);
      });
      this.exclude(more);
    }
    /** @type {number[][]} */
    const last = [];
    for (let i = 0; i < this.value.length; i++) {
      if (this.value[i] !== UNKNOWN) continue;
      let left = 0, only = 0;
      for (let v = 0; v < width && left < 2; v++) if (!this.excluded[i * width + v]) [left, only] = [left + 1, v - 1];
      if (left === 1) last.push([i, only]);
    }
    this.assign(last);
  }
}

/**
 * Definitions of atoms and auxiliaries, and nodes; a guard of one literal is `sign * (base + row)`.
 * @param {Rules} rules
 * @returns {Statement[]}
 */
function statements(rules) {
  const all = (/** @type {number} */ rows) => [...Array(rows).keys()];
  /** @type {Statement[]} */
  const out = [];
  const both = (/** @type {Part} */ then, /** @type {Part} */ otherwise, /** @type {number} */ base, /** @type {number} */ rows) => {
    out.push({then, guard: null, base, sign: 1, rows: all(rows)}, {then: otherwise, guard: null, base, sign: -1, rows: all(rows)});
  };
  for (const each of rules.atoms) both(each, {...each, equal: false}, each.base, each.elements.rows);
  for (const each of rules.auxiliaries) {
    if (each.quiet) continue;
    if (each.kind === "total") out.push({then: each, guard: null, base: each.base, sign: 1, rows: all(each.lits.rows)});
    else if (each.kind === "relate") both(each, {...each, equal: !each.equal}, each.base, each.elements.rows);
    else both(each, {...each, counts: complement(each.counts, each.lits.columns)}, each.base, each.lits.rows);
  }
  for (const each of rules.nodes) {
    if (each.kind !== "acyclic") out.push({then: each, guard: each.guard ?? null, base: 0, sign: 1, rows: all((each.lits ?? each.elements).rows)});
  }
  return out;
}

/** @param {number[][]} counts @param {number} most */
function complement(counts, most) {
  const out = [];
  let start = 0;
  for (const [a, b] of counts) {
    if (a > most) break;
    if (start < a) out.push([start, a - 1]);
    start = b + 1;
  }
  if (start <= most) out.push([start, most]);
  return out;
}
