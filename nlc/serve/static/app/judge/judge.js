// Judges a drawing by the rules, as `nlc.ir.partial.judge` does: it may be possible, broken or complete.

import {Knowledge} from "./propagate.js";
import {ABSENT, UNKNOWN} from "./values.js";
import {cycles, faults, fits} from "./whole.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./rules.js").Part} Part */
/** @typedef {{rule: string, place: string[], elements: string[]}} Finding */

/** The most findings, and the most guesses at what nobody draws. */
const MOST = 50, GUESSES = 400;

/** @param {Rules} rules @param {import("../types").Drawn} drawn @returns {{status: "possible" | "broken" | "complete", findings: Finding[]}} */
export function judge(rules, drawn) {
  const known = read(rules, drawn);
  const {board, sure} = asDrawn(rules, known);
  const left = [...findings(board)];
  if (!left.length && [...rules.bools, ...rules.domains].some((each) => each.drawn)) return {status: "complete", findings: []};
  known.propagate();
  for (const item of rules.wholes) {
    if (item.kind !== "loop") continue;
    const chosen = [...item.lits.data.keys()].filter((i) => known.lit(item.lits.data[i]) > 0);
    const ends = chosen.map((i) => [item.ends.data[2 * i], item.ends.data[2 * i + 1]]);
    if (cycles(item.nodes, ends).some((ring) => ring.length === chosen.length)) known.put([...item.lits.data].map((x) => -x), true); // it is closed
  }
  if (known.changed) known.propagate();
  let broken = [...findings(known)];
  if (!broken.length && known.full && sure) broken = left;
  return {status: broken.length ? "broken" : "possible", findings: (broken.length ? broken : left).slice(0, MOST)};
}

/**
 * The elements whose clues are satisfied numbers, if nothing further is drawn.
 * @param {Rules} rules
 * @param {import("../types").Drawn} drawn
 * @param {Record<string, Record<string, string>>} clues by given and element
 */
export function finished(rules, drawn, clues) {
  const empty = satisfied(rules, {yes: {}, no: {}, values: {}}, clues);
  const found = satisfied(rules, drawn, clues);
  return [...found].filter(([key, text]) => text === "0" || !empty.has(key)).map(([key]) => key.split(" ")[1]);
}

/** @param {Rules} rules @param {import("../types").Drawn} drawn @param {Record<string, Record<string, string>>} clues */
function satisfied(rules, drawn, clues) {
  const values = filled(rules, closed(read(rules, drawn)));
  /** @type {Map<string, string>} */
  const out = new Map();
  const counted = new Set(), violated = new Set();
  for (const each of [...rules.nodes, ...rules.runs]) {
    if (each.kind === "acyclic" || each.place.length !== 1) continue;
    const [[sort, elements]] = each.place;
    for (let row = 0; row < elements.rows; row++) {
      const name = rules.sorts[sort].names[elements.data[row]];
      for (const given of each.clues ?? []) {
        const text = clues[given]?.[name];
        if (text === undefined) continue;
        const key = `${given} ${name}`;
        out.set(key, text);
        if (each.kind === "count" || each.lengths) counted.add(name);
        if (values.all(each.guard, row) > 0 && !holds(values, each, row)) violated.add(name);
      }
    }
  }
  return new Map([...out].filter(([key]) => counted.has(key.split(" ")[1]) && !violated.has(key.split(" ")[1])));
}

/** @param {Knowledge} values @param {Part} each @param {number} row */
function holds(values, each, row) {
  if (!each.lengths) return values.decide(each, row) >= 0;
  const {columns, data} = each.lits;
  return fits(each.lengths[row], each.ring, [...data.subarray(row * columns, (row + 1) * columns)].map((x) => values.lit(x)));
}

/**
 * What is drawn, and what clues print.
 * @param {Rules} rules
 * @param {import("../types").Drawn} drawn
 */
function read(rules, {yes, no, values}) {
  const bools = new Int8Array(rules.true);
  for (const {name, base, sort} of rules.bools) {
    const set = (/** @type {Iterable<number>} */ elements, /** @type {number} */ state) => {
      for (const i of elements) bools[base + i] = state;
    };
    const [held, crossed] = [yes, no].map((each) => (each[name] ?? []).map((element) => rules.sorts[sort].names.indexOf(element)));
    set(rules.given.yes[name] ?? [], 1);
    set(rules.given.no[name] ?? [], -1);
    set(held, 1);
    set(crossed, -1);
  }
  const value = new Int32Array(rules.elements).fill(UNKNOWN);
  for (const {name, base, sort, values: texts} of rules.domains) {
    for (const [i, given] of rules.given.values[name] ?? []) value[base + i] = given;
    for (const [element, text] of Object.entries(values[name] ?? {})) {
      value[base + rules.sorts[sort].names.indexOf(element)] = texts.indexOf(text);
    }
  }
  return new Knowledge(rules, bools, value, false);
}

/**
 * What is known if nothing further is drawn.
 * @param {Knowledge} known
 */
function closed(known) {
  const {rules} = known, value = known.value.slice();
  const all = new Int8Array(rules.true);
  for (const {base, size, drawn} of rules.bools) {
    for (let i = base; i < base + size; i++) all[i] = known.truth[i] || (drawn ? -1 : 0);
  }
  for (const {base, size, drawn} of rules.domains) {
    for (let i = base; i < base + size; i++) if (drawn && value[i] === UNKNOWN) value[i] = ABSENT;
  }
  const out = new Knowledge(rules, all, value);
  out.propagate();
  return out;
}

/**
 * The board if nothing further is drawn. What nobody draws is sought where propagation leaves it open;
 * after too many guesses nothing is sure.
 * @param {Rules} rules
 * @param {Knowledge} known
 */
