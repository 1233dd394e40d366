// A puzzle that is being made: how far that is, how it is ended, and what is easier.

import {stream} from "../api.js";
import {timed} from "../clock.js";
import {counted, h} from "../dom.js";
import {mistakes, say, told} from "../page.js";

/** Seconds until what is easier is offered. */
const PATIENCE = 15;

/**
 * @typedef {object} Offer
 * @property {string} text
 * @property {() => void} take sets the fields
 */

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
    /** @type {AbortController | null} */
    this.running = null;
    this.start = h("button", {type: "submit", class: "primary", id: "new-make"}, "Make one");
    this.cancel = h("button", {type: "button", id: "new-cancel", hidden: true, click: () => this.stop()}, "Cancel");
    this.words = h("span", {role: "status"});
    this.clock = h("span", {"aria-hidden": "true"});
    this.state = h("p", {class: "job", hidden: true}, h("span", {class: "working", "aria-hidden": "true"}), h("span", {class: "state"}, this.words, this.clock));
    this.wrong = h("p", {class: "wrong", role: "alert"});
    this.offers = h("div", {class: "offers", role: "group", "aria-label": "What is easier", hidden: true});
    this.progress = h("div", {class: "making"}, this.state, this.wrong, this.offers);
  }

  /** End what runs, and forget what was told. */
  stop() {
    const inside = this.cancel === document.activeElement;
    this.running?.abort();
    this.running = null;
    this.clear();
    if (inside) this.start.focus();
  }

  clear() {
    this.wrong.textContent = this.words.textContent = this.clock.textContent = "";
    this.offers.hidden = this.state.hidden = this.cancel.hidden = true;
    this.start.disabled = false;
  }

  async make() {
    this.running?.abort();
    this.clear();
    const mine = (this.running = new AbortController());
    const here = () => this.running === mine;
    let begun = 0;
    let offered = false;
    this.tell("Making it");
    this.state.hidden = this.cancel.hidden = false;
    this.show();
    this.start.disabled = true;
    const end = timed((seconds) => {
      this.clock.textContent = ` · ${seconds} s`;
      if (!begun || offered || Number(seconds) - begun < PATIENCE) return;
      offered = true;
      this.offer("This takes long, and goes on. Instead:", here);
    });
    const began = performance.now();
    try {
      for await (const line of stream("/api/generate", this.asked(), mine.signal)) {
        if (line.event === "puzzle") this.made(line);
        else if (line.event === "error") this.fail(mistakes(line.diagnostics), here);
        else if (line.event === "stopped") this.fail([line.message, line.hint].filter(Boolean).join(" – "), here);
        else if (line.event === "queued") this.tell(line.ahead ? `Waiting for ${counted(line.ahead, "other job")}` : "Waiting");
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
        this.running = null;
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
   * @param {string} words
   * @param {() => boolean} here
   */
  fail(words, here) {
    this.wrong.textContent = words;
    this.offer("Instead:", here);
  }

  /**
   * Show what is easier, if there is something.
   * @param {string} words before it
   * @param {() => boolean} here whether it still is about what was asked for
   */
  async offer(words, here) {
    const mine = this.running;
    const found = await this.easier().catch(() => []);
    if (!found.length || (this.running !== null && this.running !== mine)) return;
    const button = (/** @type {Offer} */ {text, take}) => h("button", {type: "button", click: () => {
      take();
      this.make();
      this.cancel.focus();
    }}, text);
    this.offers.replaceChildren(h("span", {}, words), ...found.map(button));
    this.offers.hidden = false;
    this.show();
    if (here()) say(`${words} ${found.map((each) => each.text).join(", or ")}.`);
  }
}
