// A file that plays: puzzles without a server, judged by their rules, with hints that were stored.

import {Board} from "../board/board.js";
import {fullBoard, fullPicture} from "../board/thin.js";
import {byId, h, svgOf} from "../dom.js";
import {startHeading} from "../heading.js";
import {finished, judge} from "../judge/judge.js";
import {Rules} from "../judge/rules.js";
import {keep, kept} from "../keep.js";
import {inflated, unpacked} from "../link.js";
import {notify, say, told} from "../page.js";
import {Picture, keyOf} from "../picture.js";
import {startControls} from "./controls.js";
import {showHint, stateOf} from "./hint.js";

/** @typedef {import("./hint.js").Fact} Fact */
/** @typedef {{facts: Fact[], marks: string[], reasons: string[], so: string, assumed: string[], needs: number[]}} Step */
/** @typedef {{told: any, board: string | any, svg: string, rules: any, lit: string[][], steps: Step[], note: string}} Sheet */

/** The puzzle that is shown, as `Puzzle` of the page has it. */
class Shown extends EventTarget {
  /** @param {{title: string, boards: Record<string, any>, puzzles: Sheet[]}} data */
  constructor(data) {
    super();
    this.data = data;
    this.number = 1;
    this.style = "puzzle";
    this.current = true;
    this.parsed = /** @type {any} */ (null);
    /** Steps that draw nothing and were told. @type {Set<Step>} */
    this.passed = new Set();
    /** @type {Sheet} */
    this.sheet = data.puzzles[0];
    this.rules = this.take();
  }

  /** @param {number} number */
  choose(number) {
    this.number = number;
    this.sheet = this.data.puzzles[number - 1];
    this.rules = this.take();
    this.passed.clear();
    this.dispatchEvent(new Event("parsed"));
  }

  /** Read the board and the rules of the sheet. */
  take() {
    this.board = new Board(fullBoard(this.data.boards[this.sheet.board]));
    this.told = this.sheet.told;
    this.svg = fullPicture(this.sheet.svg, this.board);
    const names = Object.fromEntries(Object.entries(this.board.elements).map(([sort, all]) => [sort, all.map((each) => each.name)]));
    return new Rules(this.sheet.rules, names);
  }

  /** @param {import("../board/play.js").Play} play @returns {import("../types").Checked} */
  checked(play) {
    const drawn = play.drawn(), {status, findings} = judge(this.rules, drawn);
    const {texts} = this.sheet.rules;
    const violations = findings.map(({rule, elements}) => ({rule, text: texts[rule] ?? null, message: elements.join(", "), elements, wrong: status === "broken"}));
    const clues = Object.fromEntries(this.told.givens.map((/** @type {any} */ given) => [given.name, given.clues]));
    const lamps = new Set(this.told.variables.filter((/** @type {any} */ each) => each.mark === "lamp").flatMap((/** @type {any} */ each) => drawn.yes[each.name] ?? []));
    const lit = this.sheet.lit.filter((run) => run.some((cell) => lamps.has(cell))).flat();
    return {status, violations, finished: finished(this.rules, drawn, clues), lit, diagnostics: []};
  }

  /**
   * The next step that was stored, or what contradicts one: those are of the only solution.
   * @param {import("../board/play.js").Play} play
   * @returns {{hint: import("./hint.js").Hint, step: Step | null}}
   */
  hint(play) {
    const {steps} = this.sheet, none = {facts: [], marks: [], reasons: [], so: "", assumed: [], easy: 0};
    if (!steps.length) return {hint: {...none, status: "none"}, step: null};
    const state = (/** @type {Fact} */ fact) => play.answer.get(fact.variable, fact.element);
    const wrong = steps.flatMap((step) => step.facts).filter((fact) => {
      const drawn = state(fact), right = stateOf(fact, play);
      return drawn && (right === null ? fact.is ? fact.value === null : drawn === fact.value : drawn !== right);
    });
    if (wrong.length) return {hint: {...none, status: "wrong", facts: wrong.slice(0, 1), reasons: [`look at ${wrong[0].element}`]}, step: null};
    const printed = (/** @type {Fact} */ fact) => play.answer.printed.get(fact.variable)?.has(fact.element);
    const open = (/** @type {Step} */ step) => step.facts.some((fact) => stateOf(fact, play) !== null && !state(fact) && !printed(fact));
    const first = steps.find(open);
    if (!first) return {hint: {...none, status: "solved"}, step: null};
    const before = (/** @type {Step} */ step) => step.needs.map((i) => steps[i]).find((each) => !this.passed.has(each));
    let next = first;
    for (let other = before(next); other; other = before(next)) next = other;
    return {hint: {...next, status: "steps", easy: 0}, step: next};
  }
}

