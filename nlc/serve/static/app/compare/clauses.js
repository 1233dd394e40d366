// The clauses of a rule beside its text; a clause that is pointed at is said in words and on the picture.

import {post} from "../api.js";
import {Layer} from "../board/layer.js";
import {counted, h, svgOf} from "../dom.js";
import {sentence} from "../heading.js";
import {told} from "../page.js";

const MOST = 60;

export class Clauses {
  /** @param {import("../page.js").Page} page */
  constructor(page) {
    this.page = page;
    this.box = h("section", {class: "clauses", hidden: true, "aria-label": "Clauses of a rule", tabindex: -1});
    this.asking = 0;
  }

  close() {
    this.box.hidden = true;
  }

  /** @param {{encoding: string, solver: string}} cost @param {string} rule */
  async open(cost, rule) {
    const mine = ++this.asking;
    this.box.hidden = false;
    this.box.replaceChildren(h("p", {class: "note", role: "status"}, "…"));
    try {
      const [answer, source] = await Promise.all([this.ask(cost, rule, 0), this.source(rule)]);
      if (mine === this.asking) this.show(cost, rule, answer, source);
    } catch (error) {
      this.box.replaceChildren(h("p", {class: "wrong"}, told(error)));
    }
  }

  /** @param {{encoding: string, solver: string}} cost @param {string} rule @param {number} first */
  ask({encoding, solver}, rule, first) {
    return post("/api/clauses", {...this.page.puzzle.asked, encoding, solver, rule, first, most: MOST});
  }

  /**
   * The rule as its genre, or the puzzle, writes it.
   * @param {string} rule
   */
  async source(rule) {
    const genres = await this.page.known("genres").catch(() => []);
    const {told: puzzle, text} = this.page.puzzle;
    const genre = genres.find((/** @type {any} */ each) => each.name === puzzle?.genre);
    for (const each of [text, genre?.text ?? "", ...genres.map((/** @type {any} */ other) => other.text)]) {
      const found = block(each, rule);
      if (found) return found;
    }
    return "";
  }

  /** @param {{encoding: string, solver: string}} of @param {string} rule @param {any} answer @param {string} source */
  show(of, rule, answer, source) {
    const {puzzle} = this.page;
    const cost = answer.rules.find((/** @type {any} */ each) => each.rule === rule);
    const total = cost?.clauses ?? answer.shown.length;
    const words = h("p", {class: "words", role: "status"}, "Point at a clause, or move to it with the arrow keys.");
    const svg = svgOf(puzzle.svg ?? "<svg xmlns='http://www.w3.org/2000/svg'/>");
    const layer = puzzle.board && puzzle.told ? new Layer(svg, puzzle.board, puzzle.told, []) : null;
    const frame = h("div", {class: "picture small", "data-style": puzzle.style}, svg);
    const list = h("ol", {class: "formula mono", role: "listbox", tabindex: 0, "aria-label": `Clauses of ${rule}`});
    const more = h("button", {type: "button", hidden: answer.shown.length >= total, click: async () => {
      add((await this.ask(of, rule, list.childElementCount)).shown);
    }}, "More clauses");

    const point = (/** @type {HTMLElement} */ item, /** @type {{names: string[]}} */ clause) => {
      for (const each of list.querySelectorAll("[aria-selected=true]")) each.setAttribute("aria-selected", "false");
      item.setAttribute("aria-selected", "true");
      list.setAttribute("aria-activedescendant", item.id);
      words.textContent = inWords(clause.names);
      layer?.point(clause.names.map((name) => ({elements: elements(name), kind: name.startsWith("not ") ? "broken" : "step"})));
    };
    const add = (/** @type {{literals: number[], names: string[]}[]} */ clauses) => {
      for (const clause of clauses) {
        const item = h("li", {role: "option", id: `clause-${list.childElementCount}`, "aria-selected": "false"},
          ...clause.literals.flatMap((lit, i) => [i ? " " : "", h("span", {class: lit < 0 ? "not" : "", title: clause.names[i] ?? ""}, String(lit))]), " 0");
        for (const type of ["mouseenter", "click", "point"]) item.addEventListener(type, () => point(item, clause));
        list.append(item);
      }
      more.hidden = list.childElementCount >= total;
    };
    list.addEventListener("keydown", (event) => {
      const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
      if (!step) return;
      event.preventDefault();
      const items = [...list.children];
      const at = items.findIndex((each) => each.getAttribute("aria-selected") === "true");
      const next = items[Math.max(0, Math.min(items.length - 1, at + step))];
      next?.dispatchEvent(new Event("point"));
      next?.scrollIntoView({block: "nearest"});
    });
    add(answer.shown);
    this.box.replaceChildren(
      h("h2", {}, "Rule ", h("span", {class: "mono"}, rule), " by ", h("span", {class: "mono"}, of.encoding)),
      h("div", {class: "beside"},
        h("div", {}, cost?.text && h("p", {class: "said"}, sentence(cost.text) + "."), source && h("pre", {tabindex: 0, role: "region", "aria-label": "The rule in the language"}, source), words, frame),
        h("div", {}, h("p", {class: "note"}, `${counted(total, "clause")}, a number for each variable, minus for “not”, 0 at the end`), list, more)));
    this.box.scrollIntoView({block: "start", behavior: "instant"});
    this.box.focus({preventScroll: true});
  }
}

/**
 * Return the text of a rule of a file.
 * @param {string} text
 * @param {string} rule
 */
function block(text, rule) {
  const found = new RegExp(`^([ \\t]*)(rule|var|given)\\s+${rule.replace(/^(var|given):/, "").replace(/[^\w]/g, "\\$&")}\\b`, "m").exec(text);
  if (!found) return "";
  const start = found.index;
  if (found[2] !== "rule") return text.slice(start, text.indexOf("\n", start)).trim();
  let depth = 0, quoted = false;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '"') quoted = !quoted;
    else if (!quoted && text[i] === "{") depth += 1;
    else if (!quoted && text[i] === "}" && --depth === 0) {
      return text.slice(start, i + 1).split("\n").map((line) => (line.startsWith(found[1]) ? line.slice(found[1].length) : line)).join("\n");
    }
  }
  return "";
}

/**
 * A clause in words: what must hold, or what follows from what.
 * @param {string[]} names
 */
function inWords(names) {
  const not = names.filter((name) => name.startsWith("not ")).map((name) => name.slice(4));
  const yes = names.filter((name) => !name.startsWith("not "));
  if (!names.length) return "A contradiction.";
  if (!not.length) return yes.length === 1 ? `${yes[0]} holds.` : `At least one holds: ${yes.join(" or ")}.`;
  if (!yes.length) return not.length === 1 ? `${not[0]} does not hold.` : `Not all together: ${not.join(" and ")}.`;
  return `If ${not.join(" and ")}, then ${yes.join(" or ")}.`;
}

/**
 * The elements that a variable's name speaks of.
 * @param {string} name
 */
export function elements(name) {
  const cell = "r\\d+c\\d+(?:\\.(?:side|corner|lane)\\([A-Z]+\\))?";
  return name.match(new RegExp(`${cell}(?:[-|]${cell})?`, "g")) ?? [];
}
