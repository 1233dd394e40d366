// What is easier to make than a puzzle that is asked for, and what lies ready.

/** Sides of boards, one smaller than the other; genres with boxes or pairs take all of them. */
const SIDES = [40, 30, 24, 20, 16, 12, 10, 8, 6, 4];

/**
 * The next smaller board.
 * @param {number} columns
 * @param {number} rows
 */
export function smaller(columns, rows) {
  const side = SIDES.find((each) => each < Math.max(columns, rows));
  return side ? {columns: Math.min(columns, side), rows: Math.min(rows, side)} : null;
}

/** @typedef {{genre: string, columns: number, rows: number, tiling: string, options: Record<string, any>}} Kind */

/**
 * Whether a puzzle of a kind lies in a buffer.
 * @param {{kind: Kind, ready: number}[]} buffers
 * @param {Kind} kind
 */
export function isReady(buffers, kind) {
  return buffers.some((each) => each.ready > 0 && key(each.kind) === key(kind));
}

/** @param {Kind} kind */
function key({genre, columns, rows, tiling, options}) {
  return JSON.stringify([genre, columns, rows, tiling, Object.entries(options).sort()]);
}
