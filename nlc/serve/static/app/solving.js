// Questions to solvers: progress, Stop, solutions as they come, differences, what is certain.

import {file, stream} from "./api.js";
import {Clock} from "./clock.js";
import {byId, counted, duration, fillSelect, h} from "./dom.js";
import {sentence} from "./heading.js";
import {keep, kept} from "./keep.js";
import {told} from "./page.js";
import {readingsOf} from "./readings.js";
import {why} from "./why.js";

/** @typedef {{title: string, svg: string, style: string, solution?: Record<string, any>}} Found */

/** @param {import("./page.js").Page} page */
export function startSolving(page) {
  const {puzzle, picture} = page;
  const solver = /** @type {HTMLSelectElement} */ (byId("solver"));
  const encoding = /** @type {HTMLSelectElement} */ (byId("encoding"));
  const seconds = /** @type {HTMLInputElement} */ (byId("seconds"));
  const answer = byId("answer");
  /** @type {AbortController | null} */
  let running = null;
  /** @type {Found[]} */
  let found = [];
  let at = 0, last = "one";

  lists(page, solver, encoding);
  for (const question of ["one", "unique", "all", "count", "facts"]) {
    const id = question === "one" ? "solve" : question;
    byId(id).addEventListener("click", () => ask(question));
  }
  byId("stop").addEventListener("click", () => {
    running?.abort();
    tell("Stopped.", "");
  });
  byId("shown-back").addEventListener("click", () => show(-1));
  byId("previous").addEventListener("click", () => show((at - 1 + found.length) % found.length));
  byId("next").addEventListener("click", () => show((at + 1) % found.length));
  picture.addEventListener("drawn", () => {
    byId("shown").hidden = !picture.found;
  });
  puzzle.addEventListener("text", forget);
  puzzle.addEventListener("style", () => picture.found && found[at] && show(at));
  puzzle.addEventListener("parsed", () => {
    if (puzzle.text !== asked) forget();
  });
  let asked = "";

  function forget() {
    running?.abort();
    answer.replaceChildren();
    answer.className = "answer";
    found = [];
  }

  /** @param {number} number -1: the player's own board */
  function show(number) {
    at = number;
    picture.show(number < 0 ? null : found[number].svg);
    if (number < 0) return;
    byId("shown-what").textContent = found[number].title;
    byId("pager").hidden = found.length < 2;
    byId("pager-count").textContent = `${number + 1} of ${found.length}`;
    if (found[number].style !== puzzle.style) restyle(found[number]);
  }

  /**
   * Draw what was found in the style that is chosen now.
   * @param {Found} one
   */
  async function restyle(one) {
    const {style} = puzzle;
    one.style = style;
    if (!one.solution) return ask(last); // what several solutions share, or where they differ
    const entries = Object.entries(one.solution);
    const drawn = {
      yes: Object.fromEntries(entries.filter(([, value]) => Array.isArray(value))),
      values: Object.fromEntries(entries.filter(([, value]) => value !== null && typeof value === "object" && !Array.isArray(value))),
    };
    try {
      one.svg = await (await file("/api/picture", {...puzzle.asked, to: "svg", drawn})).text();
      if (found[at] === one && picture.found && puzzle.style === style) picture.show(one.svg);
    } catch (error) {
      tell(told(error), "bad");
    }
  }

  /** @param {string} words @param {string} kind @param {...Node} more */
  function tell(words, kind, ...more) {
    answer.className = `answer ${kind}`;
    answer.replaceChildren(h("p", {}, words), ...more);
  }

  /** @param {object} [wanted] in place of what mends it: where each rule is needed, or clues that leave one solution */
  async function explain(wanted) {
    running?.abort();
    const mine = (running = new AbortController());
    await why(page, answer, mine.signal, wanted ?? {repair: true}, wanted ? null : () => explain({details: true, repair: true}));
    if (running === mine) running = null;
  }

  /** @param {string} question */
  async function ask(question) {
    forget();
    const mine = (running = new AbortController());
    asked = puzzle.text;
    last = question;
    const {style} = puzzle;
    const clock = new Clock();
    let ended = "";
    try {
      const body = {...puzzle.asked, question, solver: solver.value || null, encoding: encoding.value || "default", seconds: limit(seconds)};
      for await (const line of stream("/api/solve", body, mine.signal)) {
        if (running !== mine) return;
        if (line.event === "queued" || line.event === "progress") clock.tell(line);
        else if (line.event === "solution") {
          found.push({title: question === "unique" || question === "one" ? "A solution" : "Solution", svg: line.svg, style, solution: line.solution});
          if (found.length === 1) show(0);
          else show(at);
        } else if (line.event === "difference") {
          found.unshift({title: caption(line.note), svg: line.svg, style});
          show(0);
        } else if (line.event === "facts") {
          found = [{title: caption(line.note), svg: line.svg, style}];
          show(0);
        }
        if (["done", "stopped", "error"].includes(line.event)) ended = finish(line, question);
      }
      if (!ended) tell("The answer broke off.", "bad");
    } catch (error) {
      const words = told(error);
      if (words && running === mine) tell(words, "bad");
    } finally {
      clock.end();
      if (running === mine) running = null;
    }
  }

  /** @param {import("./types").Line} line @param {string} question */
  function finish(line, question) {
    if (line.event === "error") {
      tell(line.diagnostics[0]?.message ?? "The text has a mistake.", "bad");
    } else if (line.event === "stopped") {
      tell(line.message, "", ...(line.hint ? [h("p", {class: "note"}, line.hint)] : []));
    } else {
      const {words, kind} = verdict(line, question);
      const {answer: object} = line;
      const conflicts = (object?.strategy ?? []).reduce((/** @type {number} */ sum, /** @type {any} */ step) => sum + (step.conflicts ?? 0), 0);
      const size = object?.variables ? `${counted(object.variables, "variable")}, ${counted(object.clauses, "clause")}; ` : "";
      const note = `${size}${object?.solver ?? ""}${conflicts ? `, ${counted(conflicts, "conflict")}` : ""}, ${duration(line.seconds)}`;
      tell(words, kind, ...(line.verdict ? [h("p", {}, sentence(line.verdict.replace(/^solved, and /, "")) + ".")] : []), ...readingsOf(object ?? {}, puzzle), h("p", {class: "note"}, note));
      if (question === "all" && object?.count_complete === false) answer.append(h("p", {class: "note"}, `The first ${found.length} are shown; Count goes on.`));
      if (line.status === "UNSATISFIABLE") {
        answer.append(h("button", {type: "button", id: "why", class: "strong", click: () => explain()}, "Why not?"));
      }
      if (object?.unique === false) answer.append(h("button", {type: "button", id: "make-unique", class: "strong", click: () => explain({make_unique: true})}, "Make it unique"));
    }
    return line.event;
  }
}

