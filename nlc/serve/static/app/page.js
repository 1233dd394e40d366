// What all parts of the page share.

import {byId} from "./dom.js";

/**
 * @typedef {object} Page
 * @property {import("./puzzle.js").Puzzle} puzzle
 * @property {import("./picture.js").Picture} picture
 * @property {import("./editor.js").Editor} editor
 * @property {(name: string) => Promise<any>} known lists of the server, each asked for once
 * @property {(text: string, number?: number, mode?: "play" | "edit") => void} begin shows another puzzle
 */

/**
 * Tell people who do not see the page.
 * @param {string} words
 */
export function say(words) {
  byId("said").textContent = words;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Tell everybody, for some seconds.
 * @param {string} words
 */
export function notify(words) {
  const notice = byId("notice");
  notice.textContent = words;
  notice.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (notice.hidden = true), 6000);
}

/**
 * Mistakes in one line, with their hints.
 * @param {{message: string, hint?: string | null}[]} diagnostics
 */
export function mistakes(diagnostics) {
  return diagnostics.map((each) => [each.message, each.hint].filter(Boolean).join(" – ")).join("; ");
}

/** @param {unknown} error */
export function told(error) {
  if (error instanceof DOMException && error.name === "AbortError") return "";
  if (!(error instanceof Error)) return String(error);
  const hint = "hint" in error && error.hint ? ` ${error.hint}` : "";
  const found = "diagnostics" in error ? /** @type {any[]} */ (error.diagnostics ?? []) : [];
  return `${mistakes(found) || error.message}${hint}`;
}
