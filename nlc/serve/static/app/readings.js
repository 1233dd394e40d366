// What is told beside a verdict: why there is no solution at a glance, and what another option of the rules brings.

import {h} from "./dom.js";
import {sentence, withOption} from "./heading.js";

/** @typedef {{options: Record<string, string>, status: string, unique: boolean | null}} Reading */

/**
 * @param {{reasons?: string[], looser?: Reading[], readings?: Reading[] | null}} answer of `nlc run`
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @returns {HTMLElement[]}
 */
export function readingsOf({reasons, looser, readings}, puzzle) {
  const others = [...(readings ?? []), ...(looser ?? [])].map((reading) => h("li", {}, other(reading, puzzle)));
  return [
    ...(reasons ?? []).map((text) => h("p", {}, `${sentence(text)}.`)),
    ...(others.length ? [h("ul", {class: "repairs"}, ...others)] : []),
  ];
}

/** @param {Reading} reading @param {import("./puzzle.js").Puzzle} puzzle */
function other({options, status, unique}, puzzle) {
  const found = status === "UNSATISFIABLE" ? "no solution" : unique === null ? "undecided" : unique ? "exactly one solution" : "several solutions";
  const words = `${Object.entries(options).map(([name, value]) => named(name, value, puzzle)).join(", ")}: ${found}`;
  if (puzzle.parsed?.format !== "nl" || status === "UNSATISFIABLE") return h("p", {}, words);
  return h("button", {type: "button", "data-reading": Object.keys(options).join(" "), click: () => {
    const text = Object.entries(options).reduce((before, [name, value]) => withOption(before, puzzle.number, name, value), puzzle.text);
    puzzle.put(text);
  }}, words);
}

/** @param {string} name of an option @param {string} value @param {import("./puzzle.js").Puzzle} puzzle */
function named(name, value, puzzle) {
  const option = puzzle.told?.options.find((each) => each.name === name);
  if (!option?.text || option.type !== "bool") return `With ${name} = ${value}`;
  return `${value === "true" ? "With" : "Without"} “${option.text}”`;
}
