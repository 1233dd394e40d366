// The view that compares encodings: pick some, see sizes and times, look into the clauses of a rule.

import {stream} from "../api.js";
import {timed} from "../clock.js";
import {byId, fillSelect, h} from "../dom.js";
import {keep, kept} from "../keep.js";
import {mistakes, told} from "../page.js";
import {specs} from "../solving.js";
import {Clauses} from "./clauses.js";
import {measures, sizes} from "./table.js";

const FIRST = ["default", "acyclic=order-binary", "cardinality=totalizer"];

/** @param {import("../page.js").Page} page */
export function startCompare(page) {
  const {puzzle, known} = page;
  const view = byId("compare-view");
  const encodings = new Picks("encodings", "Add an encoding", kept("compare.encodings", FIRST));
  const solvers = new Picks("solvers", "Add a solver", kept("compare.solvers", []));
  const own = h("input", {id: "own-spec", placeholder: "domains=log,acyclic=lazy", spellcheck: "false", "aria-label": "An encoding in words"});
  const run = h("button", {type: "submit", class: "primary", id: "compare"}, "Compare");
  const stop = h("button", {type: "button", hidden: true, click: () => running?.abort()}, "Stop");
  const state = h("span", {class: "note", role: "status"});
  const wrong = h("p", {class: "wrong", role: "alert"});
  const results = h("div", {class: "results"});
  const clauses = new Clauses(page);
  /** @type {AbortController | null} */
  let running = null;
  let about = "";
  /** @type {Promise<void>} the lists to choose from */
  let offered = Promise.resolve();

  view.replaceChildren(
    h("div", {class: "heading"}, h("h1", {id: "compare-title"}, "Compare encodings"), h("p", {class: "about", id: "compare-about"})),
    h("p", {class: "lead"}, "A SAT solver takes clauses, not rules. An encoding says how each rule becomes clauses: the puzzle stays the same, the size and the time do not."),
    h("form", {submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      compare();
    }},
    h("fieldset", {}, h("legend", {}, "Encodings"), encodings.list, encodings.select,
      h("span", {class: "join own"}, own, h("button", {type: "button", click: () => {
        if (own.value.trim()) encodings.add(own.value.trim());
        own.value = "";
      }}, "Add"))),
    h("fieldset", {}, h("legend", {}, "Solvers"), solvers.list, solvers.select),
    h("div", {class: "bar"}, run, stop, state)),
    wrong, results, clauses.box);

  for (const [id, name] of /** @type {const} */ ([["view-puzzle", "puzzle"], ["view-compare", "compare"]])) {
    byId(id).addEventListener("click", () => show(name));
  }

  /** @param {"puzzle" | "compare"} name */
  function show(name) {
    for (const each of ["puzzle", "compare"]) {
      byId(`${each}-view`).hidden = each !== name;
      byId(`view-${each}`).setAttribute("aria-pressed", String(each === name));
    }
    if (name === "puzzle") return;
    byId("compare-about").textContent = puzzle.told ? `on “${puzzle.told.title}”` : "";
    if (about !== puzzle.text) {
      results.replaceChildren();
      clauses.close();
    }
    offered = offer();
  }

  async function offer() {
    try {
      encodings.offer(await specs(known));
      const found = (await known("solvers")).filter((/** @type {any} */ each) => !each.missing);
      solvers.offer(found.map((/** @type {any} */ each) => ({value: each.name, text: each.name, group: each.kind === "engine" ? "Engines, without SAT" : "SAT solvers"})));
      if (!solvers.chosen.length) solvers.add(found.find((/** @type {any} */ each) => each.default)?.name ?? found[0]?.name);
    } catch (error) {
      wrong.textContent = told(error);
    }
  }

  async function compare() {
    wrong.textContent = "";
    await offered;
    if (!encodings.chosen.length || !solvers.chosen.length) {
      wrong.textContent = "Choose an encoding and a solver at least.";
      return;
    }
    keep("compare.encodings", encodings.chosen);
    keep("compare.solvers", solvers.chosen);
    running?.abort();
    const mine = (running = new AbortController());
    about = puzzle.text;
    clauses.close();
    results.replaceChildren();
    stop.hidden = false;
    /** @type {any[]} */
    const rows = [];
    /** @type {any[]} */
    const costs = [];
    const notes = h("ul", {class: "note", id: "compare-notes", "aria-label": "Notes"});
    const end = timed((seconds) => (state.textContent = `${rows.length} of ${encodings.chosen.length * solvers.chosen.length} · ${seconds} s`));
    try {
      const body = {...puzzle.asked, encodings: encodings.chosen, solvers: solvers.chosen};
      for await (const line of stream("/api/compare", body, mine.signal)) {
        if (line.event === "row") rows.push(line.row);
        else if (line.event === "sizes") costs.push(line);
        else if (line.event === "done") {
          wrong.replaceChildren(...line.answer.disagreements.map((/** @type {string} */ each) => h("pre", {}, each)));
          notes.replaceChildren(...line.answer.notes.map((/** @type {string} */ each) => h("li", {}, each)));
        }
        else if (line.event === "error") wrong.textContent = mistakes(line.diagnostics);
        else if (line.event === "stopped") wrong.textContent = [line.message, line.hint].filter(Boolean).join(" ");
        if (line.event === "row" || line.event === "sizes") {
          results.replaceChildren(
            ...(rows.length ? [measures(rows, page), notes] : []),
            ...(costs.length ? [sizes(costs, (cost, rule) => clauses.open(cost, rule))] : []));
        }
      }
    } catch (error) {
      wrong.textContent = told(error);
    } finally {
      end();
      state.textContent = "";
      stop.hidden = true;
      if (running === mine) running = null;
    }
  }
}

/** What is chosen from a list: each with a button that takes it away. */
class Picks {
  /** @param {string} id @param {string} words @param {string[]} chosen */
  constructor(id, words, chosen) {
    this.words = words;
    this.chosen = chosen;
    this.list = h("ul", {class: "picks", id});
    this.select = h("select", {id: `add-${id}`, "aria-label": words, change: () => {
      if (this.select.value) this.add(this.select.value);
      this.select.value = "";
    }});
    this.draw();
  }

  /** @param {{value: string, text: string, group?: string}[]} items */
  offer(items) {
    if (this.select.options.length < 2) fillSelect(this.select, [{value: "", text: `${this.words} …`}, ...items], "");
  }

  /** @param {string | undefined} name */
  add(name) {
    if (name && !this.chosen.includes(name)) this.chosen.push(name);
    this.draw();
  }

  draw() {
    this.list.replaceChildren(...this.chosen.map((name) => h("li", {}, h("span", {class: "mono"}, name),
      h("button", {type: "button", "aria-label": `Leave out ${name}`, click: () => {
        this.chosen = this.chosen.filter((each) => each !== name);
        this.draw();
        this.select.focus();
      }}, "×"))));
  }
}
