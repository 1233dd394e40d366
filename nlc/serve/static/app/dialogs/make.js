// A puzzle that is being made: how far that is, how it is ended, and what is easier.

import {stream} from "../api.js";
import {timed} from "../clock.js";
import {counted, h} from "../dom.js";
import {mistakes, told} from "../page.js";

/** Seconds until what is easier is offered. */
const PATIENCE = 15;

/** @typedef {object} Offer @property {string} text @property {() => void} take sets the fields */

export class Maker {
  /**
   * @param {() => object} asked returns what is asked for, by the fields
   * @param {() => Promise<Offer[]>} easier returns what is easier than that
   * @param {(line: import("../types").Line) => void} made takes the puzzle
   */
  constructor(asked, easier, made) {
    this.asked = asked;
    this.easier = easier;
    this.made = made;
    /** Ends what runs, or ran last. */
    this.last = new AbortController();
    this.start = h("button", {type: "submit", class: "primary", id: "new-make"}, "Make one");
    this.cancel = h("button", {type: "button", id: "new-cancel", hidden: true, click: () => this.stop()}, "Cancel");
    this.words = h("span", {role: "status"});
    this.clock = h("span", {"aria-hidden": "true"});
    this.state = h("p", {class: "job", hidden: true}, h("span", {class: "working", "aria-hidden": "true"}), h("span", {class: "state"}, this.words, this.clock));
    this.wrong = h("p", {class: "wrong", role: "alert"});
    this.offers = h("div", {class: "offers", role: "status"});
    this.progress = h("div", {class: "making"}, this.state, this.wrong, this.offers);
  }

  /** End what runs, and forget what was told. */
  stop() {
    const inside = this.cancel === document.activeElement;
    this.last.abort();
    this.clear();
    if (inside) this.start.focus();
  }

  clear() {
    this.wrong.textContent = this.words.textContent = this.clock.textContent = "";
    this.offers.replaceChildren();
    this.state.hidden = this.cancel.hidden = true;
    this.start.disabled = false;
  }

  async make() {
    this.last.abort();
    this.clear();
    const mine = (this.last = new AbortController());
    const here = () => !mine.signal.aborted;
    let begun = 0;
    let offered = false;
    this.tell("Making it");
    this.state.hidden = this.cancel.hidden = false;
    this.show();
    this.start.disabled = true;
    const end = timed((seconds) => {
      if (here()) this.clock.textContent = ` · ${seconds} s`;
      if (!here() || !begun || offered || Number(seconds) - begun < PATIENCE) return;
      offered = true;
      this.offer("This takes long, and goes on. Instead:", mine);
    });
    const began = performance.now();
    try {
      for await (const line of stream("/api/generate", this.asked(), mine.signal)) {
        if (!here()) return;
        if (line.event === "puzzle") this.made(line);
        else if (line.event === "error") this.wrong.textContent = mistakes(line.diagnostics);
        else if (line.event === "stopped") {
          this.wrong.textContent = mistakes([/** @type {any} */ (line)]);
          this.offer("Instead:", mine);
        }
        if (line.event === "queued") this.tell(line.ahead ? `Waiting for ${counted(line.ahead, "other job")}` : "Waiting");
        else if (line.event === "progress") {
          begun ||= (performance.now() - began) / 1000;
          this.tell(["Making it", line.text, line.done ? `${Math.floor(100 * line.done)} %` : ""].filter(Boolean).join(" · "));
        }
      }
    } catch (error) {
      if (here()) this.wrong.textContent = told(error);
    } finally {
      end();
      if (here()) {
        this.state.hidden = this.cancel.hidden = true;
        this.start.disabled = false;
      }
    }
  }

  /** What is told comes into view. */
  show() {
    this.progress.scrollIntoView({block: "nearest"});
  }

  /** @param {string} words */
  tell(words) {
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  /**
   * Show what is easier, if there is something.
   * @param {string} words before it
   * @param {AbortController} mine what it is about, if that was not followed by another
   */
  async offer(words, mine) {
    const found = await this.easier().catch(() => []);
    if (!found.length || mine.signal.aborted) return;
    const button = (/** @type {Offer} */ {text, take}) => h("button", {type: "button", click: () => {
      take();
      this.make();
      this.cancel.focus();
    }}, text);
    this.offers.replaceChildren(h("span", {}, words), ...found.map(button));
    this.show();
  }
}
