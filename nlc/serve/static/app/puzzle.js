// The puzzle of the page: its text, and what the server says of it. The text is the one truth.

import {post, Refusal} from "./api.js";
import {Board} from "./board/board.js";
import {keep, kept} from "./keep.js";

/** Milliseconds: keys that come together are one question, and the picture is there within 100. */
const PAUSE = 40;

/**
 * Events: `text` (something other than the editor changed it), `parsed` (the server has answered),
 * `busy` and `failed` (with a message).
 */
export class Puzzle extends EventTarget {
  constructor() {
    super();
    this.text = "";
    this.number = 1;
    this.style = kept("style", "puzzle");
    /** @type {import("./types").Parsed | null} */
    this.parsed = null;
    /** @type {import("./types").PuzzleAnswer | null} */
    this.told = null;
    /** @type {Board | null} */
    this.board = null;
    /** @type {string | null} */
    this.svg = null;
    /** Whether board and picture are those of the text. */
    this.current = false;
    /** Whether the text was last changed by a key: then it may be half of what is meant. */
    this.typed = false;
    /** @type {string | null} the format of the text that has the board */
    this.format = null;
    /** @type {Promise<void>} */
    this.editing = Promise.resolve();
  }

  /**
   * Take a text, at once or after a pause of typing.
   * @param {string} text
   * @param {{typed?: boolean, number?: number}} [how]
   */
  put(text, {typed = false, number} = {}) {
    this.text = text;
    this.typed = typed;
    this.current = false;
    if (number !== undefined) this.number = number;
    keep("text", text);
    keep("number", this.number);
    if (!typed) this.dispatchEvent(new Event("text"));
    clearTimeout(this.timer);
    this.asking?.abort(); // an answer about the text before comes too late
    if (typed) {
      this.timer = setTimeout(() => this.parse(), PAUSE);
      return Promise.resolve();
    }
    return this.parse();
  }

  /** @param {number} number */
  choose(number) {
    return this.put(this.text, {number});
  }

  /** What every question about the puzzle begins with. */
  get asked() {
    return {text: this.text, puzzle: this.number, style: this.style};
  }

  /** Ask the server what the text says. */
  parse() {
    return this.ask("/api/parse");
  }

  /**
   * Change the drawn puzzle; the server changes the text. Edits wait for one another.
   * @param {object[]} edits
   */
  edit(edits) {
    return (this.editing = this.editing.then(() => this.ask("/api/edit", {edits})));
  }

  /**
   * Only the newest answer counts.
   * @param {string} path @param {object} [more]
   */
  async ask(path, more) {
    clearTimeout(this.timer);
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    try {
      const told = await post(path, {...this.asked, known: this.board?.key ?? null, ...more}, asking.signal);
      if (told.text !== undefined) {
        this.text = told.text;
        keep("text", this.text);
        this.dispatchEvent(new Event("text"));
      }
      this.take(told);
    } catch (error) {
      this.fail(error, asking);
    }
  }

  /** @param {import("./types").Parsed} told */
  take(told) {
    this.parsed = told;
    if (this.number > 1 && !told.puzzle && told.puzzles.length) {
      this.number = 1;
      this.parse();
      return;
    }
    this.current = told.svg !== null;
    if (told.svg !== null) {
      this.svg = told.svg;
      this.told = told.puzzle;
      this.format = told.format;
      if (told.board) this.board = new Board(told.board);
    } else if (!this.halfTyped(told)) {
      this.svg = this.told = this.board = null;
    }
    this.dispatchEvent(new Event("parsed"));
  }

  /**
   * Whether a text without a board is the puzzle of the board, with a mistake of the moment.
   * @param {import("./types").Parsed} told
   */
  halfTyped({format, diagnostics}) {
    if (!this.typed || !this.told || format !== this.format) return false;
    return diagnostics.some((each) => each.severity === "error") && (format !== "nl" || this.text.includes(`"${this.told.title}"`));
  }

  /** @param {unknown} error @param {AbortController} asking */
  fail(error, asking) {
    if (asking.signal.aborted) return;
    const message = error instanceof Refusal ? [error.message, error.hint].filter(Boolean).join(" ") : String(error);
    this.dispatchEvent(new CustomEvent("failed", {detail: message}));
  }
}
