// Drawing by keys: a cursor that walks over the board, and pens.

import {nextState, stateOf} from "./tools.js";

const HALF = Math.SQRT1_2;

/** @type {Record<string, number[]>} */
export const DIRECTIONS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  Home: [-HALF, -HALF], PageUp: [HALF, -HALF], End: [-HALF, HALF], PageDown: [HALF, HALF],
};

export class Keys {
  /** @param {import("./play.js").Play} play @param {SVGSVGElement} svg @param {AbortSignal} signal */
  constructor(play, svg, signal) {
    this.play = play;
    /** @type {"" | "1" | "no"} what plain arrows draw */
    this.pen = "";
    svg.addEventListener("keydown", (event) => {
      if (this.key(event)) event.preventDefault();
    }, {signal});
    svg.addEventListener("focus", () => {
      if (svg.matches(":focus-visible")) play.showCursor();
    }, {signal});
    svg.addEventListener("blur", () => {
      this.pen = "";
      if (!play.chooses) play.hideCursor();
    }, {signal});
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
  key(event) {
    const {play} = this, {key} = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") {
      return event.shiftKey ? play.redo() : play.undo();
    }
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "y") return play.redo();
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (DIRECTIONS[key]) {
      this.walk(DIRECTIONS[key], event.shiftKey ? "1" : this.pen);
      return true;
    }
    if (key === "Escape" && this.pen) return this.edgeKey(this.pen === "no" ? "x" : " ");
    const {tool} = play;
    const free = tool.kind !== "value" || !tool.variables[0].values.some((value) => value.toLowerCase().startsWith(key));
    if (key === "t" && free) return play.nextTool();
    if (tool.kind === "edge") return this.edgeKey(key);
    if (tool.kind === "mark") return this.markKey(key);
    if (tool.kind === "region") return this.regionKey(key);
    if (tool.kind === "color") return this.colorKey(key);
    const {writers} = play;
    if (writers.length > 1 && event.shiftKey && /^Digit\d$/.test(event.code)) {
      const digit = event.code.slice(-1);
      return tool.variables[0].values.includes(digit) && play.put(digit, "notes");
    }
    if (writers.length > 1 && key === "n" && free) return play.nextTool(writers);
    return play.type(key);
  }

  /** @param {string} key */
  edgeKey(key) {
    if (key === " " || key === "Enter") this.pen = this.pen === "1" ? "" : "1";
    else if (key === "x") this.pen = this.pen === "no" ? "" : "no";
    else return false;
    this.play.showCursor(this.pen);
    const words = {"1": "pen down: arrows draw", no: "arrows set crosses", "": "pen up"};
    this.play.say(words[this.pen]);
    return true;
  }

  /** @param {string} key */
  markKey(key) {
    const {answer, tool, nodes, at} = this.play, {name} = nodes[at];
    const state = stateOf(tool, answer, name);
    let after = "";
    if (key === " " || key === "Enter") after = nextState(tool, state);
    else if (key === "x") after = state === "no" ? "0" : "no";
    else if (key === "Backspace" || key === "Delete") after = "0";
    else return false;
    this.play.mark(name, after);
    return true;
  }

  /** @param {string} key */
  colorKey(key) {
    if (/^[1-8]$/.test(key)) return this.play.put(key);
    if (key === " " || key === "Enter") return this.play.put(this.play.brush);
    return (key === "Backspace" || key === "Delete") && this.play.put("");
  }

  /** @param {string} key */
  regionKey(key) {
    const {tool, nodes, at} = this.play, {name} = nodes[at];
    const paints = key === " " || key === "Enter";
    if (!paints && key !== "Backspace" && key !== "Delete") return false;
    if (paints) this.brush = this.play.regionAt(name);
    this.play.set([name], tool.id, () => paints ? this.brush ?? "" : "");
    return true;
  }

  /**
   * Move the cursor, and draw on the way.
   * @param {number[]} direction
   * @param {string} pen
   */
  walk(direction, pen) {
    const {play} = this, {tool, answer, board, at} = play;
    if (tool.kind !== "edge") {
      const next = board.step(play.nodes, at, direction, tool.sort === "cell" ? board.beside[at] : []);
      if (next < 0) return;
      if (pen && tool.kind === "value") return play.extend(next);
      play.moveTo(next);
      const {name} = play.nodes[next];
      if (pen && tool.kind === "mark") play.mark(name, pen);
      else if (pen && (tool.kind === "color" || this.brush)) play.set([name], tool.id, () => (tool.kind === "color" ? play.brush : this.brush ?? ""));
      return;
    }
    const net = board.net(tool.sort);
    const edge = net.toward(at, direction);
    if (!pen || edge < 0) {
      const near = net.at[at].map((i) => net.across(i, at));
      const next = edge >= 0 ? net.across(edge, at) : board.step(net.nodes, at, direction, near);
      if (next >= 0 && !pen) play.moveTo(next, this.pen);
      return;
    }
    const {name} = net.edges[edge];
    const state = stateOf(tool, answer, name);
    const full = tool.variables.length > 1 && state === "1" ? "2" : "1";
    const after = pen === "no" ? (state === "no" ? "0" : "no") : state === full ? "0" : full;
    play.mark(name, after);
    // A cross is set beside the cursor, which stays.
    if (pen !== "no") play.moveTo(net.across(edge, at), this.pen, true);
  }
}
