// The picture: of the puzzle, to be played or edited, or of something that the server has found.

import {Answer} from "./board/answer.js";
import {Play} from "./board/play.js";
import {withRim} from "./board/rim.js";
import {byId, h, svgOf} from "./dom.js";
import {digest, keepAnswer, keptAnswer, shows} from "./keep.js";

/**
 * Under which name an answer is kept: it belongs to a board with these clues, whatever the text looks like.
 * @param {import("./types").PuzzleAnswer} told @param {string} board its key
 */
export function keyOf({genre, givens, options}, board) {
  return digest(JSON.stringify([genre, board, givens.map(({name, clues}) => [name, clues]), options.map(({value}) => value)]));
}

/**
 * Events: `drawn` (the picture is another one), `changed` (the answer is), `tool`.
 */
export class Picture extends EventTarget {
  /**
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @param {(words: string) => void} say
   * @param {((svg: SVGSVGElement, place: any) => import("./board/edit.js").Change) | null} [edit] begins to edit a picture
   */
  constructor(puzzle, say, edit = null) {
    super();
    this.edit = edit;
    this.puzzle = puzzle;
    this.say = say;
    this.frame = byId("picture");
    this.answer = new Answer();
    /** @type {"play" | "edit"} */
    this.mode = "play";
    /** @type {Play | null} */
    this.play = null;
    /** @type {import("./board/edit.js").Change | null} */
    this.change = null;
    /** @type {string | null} a picture of the server in place of the player's */
    this.found = null;
    this.key = "";
    this.tool = "";
    /** @type {any} what the editing cursor keeps over a new picture */
    this.place = null;
    puzzle.addEventListener("parsed", () => this.refresh());
    this.answer.addEventListener("commit", () => {
      keepAnswer(this.key, this.answer.save());
      this.dispatchEvent(new Event("changed"));
    });
  }

  /** @param {"play" | "edit"} mode */
  switchTo(mode) {
    this.mode = mode;
    this.found = null;
    this.draw();
  }

  /** The puzzle is another one: forget what was found, and take up its kept answer. */
  refresh() {
    const {puzzle} = this;
    this.frame.classList.toggle("stale", !puzzle.current && puzzle.svg !== null);
    if (!puzzle.svg) this.clear();
    if (!puzzle.current || !puzzle.svg || !puzzle.board || !puzzle.told) return;
    const key = keyOf(puzzle.told, puzzle.board.key);
    if (key !== this.key) {
      this.key = key;
      this.tool = "";
      this.answer.load(keptAnswer(key));
      this.found = null;
    }
    this.draw();
  }

  /**
   * Show something that the server has drawn; null for the player's own.
   * @param {string | null} svg
   */
  show(svg) {
    this.found = svg;
    this.draw();
  }

  /** The text has no board: say why, in its place. */
  clear() {
    this.end();
    this.key = "";
    this.found = null;
    const mistake = this.puzzle.parsed?.diagnostics.find((each) => each.severity === "error");
    this.frame.replaceChildren(h("p", {class: "note"}, `No board: ${mistake?.message ?? "the text has no puzzle"}.`));
    this.dispatchEvent(new Event("drawn"));
  }

  end() {
    this.play?.end();
    this.change?.end();
    this.play = this.change = null;
  }

  draw() {
    const {puzzle} = this;
    if (!puzzle.svg || !puzzle.board || !puzzle.told) return;
    const focused = this.frame.contains(document.activeElement);
    this.end();
    const svg = svgOf(this.found ?? puzzle.svg);
    if (shows("coordinates")) withRim(svg, puzzle.board);
    this.frame.dataset.style = puzzle.style;
    this.frame.replaceChildren(svg);
    if (!this.found && this.mode === "play") {
      this.play = new Play(svg, puzzle.board, puzzle.told, this.answer, this.say);
      if (this.tool) this.play.use(this.tool);
      this.play.addEventListener("tool", () => {
        this.tool = this.play?.tool?.id ?? "";
        this.dispatchEvent(new Event("tool"));
      });
    } else if (!this.found && this.edit) {
      this.change = this.edit(svg, this.place);
      this.place = this.change.place;
    }
    if (focused) svg.focus({preventScroll: true});
    this.dispatchEvent(new Event("drawn"));
  }
}
