// Draws what the player has drawn into the server's picture: shades below, lines below the clues, marks above.

import {s} from "../dom.js";
import {shows} from "../keep.js";
import {colorsOf, ownColors} from "./colors.js";
import {outline} from "./outline.js";
import {cross, symbol} from "./symbols.js";
import {COLORS, stateOf} from "./tools.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Edge} Edge */
/** @typedef {import("./board.js").Place} Place */

/** Where notes stand, in parts of the radius: corners, sides, the middle. */
const CORNERS = [[-0.6, -0.58], [0.6, -0.58], [-0.6, 0.58], [0.6, 0.58], [0, -0.58], [0, 0.58], [-0.6, 0], [0.6, 0], [0, 0]];

export class Layer {
  /** @param {SVGSVGElement} svg @param {Board} board @param {import("../types").PuzzleAnswer} puzzle @param {import("../types").Tool[]} tools */
  constructor(svg, board, puzzle, tools) {
    this.board = board;
    this.puzzle = puzzle;
    this.tools = tools;
    this.svg = svg;
    /** @type {string[]} cells that are lit */
    this.lit = [];
    /** @type {string[]} cells with the value of the chosen one */
    this.alike = [];
    /** Cells with a clue in the middle, and those with one in their first corner; rooms have none. */
    this.clued = new Set();
    this.cornered = new Set();
    for (const text of svg.querySelectorAll("text[data-e]")) {
      const name = text.getAttribute("data-e") ?? "", found = board.index.get(name);
      const x = found ? board.elements[found.sort][found.i].x : 0;
      (found?.sort === "cell" && Number(text.getAttribute("x")) < x - 4 ? this.cornered : this.clued).add(name);
    }
    this.under = s("g", {class: "shades"});
    this.lines = s("g", {class: "lines"});
    this.over = s("g", {class: "marks"});
    this.signs = s("g", {class: "signs"});
    this.cursor = s("g", {class: "cursor"});
    const cells = svg.querySelector(":scope > g");
    if (cells) cells.after(this.under);
    else svg.append(this.under);
    const clue = svg.querySelector(":scope > :is(text, g)[data-e]");
    const disc = clue?.previousElementSibling?.tagName === "circle" ? clue.previousElementSibling : clue;
    if (disc) disc.before(this.lines);
    else svg.append(this.lines);
    svg.append(this.over, this.signs, this.cursor);
  }

  /** @param {import("./answer.js").Answer} answer */
  draw(answer) {
    for (const group of [this.under, this.lines, this.over]) group.replaceChildren();
    for (const [name, color] of answer.states.get(COLORS) ?? []) this.tint(name, {class: `tint t${color}`, "data-d": name});
    for (const name of this.lit) this.tint(name, {class: "lit", "data-lit": name});
    for (const name of this.alike) this.tint(name, {class: "same"});
    for (const tool of this.tools) {
      if (tool.note) {
        this.notes(tool, answer);
        continue;
      }
      const elements = new Set(tool.variables.flatMap(({name}) => [...(answer.states.get(name)?.keys() ?? [])]));
      const labelled = tool.kind === "edge" && tool.sort === "link" ? colorsOf(this.board, this.puzzle, tool, answer) : null;
      const colors = labelled ?? (tool.kind === "edge" && shows("colors") ? ownColors(this.board.net(tool.sort), tool, answer) : null);
      for (const name of elements) {
        const found = this.board.index.get(name);
        if (!found || found.sort !== tool.sort) continue;
        const place = this.board.elements[tool.sort][found.i];
        if (tool.kind === "edge") this.edge(/** @type {Edge} */ (place), stateOf(tool, answer, name), colors?.get(name));
        else if (tool.kind === "mark") this.mark(/** @type {Place} */ (place), tool, stateOf(tool, answer, name));
        else if (tool.kind === "region") this.region(/** @type {Place} */ (place), tool, answer.get(tool.id, name));
        else this.value(/** @type {Place} */ (place), answer.get(tool.id, name));
      }
      if (tool.kind === "region") this.walls(tool, answer);
    }
    const guessed = answer.guessed;
    if (!guessed.size) return;
    for (const each of this.svg.querySelectorAll("[data-d]")) {
      each.classList.toggle("guess", guessed.has(each.getAttribute("data-d") ?? ""));
    }
  }

