// Rules over the whole board: connected, loop, path, reaches, group_sizes; cycles; and runs of a row.

import {UNKNOWN, components} from "./values.js";

/** @typedef {import("./rules.js").Part} Part */
/** @typedef {import("./values.js").Values} Values */

/**
 * The faults of a rule over the whole board, each by the nodes concerned.
 * @param {Part} item
 * @param {Values} values
 * @returns {number[][]}
 */
export function faults(item, values) {
  if (item.kind === "group_sizes") return sizes(item, values);
  const states = [...item.lits.data].map((each) => values.lit(each));
  const ends = pairs(item);
  if (item.kind === "loop" || item.kind === "path") {
    return line(item, ends.filter((_, i) => states[i] > 0), ends.filter((_, i) => states[i] === 0));
  }
  let joined = ends.filter((_, i) => states[i] >= 0), goals = item.targets;
  /** @type {number[]} */
  let member;
  if (item.members) {
    const part = [...item.members.data].map((each) => values.lit(each));
    member = [...part.keys()].filter((i) => part[i] > 0);
    joined = joined.filter(([a, b]) => part[a] >= 0 && part[b] >= 0);
    goals = goals.filter((i) => part[i] >= 0);
  } else {
    member = [...new Set(ends.filter((_, i) => states[i] > 0).flat())].sort((a, b) => a - b);
  }
  const root = components(item.nodes, joined);
  /** @type {Map<number, number>} */
  const first = new Map();
  for (const node of member) if (!first.has(root[node])) first.set(root[node], node);
  const firsts = [...first.values()].sort((a, b) => a - b);
  if (item.kind === "connected") return firsts.slice(1).map((node) => [node, firsts[0]]);
  const reached = new Set(goals.map((goal) => root[goal]));
  return firsts.filter((node) => !reached.has(root[node])).map((node) => [node]);
}

/** @param {Part} item */
function pairs({ends}) {
  return Array.from({length: ends.rows}, (_, i) => [ends.data[2 * i], ends.data[2 * i + 1]]);
}

/**
 * Groups of a number that are too large, or have no room.
 * @param {Part} item
 * @param {Values} values
 */
function sizes(item, values) {
  const {base, values: texts} = values.rules.domains[item.domain];
  const ends = pairs(item), out = [];
  const found = values.value.subarray(base, base + item.nodes);
  for (const value of [...new Set(found)].filter((each) => each >= 0).sort((a, b) => a - b)) {
    const number = Number(texts[value]);
    const surely = [...found].map((each) => each === value);
    const perhaps = surely.map((held, i) => held || (found[i] === UNKNOWN && values.candidates(base + i).includes(value)));
    for (const [inside, wrong] of /** @type {const} */ ([[surely, (/** @type {number} */ size) => size > number], [perhaps, (/** @type {number} */ size) => size < number]])) {
      const root = components(item.nodes, ends.filter(([a, b]) => inside[a] && inside[b]));
      const size = new Map();
      for (const top of root) size.set(top, (size.get(top) ?? 0) + 1);
      const told = new Set();
      for (let node = 0; node < item.nodes; node++) {
        if (!surely[node] || !wrong(size.get(root[node])) || told.has(root[node])) continue;
        told.add(root[node]);
        out.push([...inside.keys()].filter((i) => inside[i] && root[i] === root[node]));
      }
    }
  }
  return out;
}

/** @param {Part} item one loop, or one path between two nodes @param {number[][]} drawn @param {number[][]} open */
function line({nodes, kind, targets}, drawn, open) {
  const degree = new Int32Array(nodes), more = new Int32Array(nodes), out = [];
  for (const node of drawn.flat()) degree[node]++;
  for (const node of open.flat()) more[node]++;
  const end = (/** @type {number} */ node) => kind === "path" && targets[0] !== targets[1] && targets.includes(node);
  const limit = (/** @type {number} */ node) => (end(node) ? 1 : 2);
  for (let node = 0; node < nodes; node++) {
    const most = degree[node] + more[node];
    if (degree[node] > limit(node) || (end(node) ? most === 0 : degree[node] === 1 && most === 1)) out.push([node]);
  }
  const left = open.filter((pair) => pair.every((node) => degree[node] < limit(node)));
  const used = [...degree.keys()].filter((node) => degree[node]);
  const start = kind === "path" ? targets[0] : used[0];
  if (start === undefined) return left.length ? out : [...out, []];
  const root = components(nodes, [...drawn, ...left]);
  const told = new Set([root[start]]);
  for (const node of used) {
    if (told.has(root[node])) continue;
    told.add(root[node]);
    out.push([node, start]);
  }
  return out;
}