function asDrawn(rules, known) {
  const start = closed(known), board = filled(rules, start);
  if (findings(board).next().done || !findings(start).next().done) return {board, sure: true};
  let guesses = GUESSES;
  const seek = (/** @type {Knowledge} */ values) => {
    if (guesses-- < 0 || !findings(values).next().done) return null;
    const choices = open(rules, values);
    if (!choices) return values;
    for (const choose of choices) {
      const next = values.copy();
      choose(next);
      next.propagate();
      const found = /** @type {Knowledge | null} */ (seek(next));
      if (found) return found;
    }
    return null;
  };
  return {board: seek(start) ?? board, sure: guesses >= 0};
}

/**
 * The ways to go on at the first place that is open; null where nothing is.
 * @param {Rules} rules
 * @param {Knowledge} values
 * @returns {((values: Knowledge) => void)[] | null}
 */
function open(rules, values) {
  for (const {base, size} of rules.bools) {
    for (let i = base; i < base + size; i++) if (!values.truth[i]) return [i, -i].map((x) => (each) => each.put([x]));
  }
  const at = values.value.indexOf(UNKNOWN);
  return at < 0 ? null : values.candidates(at).map((value) => (each) => each.assign([[at, value]]));
}

/**
 * Unknown booleans are false, unknown elements absent or have their first value.
 * @param {Rules} rules
 * @param {Knowledge} known
 */
function filled(rules, known) {
  const bools = new Int8Array(rules.true);
  for (const {base, size} of rules.bools) for (let i = base; i < base + size; i++) bools[i] = known.truth[i] || -1;
  return new Knowledge(rules, bools, known.value.map((value, i) => (value === UNKNOWN ? known.candidates(i)[0] ?? ABSENT : value)));
}

/**
 * Each rule that is broken at a place, whatever the open values are.
 * @param {Knowledge} values
 * @returns {Generator<Finding>}
 */
function* findings(values) {
  const {rules} = values;
  const named = (/** @type {number} */ sort, /** @type {number} */ i) => rules.sorts[sort].names[i];
  const finding = (/** @type {Part} */ part, /** @type {number} */ row, /** @type {() => string[]} */ elements) => {
    const place = part.place.map(([sort, data]) => named(sort, data.data[row]));
    return {rule: rules.names[part.rule], place, elements: elements()};
  };
  for (const {name, base, size, sort, optional, allowed, values: texts} of rules.domains) {
    for (let i = 0; i < size; i++) {
      const value = values.value[base + i];
      const fine = value === UNKNOWN || (value === ABSENT ? optional : !allowed || allowed.data[i * texts.length + value]);
      if (!fine) yield {rule: name, place: [named(sort, i)], elements: [named(sort, i)]};
    }
  }
  const failing = function* (/** @type {Part} */ part, /** @type {number} */ rows) {
    for (let row = 0; row < rows; row++) if (!holds(values, part, row) && values.all(part.guard, row) > 0) yield row;
  };
  for (const node of [...rules.nodes, ...rules.differences, ...rules.runs]) {
    if (node.kind === "acyclic") {
      const chosen = [...node.lits.data.keys()].filter((i) => values.lit(node.lits.data[i]) > 0);
      for (const ring of cycles(node.nodes, chosen.map((i) => [node.ends.data[2 * i], node.ends.data[2 * i + 1]]))) {
        yield finding(node, 0, () => drawnElements(values, ring.map((i) => node.lits.data[chosen[i]])));
      }
    } else if (node.kind === "different") {
      yield* repeated(values, node, finding);
    } else {
      const lits = node.kind === "count" || node.kind === "clause" || node.lengths ? node.lits : node.guard;
      for (const row of failing(node, (node.lits ?? node.elements).rows)) {
        const own = () => (lits ? [...lits.data.subarray(row * lits.columns, (row + 1) * lits.columns)] : []);
        const found = finding(node, row, () => []);
        yield {...found, elements: found.place.length ? found.place : drawnElements(values, own())};
      }
    }
  }
  for (const item of rules.wholes) {
    for (const nodes of faults(item, values)) yield finding(item, 0, () => nodes.map((node) => named(item.sort, node)));
  }
}

/**
 * Rows in which a value comes twice.
 * @param {Knowledge} values
 * @param {Part} part
 * @param {(part: Part, row: number, elements: () => string[]) => Finding} finding
 */
function* repeated(values, part, finding) {
  const {rules} = values, {base, sort} = rules.domains[part.domain], {rows, columns, data} = part.elements;
  for (let row = 0; row < rows; row++) {
    const elements = [...data.subarray(row * columns, (row + 1) * columns)];
    const found = elements.map((i) => values.value[base + i]);
    const twice = found.filter((value, i) => value >= 0 && found.indexOf(value) !== i);
    if (!twice.length || values.all(part.guard, row) <= 0) continue;
    const least = Math.min(...twice);
    yield finding(part, row, () => elements.filter((_, i) => found[i] === least).map((i) => rules.sorts[sort].names[i]));
  }
}

/**
 * The elements of drawn booleans among literals: the true ones, or else all.
 * @param {Knowledge} values
 * @param {number[]} lits
 */
function drawnElements(values, lits) {
  const {rules} = values;
  for (const part of [lits.filter((each) => values.lit(each) > 0), lits]) {
    const found = part.flatMap((each) => {
      const of = rules.bools.find(({base, size, drawn}) => drawn && Math.abs(each) >= base && Math.abs(each) < base + size);
      return of ? [rules.sorts[of.sort].names[Math.abs(each) - of.base]] : [];
    });
    if (found.length) return found;
  }
  return [];
}
