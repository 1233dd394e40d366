// Where one is on a board: which tool, where the cursor is, which nodes are chosen.

import {shows} from "../keep.js";
import {Layer} from "./layer.js";
import {COLORS, NOTES, PALETTE, toolsOf} from "./tools.js";

export class Cursor extends EventTarget {
  /**
   * @param {SVGSVGElement} svg of the puzzle, in the page
   * @param {import("./board.js").Board} board
   * @param {import("../types").PuzzleAnswer} puzzle
   * @param {import("./answer.js").Answer} answer
   * @param {(words: string) => void} say tells people who do not see
   */
  constructor(svg, board, puzzle, answer, say) {
    super();
    this.svg = svg;
    this.board = board;
    this.puzzle = puzzle;
    this.answer = answer;
    this.say = say;
    this.tools = toolsOf(puzzle.variables, board);
    this.tool = this.tools[0];
    this.layer = new Layer(svg, board, puzzle, this.tools);
    /** The node with the cursor, and those that are chosen besides. */
    this.at = 0;
    /** @type {Set<number>} */
    this.chosen = new Set();
    this.typed = "";
  }

  /** The elements that the cursor walks over. */
  get nodes() {
    const {sort, kind} = this.tool;
    if (kind === "value" && (sort === "link" || sort === "border")) {
      return /** @type {import("./board.js").Place[]} */ (this.board.elements[sort]);
    }
    return this.board.net(sort).nodes;
  }

  /** Draw at the next frame. */
  later() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.layer.alike = this.alike;
      this.layer.draw(this.answer);
    });
  }

  /** @param {string} id */
  use(id) {
    const {nodes, chooses} = this;
    this.tool = this.tools.find((tool) => tool.id === id) ?? this.tool;
    if (!chooses || !this.chooses || nodes !== this.nodes) {
      this.at = Math.min(this.at, this.nodes.length - 1);
      this.chosen.clear();
      this.hideCursor();
    }
    this.dispatchEvent(new Event("tool"));
  }

  /** Whether the tool acts on cells that were chosen before. */
  get chooses() {
    return ["value", "color"].includes(this.tool.kind);
  }

  /** Take up the next of some tools. */
  nextTool(tools = this.tools) {
    const next = tools[(tools.indexOf(this.tool) + 1) % tools.length];
    this.use(next.id);
    this.showCursor();
    this.say(`tool: ${next.label}`);
    return true;
  }

  /** The tools to choose from: of notes those of the variable that is written, or would be. */
  get offered() {
    const [of] = (this.tool?.kind === "value" ? this.tool : this.tools[0])?.variables ?? [];
    return this.tools.filter(({note, variables}) => !note || variables[0] === of);
  }

  /** The tools that write values of the same variable: large, or as notes. */
  get writers() {
    return this.tools.filter(({kind, variables}) => kind === "value" && variables[0] === this.tool.variables[0]);
  }

  /** All nodes that are chosen. */
  get picked() {
    return [...new Set([...this.chosen, this.at])].map((i) => this.nodes[i]).filter(Boolean);
  }

  /** The names of the nodes that have the value of the chosen one. */
  get alike() {
    if (!this.cursor || this.tool.kind !== "value" || !shows("same")) return [];
    const value = this.valueAt(this.nodes[this.at].name);
    return value ? this.nodes.map(({name}) => name).filter((name) => this.valueAt(name) === value) : [];
  }

  /** @param {string} name of a node @returns {string} what is written or printed there */
  valueAt(name) {
    const [{name: variable, values, printed}] = this.tool.variables;
    const clues = printed.includes(name) ? this.puzzle.givens.map((given) => given.clues[name]) : [];
    return this.answer.get(variable, name) || clues.find((text) => values.includes(text)) || "";
  }

  /** @param {number} node @param {string} [pen] @param {boolean} [quiet] */
  moveTo(node, pen = "", quiet = false) {
    this.at = node;
    this.chosen.clear();
    this.typed = "";
    this.showCursor(pen);
    if (!quiet) this.say(this.described(this.nodes[node].name));
  }

  /** @param {number} node that is chosen besides */
  extend(node) {
    this.chosen.add(this.at).add(node);
    this.at = node;
    this.typed = "";
    this.showCursor();
    this.say(`${this.chosen.size} chosen`);
  }

  /** @param {string} [pen] */
  showCursor(pen = "") {
    this.cursor = true;
    this.svg.dataset.at = this.nodes[this.at]?.name ?? "";
    this.layer.showCursor(this.picked, pen === "no" ? "crossing" : pen ? "drawing" : "");
    this.later();
  }

  hideCursor() {
    this.cursor = false;
    this.layer.showCursor([]);
    this.later();
  }

  /** @param {string} name of a node */
  described(name) {
    const clues = this.puzzle.givens.filter((given) => given.clues[name] !== undefined)
      .map((given) => `${given.name} ${given.clues[name]}`);
    const found = this.board.index.get(name);
    const states = this.tool.variables.map((each) => this.answer.get(each.name, name)).filter(Boolean);
    for (const [note, place] of states.length ? [] : NOTES) {
      const notes = this.answer.get(`${this.tool.variables[0]?.name} ${note}`, name);
      if (notes) states.push(`${place.toLowerCase()} ${notes}`);
    }
    const color = Number(this.answer.get(COLORS, name));
    if (color) states.push(PALETTE[color - 1]);
    if (this.tool.kind === "edge" && found) {
      const net = this.board.net(this.tool.sort);
      const drawn = net.at[found.i].filter((i) => this.answer.get(this.tool.id, net.edges[i].name) === "yes");
      if (drawn.length) states.push(`${drawn.length} drawn`);
    }
    return [name, ...clues, ...states.map((state) => ({yes: "drawn", no: "crossed out"})[state] ?? state)].join(", ");
  }
}