/** @param {import("./types").Line} line @param {string} question @returns {{words: string, kind: string}} */
function verdict(line, question) {
  const {answer, status} = line;
  if (status === "UNSATISFIABLE") return {words: "There is no solution.", kind: "bad"};
  if (status === "UNKNOWN") return {words: "Not decided.", kind: ""};
  if (question === "unique") {
    return answer?.unique ? {words: "Yes: there is exactly one solution.", kind: "good"} : answer?.unique === false
      ? {words: "No: there is more than one solution.", kind: "bad"} : {words: "A solution; whether there is another is open.", kind: ""};
  }
  if ((question === "count" || question === "all") && answer?.count != null) {
    const complete = answer.count_complete;
    return {words: `${complete ? "" : "At least "}${counted(answer.count, "solution")}.`, kind: "good"};
  }
  if (question === "facts") return {words: "This holds in every solution.", kind: "good"};
  return {words: "Solved.", kind: "good"};
}

/** @param {string} note of a picture, which begins with size and genre */
function caption(note) {
  return sentence(note.replace(/^[^:]*: /, ""));
}

/** @param {HTMLInputElement} field */
function limit(field) {
  const value = Number(field.value);
  return value > 0 ? Math.min(value, 86_400) : null;
}

/**
 * Fill the lists of solvers and encodings.
 * @param {import("./page.js").Page} page
 * @param {HTMLSelectElement} solver
 * @param {HTMLSelectElement} encoding
 */
async function lists({known}, solver, encoding) {
  try {
    const solvers = (await known("solvers")).filter((/** @type {any} */ each) => !each.missing);
    fillSelect(solver, [
      {value: "", text: "The usual one"},
      ...solvers.map((/** @type {any} */ each) => ({value: each.name, text: each.name, group: each.kind === "engine" ? "Engines, without SAT" : "SAT solvers"})),
    ], kept("solver", ""));
    fillSelect(encoding, await specs(known), kept("encoding", "default"));
    const about = () => {
      keep("solver", solver.value);
      keep("encoding", encoding.value);
      const chosen = solvers.find((/** @type {any} */ each) => each.name === solver.value);
      byId("encoding-about").textContent = [chosen?.summary, chosen?.kind === "engine" ? "It needs no encoding." : ""].filter(Boolean).join(". ");
    };
    solver.addEventListener("change", about);
    encoding.addEventListener("change", about);
    about();
  } catch (error) {
    byId("encoding-about").textContent = told(error);
  }
}

/**
 * Encodings to choose from: presets, and each part in place of the default's.
 * @param {(name: string) => Promise<any>} known
 * @returns {Promise<{value: string, text: string, group?: string}[]>}
 */
export async function specs(known) {
  const {presets, parts} = await known("encodings");
  /** @type {{value: string, text: string, group?: string}[]} */
  const out = [{value: "default", text: "default"}];
  for (const name of Object.keys(presets)) if (name !== "default") out.push({value: name, text: name});
  const words = /** @type {Record<string, string>} */ ({
    domains: "Values (domains)", cardinality: "Counts (cardinality)", acyclic: "No rings (acyclic)",
    connected: "Connectedness", different: "All different", whole: "The whole puzzle",
  });
  for (const [part, choices] of Object.entries(parts)) {
    for (const {name} of /** @type {{name: string}[]} */ (choices)) {
      out.push({value: `${part}=${name}`, text: `${part}=${name}`, group: words[part] ?? part});
    }
  }
  return out;
}