  /** @param {string} name of a cell @param {Record<string, string>} members */
  tint(name, members) {
    const found = this.board.index.get(name);
    if (found?.sort === "cell") this.under.append(s("path", {d: outline(/** @type {Place} */ (this.board.elements.cell[found.i])), ...members}));
  }

  /**
   * Grey the clues that are finished, and tint the cells that are lit.
   * @param {string[]} finished
   * @param {string[]} lit
   * @param {import("./answer.js").Answer} answer
   */
  feedback(finished, lit, answer) {
    const done = new Set(finished);
    for (const text of this.svg.querySelectorAll("text[data-e]")) {
      text.classList.toggle("finished", done.has(text.getAttribute("data-e") ?? ""));
    }
    this.lit = lit;
    this.draw(answer);
  }

  /** @param {Edge} edge @param {string} state @param {number} [color] */
  edge(edge, state, color) {
    const {x, y} = edge;
    if (state === "no") {
      for (const line of edge.lines.length > 1 ? edge.lines : [[x, y, x, y]]) {
        this.over.append(named(cross((line[0] + line[2]) / 2, (line[1] + line[3]) / 2, 4), edge.name));
      }
      return;
    }
    const named_ = color === undefined ? "" : ` c${color % 10}${color >= 10 ? " again" : ""}`;
    for (const [x1, y1, x2, y2] of edge.lines) {
      const d = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [ax, ay] = state === "2" ? [(-4 * (y2 - y1)) / d, (4 * (x2 - x1)) / d] : [0, 0];
      for (const side of state === "2" ? [-1, 1] : [0]) {
        const at = {x1: x1 + side * ax, y1: y1 + side * ay, x2: x2 + side * ax, y2: y2 + side * ay};
        this.lines.append(named(s("line", {...at, class: `line${named_}${state === "2" ? " double" : ""}`}), edge.name));
        if (color !== undefined && color >= 10) this.lines.append(s("line", {...at, class: "core"}));
      }
    }
  }

  /** @param {Place} place @param {import("../types").Tool} tool @param {string} state */
  mark(place, tool, state) {
    const word = tool.variables[0].mark ?? "disc";
    const {x, y, r} = place;
    if (word === "digit") {
      this.value(place, state === "no" ? "0" : "1");
    } else if (word === "stone") {
      this.over.append(named(s("circle", {cx: x, cy: y, r: 0.72 * r, class: `stone ${state === "no" ? "white" : "black"}`}), place.name));
    } else if (state === "no") {
      const free = this.free(place);
      const sign = word === "shaded" ? s("circle", {cx: free.x, cy: free.y, r: 3, class: "empty"}) : cross(free.x, free.y, Math.min(5, 0.3 * r));
      this.over.append(named(sign, place.name));
    } else if (word === "shaded" && tool.sort === "cell") {
      this.under.append(named(s("path", {d: outline(place), class: "shade"}), place.name));
    } else {
      const group = tool.sort === "vertex" ? this.over : this.under;
      group.append(named(symbol(word, x, y, r), place.name));
    }
  }

  /**
   * The middle of an element, or the corner of it that a clue leaves free.
   * @param {Place | Edge} place
   */
  free(place) {
    const aside = this.clued.has(place.name) && "r" in place ? 0.6 * place.r : 0;
    return {x: place.x + aside, y: place.y + aside};
  }

  /** @param {Place} place @param {string} text */
  value(place, text) {
    const {name, r} = place, {x, y} = this.free(place), below = this.cornered.size > 0; // all in one row alike
    const radius = r * (this.clued.has(name) ? 0.5 : below ? 0.85 : 1);
    const size = radius * (text.length < 2 ? 1.1 : text.length === 2 ? 0.95 : 2.1 / text.length);
    this.over.append(named(s("text", {x, y: below ? y + 0.2 * r : y, dy: ".35em", "font-size": size, class: "value"}, text), name));
  }

