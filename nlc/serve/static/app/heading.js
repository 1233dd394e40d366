// Title, rules and options of the puzzle.

import {byId, counted, h} from "./dom.js";

/** @param {{puzzle: import("./puzzle.js").Puzzle}} page */
export function startHeading({puzzle}) {
  const settings = byId("settings");
  puzzle.addEventListener("parsed", () => {
    const {told, board, parsed} = puzzle;
    if (!told || !board) {
      byId("title").textContent = parsed?.puzzles[puzzle.number - 1]?.title ?? "No puzzle";
      byId("about").textContent = "";
      document.title = "nlc";
      byId("rules").hidden = settings.hidden = true;
      return;
    }
    byId("title").textContent = told.title;
    document.title = `${told.title} – nlc`;
    const size = board.rows && board.topology !== "graph" ? `${board.columns}\u00a0×\u00a0${board.rows}` : counted(told.cells, "cell");
    const tiling = {square: "", hex: "hexagons", triangle: "triangles", graph: "graph"}[board.topology] ?? board.topology;
    byId("about").textContent = [told.name === told.title ? "" : told.name.split(" / ")[0], size, tiling].filter(Boolean).join(" · ");
    byId("rules-body").replaceChildren(...told.rules.map((rule) => h("li", {}, rule)));
    byId("rules").hidden = !told.rules.length;
    set(settings, puzzle);
  });
}

/**
 * Show the options; fields stay, so that they keep the focus, as long as the options are the same.
 * @param {HTMLElement} settings
 * @param {import("./puzzle.js").Puzzle} puzzle
 */
function set(settings, puzzle) {
  const options = puzzle.told?.options ?? [];
  settings.hidden = !options.length;
  const names = JSON.stringify([puzzle.told?.genre, options.map((option) => option.name)]);
  if (settings.dataset.names !== names) {
    settings.dataset.names = names;
    settings.replaceChildren(...options.map(({name, text, type}) => {
      const change = () => {
        const value = type === "bool" ? String(field.checked) : field.value.trim();
        if (value) puzzle.put(withOption(puzzle.text, puzzle.number, name, value));
      };
      const field = h("input", {type: type === "bool" ? "checkbox" : "text", "data-set": name, size: type === "bool" ? null : 6, change});
      const words = text ? sentence(text) : name;
      return type === "bool" ? h("label", {}, field, words) : h("label", {}, words, field);
    }));
  }
  for (const field of settings.querySelectorAll("input")) {
    const option = options.find((each) => each.name === field.dataset.set);
    const value = option?.value ?? option?.default ?? "";
    field.disabled = puzzle.parsed?.format !== "nl";
    field.checked = value === "true";
    if (field.type === "text") field.value = value;
  }
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

/** @param {string} text that may begin with the name of a cell */
export function sentence(text) {
  return /^r\d/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}
