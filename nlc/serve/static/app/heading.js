// Title, rules and options of the puzzle.

import {byId, counted, h} from "./dom.js";

/** @param {import("./page.js").Page} page */
export function startHeading({puzzle}) {
  puzzle.addEventListener("parsed", () => {
    const {told, board} = puzzle;
    if (!told || !board) return;
    byId("title").textContent = told.title;
    document.title = `${told.title} – nlc`;
    const size = board.rows && board.topology !== "graph" ? `${board.columns}\u00a0×\u00a0${board.rows}` : counted(told.cells, "cell");
    const tiling = {square: "", hex: "hexagons", triangle: "triangles", graph: "graph"}[board.topology] ?? board.topology;
    byId("about").textContent = [told.name, size, tiling].filter(Boolean).join(" · ");
    const rules = told.rules.filter((rule) => rule.text).map((rule) => h("li", {}, sentence(rule.text)));
    byId("rules-body").replaceChildren(h("ul", {}, ...rules), settings(puzzle));
    byId("rules").hidden = !rules.length && !told.options.length;
  });
}

/** @param {import("./puzzle.js").Puzzle} puzzle */
function settings(puzzle) {
  const out = h("div", {class: "settings"});
  for (const option of puzzle.told?.options ?? []) {
    const value = option.value ?? option.default;
    const words = option.text ? sentence(option.text) : option.name;
    const change = (/** @type {string} */ after) => puzzle.put(withOption(puzzle.text, puzzle.number, option.name, after));
    const written = puzzle.parsed?.format === "nl";
    if (option.type === "bool") {
      const box = h("input", {type: "checkbox", checked: value === "true", disabled: !written,
        change: () => change(String(box.checked))});
      out.append(h("label", {}, box, words));
    } else {
      const field = h("input", {value, size: 6, disabled: !written, change: () => field.value.trim() && change(field.value.trim())});
      out.append(h("label", {}, words, field));
    }
  }
  return out;
}

/**
 * Return a text in which one puzzle sets an option.
 * @param {string} text
 * @param {number} number of the puzzle, from 1
 * @param {string} name
 * @param {string} value
 */
export function withOption(text, number, name, value) {
  const heads = [...text.matchAll(/^[ \t]*puzzle\s+"[^"]*"[^{]*\{/gm)];
  const head = heads[number - 1];
  if (!head) return text;
  const start = head.index + head[0].length;
  const stop = heads[number]?.index ?? text.length;
  const body = text.slice(start, stop);
  const set = new RegExp(`\\bset\\s+${name}\\s*=[^;]*;`);
  const after = set.test(body) ? body.replace(set, `set ${name} = ${value};`) : `\n  set ${name} = ${value};${body}`;
  return text.slice(0, start) + after + text.slice(stop);
}

/** @param {string} text */
export function sentence(text) {
  return text[0].toUpperCase() + text.slice(1);
}
