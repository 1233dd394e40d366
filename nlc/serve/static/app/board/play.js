// Playing on one board: which tool, where the cursor is, what is drawn.

import {Keys} from "./keys.js";
import {Layer} from "./layer.js";
import {Pointer} from "./pointer.js";
import {STATES, notesOf, printedOf, toolsOf} from "./tools.js";

export class Play extends EventTarget {
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
    /** The node with the cursor. */
    this.at = 0;
    this.typed = "";
    /** Whether values that are typed are notes. */
    this.noting = false;
    this.ending = new AbortController();
    answer.addEventListener("change", () => this.later(), {signal: this.ending.signal});
    answer.printed = printedOf(this.tools);
    this.layer.draw(answer);
    if (!this.tool) return;
    svg.tabIndex = 0;
    svg.setAttribute("role", "application");
    svg.setAttribute("aria-roledescription", "board");
    this.keys = new Keys(this, svg, this.ending.signal);
    this.pointer = new Pointer(this, svg, this.ending.signal);
  }

  /** End listening. */
  end() {
    this.ending.abort();
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
      this.layer.draw(this.answer);
    });
  }

  /** @param {string} id */
  use(id) {
    this.tool = this.tools.find((tool) => tool.id === id) ?? this.tool;
    this.at = Math.min(this.at, this.nodes.length - 1);
    this.hideCursor();
    this.dispatchEvent(new Event("tool"));
  }

  nextTool() {
    const next = this.tools[(this.tools.indexOf(this.tool) + 1) % this.tools.length];
    this.use(next.id);
    this.showCursor();
    this.say(`tool: ${next.label}`);
    return true;
  }

  /** Whether the tool takes notes: what a cell may be, as small values. */
  get notable() {
    const {kind, sort, variables} = this.tool ?? {};
    return kind === "value" && sort === "cell" && variables[0].values.length <= 20;
  }

  /** Write notes from now on, or values again. */
  switchNotes() {
    this.noting = !this.noting;
    this.typed = "";
    this.dispatchEvent(new Event("tool"));
    this.say(this.noting ? "notes" : "values");
    return true;
  }

  undo() {
    this.say(this.answer.undo() ? "undone" : "nothing to undo");
    return true;
  }

  redo() {
    this.say(this.answer.redo() ? "done again" : "nothing to do again");
    return true;
  }

  /** @param {number} node @param {string} [pen] @param {boolean} [quiet] */
  moveTo(node, pen = "", quiet = false) {
    this.at = node;
    this.typed = "";
    this.showCursor(pen);
    if (!quiet) this.say(this.described(this.nodes[node].name));
  }

  /** @param {string} [pen] */
  showCursor(pen = "") {
    this.cursor = true;
    this.svg.dataset.at = this.nodes[this.at]?.name ?? "";
    this.layer.showCursor(this.nodes[this.at] ?? null, pen === "no" ? "crossing" : pen ? "drawing" : "");
    this.dispatchEvent(new Event("cursor"));
  }

  hideCursor() {
    this.cursor = false;
    this.layer.showCursor(null);
    this.dispatchEvent(new Event("cursor"));
  }

  /** @param {string} name of a node */
  described(name) {
    const clues = this.puzzle.givens.filter((given) => given.clues[name] !== undefined)
      .map((given) => `${given.name} ${given.clues[name]}`);
    const found = this.board.index.get(name);
    const states = this.tool.variables.map((each) => this.answer.get(each.name, name)).filter(Boolean);
    const notes = states.length ? "" : this.answer.get(notesOf(this.tool), name);
    if (notes) states.push(`maybe ${notes.split(" ").join(" or ")}`);
    if (this.tool.kind === "edge" && found) {
      const net = this.board.net(this.tool.sort);
      const drawn = net.at[found.i].filter((i) => this.answer.get(this.tool.id, net.edges[i].name) === "yes");
      if (drawn.length) states.push(`${drawn.length} drawn`);
    }
    return [name, ...clues, ...states.map((state) => ({yes: "drawn", no: "crossed out"})[state] ?? state)].join(", ");
  }

  /** @param {string} name @param {string} state */
  tell(name, state) {
    if (this.answer.printed.get(this.tool.id)?.has(name)) this.say(`${name}: printed`);
    else this.say(`${name}: ${STATES[state] ?? state}`);
  }

  /**
   * The region that a stroke from a cell paints: its own, where it is a region's seed, or the one it is in.
   * @param {string} name
   */
  regionAt(name) {
    const [variable] = this.tool.variables;
    return variable.values.includes(name) ? name : this.answer.get(variable.name, name);
  }

  /**
   * Choose a node, or turn its value if it is the chosen one.
   * @param {number} node
   * @param {1 | -1} step
   */
  choose(node, step) {
    const chosen = this.cursor && this.at === node;
    this.moveTo(node);
    if (chosen || step < 0) this.turn(step);
  }

  /** @param {1 | -1} step */
  turn(step) {
    if (this.noting && this.notable) return;
    const values = ["", ...this.tool.variables[0].values];
    const now = values.indexOf(this.answer.get(this.tool.id, this.nodes[this.at].name));
    this.write(values[(now + step + values.length) % values.length]);
  }

  /**
   * Take a key as part of a value: several digits in a row make a longer one, where there is such.
   * @param {string} key
   */
  type(key) {
    if (key === "Backspace" || key === "Delete") return this.put("");
    if (key === " ") return this.turn(1) ?? true;
    if (key.length !== 1) return false;
    const {values} = this.tool.variables[0];
    for (const text of [this.typed + key, key]) {
      const found = values.find((value) => value.toLowerCase() === text.toLowerCase());
      if (found !== undefined) {
        if (this.noting && text.length > 1) this.put(text.slice(0, -1)); // it was the first digit of this
        this.put(found);
        this.typed = text;
        return true;
      }
    }
    return false;
  }

  /**
   * Write a value or, where notes are taken, a note.
   * @param {string} value of the chosen node; `""` for nothing
   */
  put(value) {
    if (!this.notable) return this.write(value);
    const {name} = this.nodes[this.at];
    if (value) return this.noting ? this.note(value) : this.write(value);
    if (!this.answer.get(this.tool.id, name)) this.answer.set(notesOf(this.tool), name, "");
    return this.write("");
  }

  /**
   * Note a value that the chosen node may have, or that it may not.
   * @param {string} value
   */
  note(value) {
    const {name} = this.nodes[this.at];
    const {values} = this.tool.variables[0];
    if (!this.takes(name)) return true;
    const before = this.answer.get(notesOf(this.tool), name).split(" ");
    const after = values.filter((each) => before.includes(each) !== (each === value)).join(" ");
    this.answer.set(notesOf(this.tool), name, after);
    this.answer.commit();
    this.tell(name, after ? `maybe ${after}` : "no notes");
    return true;
  }

  /**
   * Whether an element has values; if it has none, that is told.
   * @param {string} name
   */
  takes(name) {
    const {elements} = this.tool.variables[0];
    const has = elements?.includes(name) ?? true;
    if (!has) this.say(`${name}: takes no value`);
    return has;
  }

  /** @param {string} value of the chosen node */
  write(value) {
    const {name} = this.nodes[this.at];
    if (!this.takes(name)) return true;
    this.answer.set(this.tool.id, name, value);
    this.answer.commit();
    this.tell(name, value);
    return true;
  }

  /** What the server is asked about. */
  drawn() {
    return this.answer.drawn(this.puzzle.variables.filter(({shown}) => shown), new Set(this.board.index.keys()));
  }
}
