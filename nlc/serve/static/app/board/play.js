// Playing on one board: what is drawn, by pointer and keys.

import {Cursor} from "./cursor.js";
import {Keys} from "./keys.js";
import {Pointer} from "./pointer.js";
import {COLORS, NOTES, STATES, printedOf, setState} from "./tools.js";

export class Play extends Cursor {
  /** @param {ConstructorParameters<typeof Cursor>} parts */
  constructor(...parts) {
    super(...parts);
    const {answer, svg} = this;
    /** The colour that is painted, from 1; `""` wipes. */
    this.brush = "1";
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

  undo() {
    this.say(this.answer.undo() ? "undone" : "nothing to undo");
    return true;
  }

  redo() {
    this.say(this.answer.redo() ? "done again" : "nothing to do again");
    return true;
  }

  /** @param {string} name @param {string} state */
  tell(name, state) {
    if (this.answer.printed.get(this.tool.id)?.has(name)) this.say(`${name}: printed`);
    else this.say(`${name}: ${STATES[state] ?? state}`);
  }

  /**
   * Set the state of one node or edge as a stroke of its own.
   * @param {string} name
   * @param {string} state
   */
  mark(name, state) {
    setState(this.tool, this.answer, name, state);
    this.answer.commit();
    this.tell(name, state);
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
   * Choose a node; turn its value, which is one of few, if it is the chosen one.
   * @param {number} node
   * @param {1 | -1} step
   */
  choose(node, step) {
    const again = this.cursor && this.at === node && !this.chosen.size, few = this.tool.variables[0].values.length < 5;
    this.moveTo(node);
    if (few && (again || step < 0)) this.turn(step);
  }

  /** @param {1 | -1} step */
  turn(step) {
    if (this.tool.note) return;
    const values = ["", ...this.tool.variables[0].values];
    const now = values.indexOf(this.answer.get(this.tool.id, this.nodes[this.at].name));
    this.put(values[(now + step + values.length) % values.length]);
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
        if (this.tool.note && text.length > 1) this.put(text.slice(0, -1)); // it was the first digit of this
        this.put(found);
        this.typed = text;
        return true;
      }
    }
    return false;
  }

  /**
   * Write a value on what is chosen, note it or paint it; without a value wipe, values before notes.
   * @param {string} value
   * @param {"notes" | "centre"} [note]
   */
  put(value, note = this.tool.note) {
    const {answer, tool: {kind, variables}} = this, names = this.picked.map(({name}) => name);
    if (kind === "color") {
      this.brush = value;
      if (this.cursor) this.set(names, COLORS, () => value);
      this.dispatchEvent(new Event("tool"));
      return true;
    }
    const [{name: variable, values}] = variables;
    const there = names.filter((name) => this.takes(name));
    const bare = there.filter((name) => !answer.get(variable, name));
    if (value && note) {
      const id = `${variable} ${note}`, notes = (/** @type {string} */ name) => answer.get(id, name).split(" ");
      const all = bare.every((name) => notes(name).includes(value));
      this.set(bare, id, (name) => values.filter((each) => each === value ? !all : notes(name).includes(each)).join(" "));
    } else if (value || bare.length < there.length) this.set(there, variable, () => value);
    else for (const [each] of NOTES) this.set(there, `${variable} ${each}`, () => "");
    return true;
  }

  /** @param {string[]} names @param {string} variable @param {(name: string) => string} state */
  set(names, variable, state) {
    for (const name of names) {
      this.answer.set(variable, name, state(name));
      this.tell(name, this.answer.get(variable, name));
    }
    this.answer.commit();
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

  /** What the server is asked about. */
  drawn() {
    return this.answer.drawn(this.puzzle.variables.filter(({shown}) => shown), new Set(this.board.index.keys()));
  }
}