async function start() {
  const stored = byId("data").textContent;
  const text = stored ? await inflated(stored, Infinity) : await unpacked(location.hash, "f");
  window.addEventListener("hashchange", () => location.reload());
  byId("skip").addEventListener("click", (event) => { // the address keeps its link
    event.preventDefault();
    byId("board").focus();
  });
  if (!text) { // the page of links, which has no puzzle of its own
    byId("main").hidden = true;
    const puzzle = await unpacked(location.hash);
    byId("needs-puzzle").textContent = puzzle;
    byId(puzzle === null ? "needs-link" : "needs-text").hidden = false;
    return;
  }
  const data = JSON.parse(text);
  const shown = new Shown(data);
  const picture = new Picture(/** @type {any} */ (shown), say);
  const which = /** @type {HTMLSelectElement} */ (byId("which"));
  const solved = (/** @type {string} */ key) => kept(`solved.${key}`);
  const key = () => picture.key, book = keyOf(shown.told, shown.sheet.board);
  startHeading({puzzle: /** @type {any} */ (shown)});
  let slow = false; // then no stroke is judged: the page would stand still
  const checked = async (/** @type {import("../board/play.js").Play} */ play) => {
    const begun = performance.now(), found = shown.checked(play);
    slow = performance.now() - begun > 400;
    if (found.status === "complete" && !picture.answer.empty && solved(key()) === null) {
      keep(`solved.${key()}`, seconds);
      list();
    }
    return found;
  };
  startControls(picture, checked, () => !slow);
  const hint = /** @type {HTMLButtonElement} */ (byId("hint"));
  hint.addEventListener("click", () => {
    const {play} = picture;
    if (!play) return;
    const found = shown.hint(play);
    showHint(found.hint, play, byId("verdict"), () => found.step && shown.passed.add(found.step));
  });

  let seconds = 0;
  const clock = byId("timer");
  const tell = () => (clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
  setInterval(() => {
    if (document.hidden || solved(key()) !== null || picture.answer.empty) return;
    keep(`seconds.${key()}`, ++seconds);
    tell();
  }, 1000);

  const list = () => {
    which.replaceChildren(...data.puzzles.map((/** @type {Sheet} */ {told, board, note}, /** @type {number} */ i) => {
      const done = solved(keyOf(told, board)) !== null;
      return h("option", {value: i + 1}, [done ? "✓" : "", `${i + 1}.`, told.title, note].filter(Boolean).join(" "));
    }));
    which.value = String(shown.number);
  };
  shown.addEventListener("parsed", () => {
    slow = false;
    seconds = kept(`seconds.${key()}`, 0);
    hint.hidden = !shown.sheet.steps.length;
    keep(`at.${book}`, shown.number);
    tell();
    list();
  });
  const count = data.puzzles.length;
  which.addEventListener("change", () => shown.choose(Number(which.value)));
  byId("previous").addEventListener("click", () => shown.choose(shown.number > 1 ? shown.number - 1 : count));
  byId("next").addEventListener("click", () => shown.choose(shown.number < count ? shown.number + 1 : 1));
  byId("choice").hidden = byId("print-all").hidden = count < 2;
  byId("print").addEventListener("click", () => print());
  byId("print-all").addEventListener("click", () => {
    byId("sheets").replaceChildren(...data.puzzles.map((/** @type {Sheet} */ {told: {title, rules}, svg, note, board}) => h("section", {},
      h("h2", {}, [title, note].filter(Boolean).join(" · ")), h("p", {}, rules.join(" ")), svgOf(fullPicture(svg, new Board(fullBoard(data.boards[board])))))));
    document.body.classList.add("all");
    print();
  });
  window.addEventListener("afterprint", () => document.body.classList.remove("all"));
  shown.choose(Math.min(count, kept(`at.${book}`, 1)));
  document.documentElement.dataset.ready = "";
}

start().catch((error) => notify(`This file cannot be played: ${told(error)}`));