  /**
   * Write small what cells without a value may be: along their corners and sides, or in the middle.
   * @param {import("../types").Tool} tool
   * @param {import("./answer.js").Answer} answer
   */
  notes({id, note, variables}, answer) {
    for (const [name, state] of answer.states.get(id) ?? []) {
      const found = this.board.index.get(name);
      if (found?.sort !== "cell" || answer.get(variables[0].name, name)) continue;
      const {x, y, r} = /** @type {Place} */ (this.board.elements.cell[found.i]);
      const notes = state.split(" "), middle = note === "centre";
      const text = notes.join(notes.every((each) => each.length === 1) ? "" : " ");
      const clue = Number(this.cornered.has(name)), hidden = (/** @type {number[]} */ [x, y]) => clue * Number(x <= 0 && y < 0);
      const places = CORNERS.toSorted((a, b) => hidden(a) - hidden(b));
      for (const [i, each] of (middle ? [text] : notes).entries()) {
        const [dx, dy] = middle ? [0, 0] : places[i % places.length];
        const size = Math.min(0.52 * r, (middle ? 2.7 * r : r) / Math.max(1, each.length));
        this.over.append(named(s("text", {x: x + dx * r, y: y + dy * r, dy: ".35em", "font-size": size, class: "pencil"}, each), name));
      }
    }
  }

  /** @param {Place} place @param {import("../types").Tool} tool @param {string} value */
  region(place, tool, value) {
    const color = Math.max(0, tool.variables[0].values.indexOf(value)) % 10;
    this.under.append(named(s("path", {d: outline(place), class: `area c${color}`}), place.name));
  }

  /**
   * Draw the borders between regions.
   * @param {import("../types").Tool} tool
   * @param {import("./answer.js").Answer} answer
   */
  walls(tool, answer) {
    const {nodes, edges} = this.board.cells;
    for (const [i, edge] of edges.entries()) {
      const [a, b] = edge.ends.map((cell) => answer.get(tool.id, nodes[cell].name));
      if (a === b || (!a && !b)) continue;
      const side = this.board.elements.border[this.board.linkBorder[i]];
      for (const [x1, y1, x2, y2] of /** @type {Edge} */ (side)?.lines ?? []) {
        this.over.append(s("line", {x1, y1, x2, y2, class: "wall"}));
      }
    }
  }

  /**
   * Point to elements: where a rule is broken, or what a step is about; `not` puts crosses there.
   * @param {{elements: string[], kind: string}[]} groups
   */
  point(groups) {
    this.signs.replaceChildren();
    for (const {elements, kind} of groups) {
      for (const name of elements) {
        const found = this.board.index.get(name);
        if (!found) continue;
        const place = this.board.elements[found.sort][found.i];
        if (kind === "not") {
          const {x, y} = this.free(place);
          this.signs.append(s("g", {class: kind}, cross(x, y, 5)));
        } else this.signs.append(...around(place, kind));
      }
    }
  }

  /** @param {(Place | Edge)[]} places where the cursor is @param {string} [kind] */
  showCursor(places, kind = "") {
    this.cursor.replaceChildren(...places.flatMap((place) => around(place, kind)));
  }
}

/**
 * What shows an element: the outline of a cell, the lines of an edge, or a circle.
 * @param {Place | Edge} place
 * @param {string} kind
 */
function around(place, kind) {
  if ("lines" in place) return place.lines.map(([x1, y1, x2, y2]) => s("line", {x1, y1, x2, y2, class: kind}));
  if (place.corners.length) return [s("path", {d: outline(place, 0.87), class: kind})];
  return [s("circle", {cx: place.x, cy: place.y, r: Math.max(10, 0.86 * place.r), class: kind})];
}

/** @param {SVGElement} element @param {string} name */
function named(element, name) {
  element.setAttribute("data-d", name);
  return element;
}
