// Drawing by mouse, pen and finger.

import {nextState, setState, stateOf} from "./tools.js";

const LONG_PRESS = 450;

/** @typedef {{x: number, y: number}} Point */

/** @param {PointerEvent} event @param {SVGSVGElement} svg @returns {Point} in units of the picture */
export function pointOf({clientX, clientY}, svg) {
  return new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
}

export class Pointer {
  /** @param {import("./play.js").Play} play @param {SVGSVGElement} svg @param {AbortSignal} signal ends listening */
  constructor(play, svg, signal) {
    this.play = play;
    this.svg = svg;
    /** @type {number | null} */
    this.id = null;
    /** @type {string | null} the state that this stroke sets */
    this.paint = null;
    /** @type {string[]} edges of this stroke, in order */
    this.trail = [];
    this.node = -1;
    this.crossing = false;
    this.moved = false;
    const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) =>
      svg.addEventListener(type, listener, {signal});
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", () => this.end());
    signal.addEventListener("abort", () => clearTimeout(this.timer));
    on("contextmenu", (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (this.id !== null || event.button > 2) return;
    const {play} = this;
    this.id = event.pointerId;
    this.svg.setPointerCapture?.(event.pointerId);
    this.crossing = event.button === 2 || event.ctrlKey;
    this.start = this.last = pointOf(event, this.svg);
    this.moved = false;
    this.paint = null;
    this.trail = [];
    this.node = this.nodeAt(this.start);
    if (event.pointerType !== "mouse") {
      this.timer = setTimeout(() => {
        if (this.moved || this.id === null) return;
        this.crossing = true;
        this.click();
        this.end();
      }, LONG_PRESS);
    }
    if (play.tool.kind !== "value") {
      play.hideCursor();
      if (play.tool.kind !== "edge") this.touch(this.node);
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.pointerId !== this.id || !this.start || !this.last) return;
    const to = pointOf(event, this.svg);
    if (Math.hypot(to.x - this.start.x, to.y - this.start.y) > 10) this.moved = true;
    // In small steps, so that a fast pointer leaves out no cell.
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - this.last.x, to.y - this.last.y) / 5));
    for (let i = 1; i <= steps; i++) {
      const x = this.last.x + ((to.x - this.last.x) * i) / steps;
      const y = this.last.y + ((to.y - this.last.y) * i) / steps;
      const node = this.nodeAt({x, y});
      if (node === this.node || node < 0) continue;
      if (this.play.tool.kind === "edge") this.drag(node);
      else this.touch(node);
    }
    this.last = to;
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (event.pointerId !== this.id) return;
    if (this.paint === null && (!this.moved || this.play.tool.kind === "value" && !this.trail.length)) this.click();
    this.end();
  }

  end() {
    clearTimeout(this.timer);
    if (this.id === null) return;
    this.id = null;
    this.play.answer.commit();
  }

  /**
   * The node at a point: a cell by its outline, a vertex if it is near; so is a link with a value.
   * @param {Point} point
   */
  nodeAt({x, y}) {
    const {board, tool} = this.play;
    if (tool.kind === "value" && (tool.sort === "link" || tool.sort === "border")) {
      const edge = board.nearestEdge(board.net(tool.sort), x, y);
      return edge.away < 14 ? edge.i : -1;
    }
    if (tool.sort === "cell" || tool.sort === "link") return board.cellAt(x, y);
    const {i, away} = board.nearest(board.corners.nodes, x, y);
    return away < 16 ? i : -1;
  }

  /** What a click does: turn the nearest edge, or the value of a cell. */
  click() {
    const {board, tool, answer} = this.play;
    if (!this.start) return;
    const {x, y} = this.start;
    if (tool.kind === "edge") {
      const net = board.net(tool.sort);
      const {i, away} = board.nearestEdge(net, x, y);
      // On a link only near its middle: the middle of a cell is near all of its links.
      const {name, x: mx, y: my, lines} = net.edges[i] ?? {};
      if (name === undefined || away > 14) return;
      if (tool.sort === "link" && lines.length < 2 && Math.hypot(mx - x, my - y) > 16) return;
      const state = stateOf(tool, answer, name);
      const after = this.crossing ? (state === "no" ? "0" : "no") : nextState(tool, state);
      setState(tool, answer, name, after);
      this.play.tell(name, after);
      this.paint = after;
    } else if (tool.kind === "value" && this.node >= 0) {
      this.play.choose(this.node, this.crossing ? -1 : 1);
    } else if (this.crossing && this.node >= 0) {
      // A long press: the first touch has set the mark already.
      const {name} = this.play.nodes[this.node];
      if (tool.kind === "mark") setState(tool, answer, name, "no");
      else answer.set(tool.id, name, "");
    }
  }

  /**
   * Draw the edge from the last node to this one, or take it back.
   * @param {number} node
   */
  drag(node) {
    const {board, tool, answer} = this.play;
    const net = board.net(tool.sort);
    const from = this.node;
    const edge = from < 0 ? -1 : net.between(from, node)[0] ?? -1;
    if (edge < 0) {
      const between = from < 0 || tool.sort === "border" ? -1 : this.corner(net, from, node);
      if (between >= 0) {
        this.drag(between);
        this.drag(node);
      }
      this.node = node;
      return;
    }
    this.node = node;
    const {name} = net.edges[edge];
    const state = stateOf(tool, answer, name);
    if (this.trail.at(-1) === name) {
      this.trail.pop();
      setState(tool, answer, name, "0");
      return;
    }
    const most = String(tool.variables.length);
    const full = this.crossing ? "no" : most === "2" && state === "1" ? "2" : "1";
    this.paint ??= state === full ? "0" : full;
    const after = this.paint === "0" ? "0" : full;
    setState(tool, answer, name, after);
    this.trail.push(name);
    this.play.tell(name, after);
  }

  /**
   * The node between two that a pointer went from and to across a corner; -1 for none.
   * @param {import("./board.js").Net} net
   * @param {number} from
   * @param {number} to
   */
  corner(net, from, to) {
    const both = net.at[from].map((edge) => net.across(edge, from))
      .filter((node) => net.between(node, to).length > 0);
    const middle = (/** @type {number} */ i) => Math.hypot(
      net.nodes[i].x - (this.last?.x ?? 0), net.nodes[i].y - (this.last?.y ?? 0));
    return both.sort((a, b) => middle(a) - middle(b))[0] ?? -1;
  }

  /**
   * Set a node to what the first one of this stroke got.
   * @param {number} node
   */
  touch(node) {
    const {tool, answer, nodes} = this.play;
    if (node < 0) return;
    const {name} = nodes[node];
    if (tool.kind === "value") {
      if (!this.trail.length && this.node >= 0) this.play.moveTo(this.node);
      this.trail.push(name);
      this.play.extend(node);
    }
    this.node = node;
    if (tool.kind === "color") {
      this.paint ??= this.crossing || answer.get(tool.id, name) === this.play.brush ? "" : this.play.brush;
      answer.set(tool.id, name, this.paint);
      this.play.tell(name, this.paint);
    }
    if (tool.kind === "region") {
      this.trail.push(name);
      if (!this.crossing && !this.paint) this.paint = this.play.regionAt(name) || null;
      // A stroke that meets its number later paints what it has passed.
      if (this.paint || this.crossing) for (const each of this.trail) answer.set(tool.id, each, this.paint ?? "");
      return;
    }
    if (tool.kind !== "mark") return;
    const state = stateOf(tool, answer, name);
    this.paint ??= this.crossing ? (state === "no" ? "0" : "no") : nextState(tool, state);
    setState(tool, answer, name, this.paint);
    this.play.tell(name, this.paint);
  }
}