/**
 * One cycle of each part that has one: the numbers of its edges.
 * @param {number} nodes
 * @param {number[][]} ends
 * @returns {number[][]}
 */
export function cycles(nodes, ends) {
  const out = [], had = new Set();
  const all = components(nodes, ends), root = [...all.keys()];
  const top = (/** @type {number} */ i) => {
    while (root[i] !== i) i = root[i];
    return i;
  };
  /** @type {[number, number][][]} */
  const tree = root.map(() => []);
  for (const [edge, [a, b]] of ends.entries()) {
    const [x, y] = [top(a), top(b)];
    if (x !== y) {
      root[x] = y;
      tree[a].push([b, edge]);
      tree[b].push([a, edge]);
    } else if (!had.has(all[a])) {
      had.add(all[a]);
      out.push([edge, ...between(tree, a, b)]);
    }
  }
  return out;
}

/** @param {[number, number][][]} tree @param {number} from @param {number} to */
function between(tree, from, to) {
  const came = new Map([[from, [from, -1]]]);
  for (const node of came.keys()) {
    for (const [other, edge] of tree[node]) if (!came.has(other)) came.set(other, [node, edge]);
  }
  const out = [];
  for (let at = to; at !== from;) {
    const [before, edge] = /** @type {number[]} */ (came.get(at));
    out.push(edge);
    at = before;
  }
  return out;
}

/**
 * Whether the runs of true places of a row may have lengths, of which 0 is any.
 * @param {number[]} lengths along a line in their order
 * @param {boolean} ring
 * @param {number[]} places 1, -1 or 0 for unknown
 */
export function fits(lengths, ring, places) {
  const {start, step, accepts} = ring ? ringOf(lengths, places.length) : lineOf(lengths, places.length);
  let states = new Map([[String(start), start]]);
  for (const [place, known] of places.entries()) {
    const next = new Map();
    for (const state of states.values()) {
      for (const truth of known ? [known > 0] : [false, true]) {
        const after = step(state, truth, place);
        if (after) next.set(String(after), after);
      }
    }
    states = next;
  }
  return [...states.values()].some(accepts);
}

/** @typedef {{start: number[], step: (state: number[], truth: boolean, place: number) => number[] | null, accepts: (state: number[]) => boolean}} Automaton */

/**
 * A state is the length of the present run, and how many have begun.
 * @param {number[]} lengths
 * @param {number} places
 * @returns {Automaton}
 */
function lineOf(lengths, places) {
  const latest = Array(lengths.length + 1).fill(places);
  for (let i = lengths.length - 1, room = places; i >= 0; i--) {
    room -= Math.max(lengths[i], 1);
    latest[i] = room;
    room--;
  }
  return {
    start: [0, 0],
    step([length, begun], truth, place) {
      if (length && length < lengths[begun - 1]) return truth ? [length + 1, begun] : null;
      if (!truth) return place < latest[begun] ? [0, begun] : null;
      if (length && !lengths[begun - 1]) return [length, begun];
      return !length && begun < lengths.length ? [1, begun + 1] : null;
    },
    accepts: ([length, begun]) => begun === lengths.length && (!length || length === (lengths.at(-1) || 1)),
  };
}

/**
 * A state is the length of the present run, that of the one with the first place, whether no place was
 * empty yet, and the lengths to come.
 * @param {number[]} lengths
 * @param {number} places
 * @returns {Automaton}
 */
function ringOf(lengths, places) {
  return {
    start: [0, 0, 1, ...[...lengths].sort((a, b) => a - b)],
    step([length, head, inside, ...left], truth) {
      const longest = left.includes(0) ? places : left.at(-1) ?? 0;
      if (truth && inside) return head < longest ? [0, head + 1, 1, ...left] : null;
      if (truth) return length < longest ? [length + 1, head, 0, ...left] : null;
      const ended = left.includes(length) ? length : 0;
      if (length && !left.includes(ended)) return null;
      if (length) left.splice(left.indexOf(ended), 1);
      return [0, head, 0, ...left];
    },
    accepts([length, head, , ...left]) {
      const joined = head + length;
      return joined ? left.length === 1 && (left[0] === joined || left[0] === 0) : !left.length;
    },
  };
}
