// The side of the text: which of several puzzles, mistakes, and folding it away.

import {byId, fillSelect, h} from "./dom.js";
import {keep, kept} from "./keep.js";

const NARROW = "(max-width: 63.99rem)";

/** Milliseconds without a key until mistakes are shown: what is half typed is not wrong. */
const REST = 300;

/** @param {import("./page.js").Page} page */
export function startText({puzzle, editor}) {
  const which = /** @type {HTMLSelectElement} */ (byId("which-puzzle"));
  const toggle = byId("text-toggle");
  const language = byId("to-language");

  const fold = (/** @type {boolean} */ open) => {
    toggle.setAttribute("aria-expanded", String(open));
    byId("text-body").hidden = !open;
    byId("puzzle-view").classList.toggle("folded", !open);
  };
  toggle.addEventListener("click", () => {
    const open = toggle.getAttribute("aria-expanded") !== "true";
    fold(open);
    keep("open", open);
  });
  fold(kept("open") ?? !matchMedia(NARROW).matches);

  which.addEventListener("change", () => puzzle.choose(Number(which.value)));
  language.addEventListener("click", () => {
    const text = puzzle.parsed?.language;
    if (text) puzzle.put(text, {number: 1});
  });

  puzzle.addEventListener("text", () => editor.put(puzzle.text));
  puzzle.addEventListener("parsed", () => {
    const {parsed} = puzzle;
    if (!parsed) return;
    clearTimeout(resting);
    const {text} = puzzle;
    resting = setTimeout(() => text === puzzle.text && mistaken(parsed.diagnostics), parsed.diagnostics.length ? REST : 0);
    byId("which").hidden = parsed.puzzles.length < 2;
    fillSelect(which, parsed.puzzles.map(({number, title}) => ({value: String(number), text: `${number}. ${title}`})), String(puzzle.number));
    language.hidden = !parsed.language;
    language.textContent = "Write it in nlc’s language";
    language.title = `The text is read as ${parsed.format}.`;
  });

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;

  /** @param {import("./types").Diagnostic[]} diagnostics */
  function mistaken(diagnostics) {
    editor.mark(diagnostics);
    byId("messages").replaceChildren(...diagnostics.map((each) => h("li", {class: each.severity},
      h("button", {type: "button", click: () => each.line !== null && editor.goto(each.line, each.column ?? 1)},
        each.line !== null && h("span", {class: "place"}, `${each.line}:${each.column ?? 1}`),
        each.message, each.hint && h("small", {}, each.hint)))));
  }
}
