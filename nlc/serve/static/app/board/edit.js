// Editing the puzzle on its picture; the server writes each change into the text.

import {s} from "../dom.js";
import {sentence} from "../heading.js";
import {DIRECTIONS} from "./keys.js";
import {Layer} from "./layer.js";
import {outline} from "./outline.js";
import {pointOf} from "./pointer.js";

const TOGETHER = 900;

/** How far from the place of a clue beside the board a click still means it. */
const NEAR = 19;

/** @typedef {{tool: string, at: number, typed: string, when: number}} Spot */

export class Change extends EventTarget {
  /**
   * @param {SVGSVGElement} svg
   * @param {import("../puzzle.js").Puzzle} puzzle
   * @param {(words: string) => void} say
   * @param {Spot | null} place of the last picture
   */
  constructor(svg, puzzle, say, place) {
    super();
    this.svg = svg;
    this.puzzle = puzzle;
    this.board = /** @type {import("./board.js").Board} */ (puzzle.board);
    this.told = /** @type {import("../types").PuzzleAnswer} */ (puzzle.told);
    this.say = say;
    this.tools = toolsFor(this.told);
    /** @type {Spot} */
    this.place = place ?? {tool: "", at: 0, typed: "", when: 0};
    if (!this.tools.some((tool) => tool.id === this.place.tool)) this.place.tool = this.tools[0]?.id ?? "hole";
    this.ending = new AbortController();
    const {signal} = this.ending;
    this.layer = new Layer(svg, this.board, this.told, []);
    this.holes = s("g", {class: "holes"});
    this.spots = s("g", {class: "spots"});
    this.layer.cursor.before(this.holes, this.spots);
    for (const {name, corners} of this.board.holes) {
      this.holes.append(s("path", {d: outline({name, x: 0, y: 0, r: 0, corners}), "data-hole": name}));
    }
    svg.tabIndex = 0;
    svg.setAttribute("role", "application");
    svg.setAttribute("aria-roledescription", "board");
    svg.addEventListener("pointerdown", (event) => this.down(event), {signal});
    svg.addEventListener("contextmenu", (event) => event.preventDefault(), {signal});
    svg.addEventListener("keydown", (event) => {
      if (this.key(event)) event.preventDefault();
    }, {signal});
    svg.addEventListener("focus", () => this.showCursor(), {signal});
    svg.addEventListener("blur", () => this.layer.showCursor([]), {signal});
    this.place.at = Math.min(this.place.at, this.nodes.length - 1);
    this.showSpots();
  }

  end() {
    this.ending.abort();
  }

  get tool() {
    return this.tools.find((tool) => tool.id === this.place.tool) ?? this.tools[0];
  }

  get nodes() {
    return /** @type {import("./board.js").Place[]} */ (this.board.elements[this.tool.sort]);
  }

  /** @param {string} id */
  use(id) {
    this.place.tool = id;
    this.place.at = Math.min(this.place.at, this.nodes.length - 1);
    this.place.typed = "";
    this.layer.showCursor([]);
    this.showSpots();
  }

  /** Show where clues beside the board may stand, and at which cells their lines begin. */
  showSpots() {
    const spots = this.tool.sort === "line" ? this.board.outer : [];
    this.spots.replaceChildren(...spots.map(({name, x, y, r}) => {
      const first = this.board.index.get(name.slice(0, name.lastIndexOf(".")));
      const cell = this.board.cells.nodes[first?.i ?? 0];
      const away = Math.hypot(cell.x - x, cell.y - y) || 1;
      const along = [(cell.x - x) / away, (cell.y - y) / away];
      const ends = [r, r + 5].map((d) => `${x + d * along[0]} ${y + d * along[1]}`);
      return s("path", {d: `M${ends.join("L")}${outline({name, x, y, r, corners: []})}`});
    }));
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 2) return;
    const {x, y} = pointOf(event, this.svg);
    const hole = /** @type {Element} */ (event.target).getAttribute("data-hole");
    if (hole && this.tool.sort !== "line") {
      if (this.tool.id === "hole") this.send({element: hole, kind: "hole", value: false});
      return;
    }
    const i = this.nodeAt(x, y);
    if (i < 0) return;
    this.place.at = i;
    this.place.typed = "";
    this.svg.focus({preventScroll: true});
    this.turn(event.button === 2 || event.ctrlKey ? -1 : 1);
  }

  /**
   * The element that a click means. Beside the board that is a line, whatever is edited in cells.
   * @param {number} x
   * @param {number} y
   */
  nodeAt(x, y) {
    const {board} = this;
    const cell = board.cellAt(x, y);
    const beside = board.nearest(board.outer, x, y);
    const lines = this.tools.find((tool) => tool.sort === "line");
    if (lines && this.tool.sort === "cell" && cell < 0 && beside.away < NEAR) this.use(lines.id);
    const {sort} = this.tool;
    if (sort === "cell") return cell;
    if (sort === "line") return beside.away < NEAR ? beside.i : -1;
    if (sort === "vertex") return board.nearest(board.corners.nodes, x, y).i;
    return board.nearestEdge(board.net(sort), x, y).i;
  }

  /** @param {-1 | 1} step */
  turn(step) {
    const {name} = this.nodes[this.place.at];
    const {tool} = this;
    if (tool.given) this.send({element: name, kind: "clue", given: tool.given.name, step});
    else this.send({element: name, kind: tool.id, step: 1});
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const {key} = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const {tool, place} = this;
    const {name} = this.nodes[place.at];
    if (DIRECTIONS[key]) {
      const next = this.board.step(this.nodes, place.at, DIRECTIONS[key], tool.sort === "cell" ? this.board.beside[place.at] : []);
      if (next >= 0) {
        place.at = next;
        place.typed = "";
        this.showCursor();
        this.say(this.described());
      }
      return true;
    }
    if (key === " " || key === "Enter") this.turn(event.shiftKey ? -1 : 1);
    else if (key === "+" || key === "-") this.turn(key === "+" ? 1 : -1);
    else if ((key === "Backspace" || key === "Delete") && tool.given) {
      place.typed = "";
      this.send({element: name, kind: "clue", given: tool.given.name, value: null});
    } else if (key === "#" && tool.sort === "cell") this.send({element: name, kind: "hole", value: true});
    else if (key.length === 1 && tool.given) return this.type(key);
    else return false;
    return true;
  }

  /**
   * Digits in a row make one number.
   * @param {string} key
   */
  type(key) {
    const {place} = this;
    const given = /** @type {import("../types").Given} */ (this.tool.given);
    if (given.kind === "list") return this.typeList(given, key);
    const more = Date.now() - place.when < TOGETHER && /^\d+$/.test(place.typed + key);
    const options = more ? [place.typed + key, key] : [key];
    const fits = (/** @type {string} */ text) => given.kind === "name"
      ? /^[\p{L}\p{N}]+$/u.test(text)
      : given.values.some((value) => value.toLowerCase() === text.toLowerCase()) || (given.kind === "int" && /^\d+$/.test(text));
    let value = options.find(fits);
    if (value === undefined && given.kind !== "name") value = given.values.find((each) => each.toLowerCase().startsWith(key.toLowerCase()));
    if (value === undefined) return false;
    place.typed = value;
    place.when = Date.now();
    const typed = given.kind === "int" ? Number(value) : given.kind === "bool" ? value === "true" : value;
    this.send({element: this.nodes[place.at].name, kind: "clue", given: given.name, value: typed});
    return true;
  }

  /**
   * Digits make a number of a list, and a comma goes on with the next one.
   * @param {import("../types").Given} given
   * @param {string} key
   */
  typeList(given, key) {
    const {place} = this;
    const {name} = this.nodes[place.at];
    if (key === ",") {
      place.typed = `${place.typed.replace(/,$/, "") || given.clues[name] || "0"},`;
      this.say(`${name}: ${place.typed}`);
      return true;
    }
    if (!/^\d$/.test(key)) return false;
    const more = place.typed.endsWith(",") || Date.now() - place.when < TOGETHER;
    place.typed = more ? place.typed + key : key;
    place.when = Date.now();
    this.send({element: name, kind: "clue", given: given.name, value: place.typed});
    return true;
  }

  /** @param {any} edit */
  async send(edit) {
    await this.puzzle.edit([edit]);
    const {told} = this.puzzle;
    const given = told?.givens.find((each) => each.name === edit.given);
    if (given) this.say(`${edit.element}: ${given.clues[edit.element] ?? "empty"}`);
    else this.say(`${edit.element}: ${edit.kind} changed`);
  }

  described() {
    const {name} = this.nodes[this.place.at];
    const clue = this.tool.given?.clues[name];
    return clue === undefined ? name : `${name}, ${this.tool.label} ${clue}`;
  }

  showCursor() {
    const {nodes, place} = this;
    const node = nodes[place.at];
    if (!node) return;
    this.svg.dataset.at = node.name;
    this.layer.showCursor([node]);
  }
}

/**
 * @param {import("../types").PuzzleAnswer} told
 * @returns {{id: string, label: string, sort: import("../types").Sort, given: import("../types").Given | null}[]}
 */
function toolsFor(told) {
  return [
    ...told.givens.map((given) => ({id: `given ${given.name}`, label: sentence(given.name), sort: given.sort, given})),
    {id: "hole", label: "Hole", sort: /** @type {const} */ ("cell"), given: null},
    {id: "wall", label: "Wall", sort: /** @type {const} */ ("border"), given: null},
  ];
}
