// New: a puzzle of any genre, made to order; or an empty board, ready to be edited.

import {get, post} from "../api.js";
import {fillSelect, h} from "../dom.js";
import {notify, told} from "../page.js";
import {makeDialog} from "./dialog.js";
import {isReady, smaller} from "./easier.js";
import {field, ofRules, parted, set, values, WISHES} from "./fields.js";
import {Maker} from "./make.js";

const TILINGS = /** @type {Record<string, string>} */ ({square: "Squares", hex: "Hexagons", triangle: "Triangles"});

const SIDE = 10;

const isMethod = (/** @type {{name: string}} */ each) => each.name === "method";

/** Stands before the name of a genre that the text of the page defines. */
const OWN = ":";

/**
 * Items of a select, squares first.
 * @param {string[]} names of tilings
 */
function tilingItems(names) {
  const items = names.map((name) => ({value: name, text: TILINGS[name] ?? name}));
  return items.sort((a, b) => Number(b.value === "square") - Number(a.value === "square"));
}

/**
 * Items of a select, by title.
 * @param {{name: string, title: string}[]} genres
 */
export function genreItems(genres) {
  const items = genres.map(({name, title}) => ({value: name, text: title}));
  return items.sort((a, b) => a.text.localeCompare(b.text));
}

/** @param {import("../page.js").Page} page */
export function startNew(page) {
  const {dialog, body} = makeDialog("new", "New puzzle", () => fill());
  const genre = h("select", {id: "new-genre", required: true, change: () => arrange()});
  const tiling = h("select", {id: "new-tiling", required: true});
  const columns = h("input", {type: "number", id: "new-columns", min: 1, max: 100, value: SIDE, required: true});
  const rows = h("input", {type: "number", id: "new-rows", min: 1, max: 100, value: SIDE, required: true});
  const seed = h("input", {type: "number", id: "new-seed", min: 0, placeholder: "any"});
  const main = h("div", {class: "fields"});
  const more = h("div", {class: "fields"});
  const empty = h("button", {type: "button", id: "new-empty", click: () => form.reportValidity() && begin()}, "Empty board");
  const ready = h("p", {class: "note", role: "status"});
  const maker = new Maker(() => asked(), () => offers(), (line) => made(line));
  /** @type {HTMLFormElement} */
  const form = h("form", {input: () => tellReady(), change: () => tellReady(), submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    ready.textContent = "";
    maker.make();
  }},
  h("div", {class: "fields size"}, h("label", {class: "whole"}, "Kind ", genre), h("label", {}, "Cells ", tiling), h("label", {}, "Columns ", columns), h("label", {}, "Rows ", rows)),
  main,
  h("details", {}, h("summary", {}, "More options"), h("div", {class: "fields"}, h("label", {}, "Seed ", seed)), more),
  h("div", {class: "bar"}, maker.start, maker.cancel, empty), ready, maker.progress);
  body.append(form);
  dialog.addEventListener("close", () => maker.stop());

  /** @type {any[]} */
  let generators = [];
  /** @type {any[]} */
  let genres = [];
  /** @type {any[]} */
  let buffers = [];
  let arranged = "";
  let suggested = [SIDE, SIDE];

  const own = () => genre.value.startsWith(OWN);
  const name = () => genre.value.replace(OWN, "");
  const chosen = () => generators.find((each) => each.genre === (own() ? "" : genre.value));

  async function fill() {
    maker.clear();
    try {
      await choices();
    } catch (error) {
      maker.wrong.textContent = told(error);
    }
  }

  /** Fill the lists, and choose the genre of the puzzle that is open. */
  async function choices() {
    let found = genres;
    if (!genres.length) {
      // Genres with an example are there at once, those of other packages a moment later.
      const [examples, tilings] = await Promise.all([page.known("examples"), page.known("tilings")]);
      fillSelect(tiling, tilingItems(tilings), "square");
      found = [...new Map(examples.map((/** @type {any} */ each) => [each.genre, {name: each.genre, title: each.name}])).values()];
    }
    list(found);
    const open = page.puzzle.told?.genre;
    const wanted = [OWN + open, open, OWN + defined()[0]].find((each) => [...genre.options].some(({value}) => value === each));
    genre.value = wanted ?? (genre.value || "numberlink");
    if (!genres.length) {
      [genres, generators] = await Promise.all([page.known("genres"), page.known("generators")]);
      list(genres);
    }
    arrange();
    await lookReady();
    tellReady();
  }

  /** @param {{name: string, title: string}[]} found */
  function list(found) {
    const mine = defined().map((each) => ({value: OWN + each, text: `${each}, as the text defines it`}));
    fillSelect(genre, [...mine, ...genreItems(found)]);
  }

  /** The genres that the text of the page defines. */
  function defined() {
    const {parsed, text} = page.puzzle;
    return parsed?.format === "nl" ? [...text.matchAll(/^\s*genre\s+(\w+)/gm)].map((found) => found[1]) : [];
  }

  /** Show the fields of a genre. */
  function arrange() {
    const said = chosen();
    if (!said || arranged === genre.value) return;
    arranged = genre.value;
    maker.stop();
    const {board} = page.puzzle;
    const usual = own() && board && isOpen() ? board : said.usual;
    if (columns.valueAsNumber === suggested[0] && rows.valueAsNumber === suggested[1]) resize(usual);
    empty.hidden = own();
    show();
    tellReady();
  }

  /** @param {{columns: number, rows: number}} usual */
  function resize(usual) {
    suggested = [usual.columns, usual.rows];
    columns.valueAsNumber = usual.columns;
    rows.valueAsNumber = usual.rows;
  }

  function isOpen() {
    return page.puzzle.told?.genre === name();
  }

  /** The options of the rules, as the puzzle that is open has them. */
  function settings() {
    /** @type {import("../types").Option[]} */
    const found = isOpen() ? page.puzzle.told?.options ?? [] : genres.find((each) => each.name === genre.value)?.options ?? [];
    return found.filter((each) => own() || chosen().settings.includes(each.name)).map(ofRules).filter((each) => each !== null);
  }

  /**
   * Show the fields of the genre, with those of a method.
   * @param {string} [method]
   */
  function show(method = "") {
    const {options, usual} = chosen();
    const open = method === "open";
    const all = open ? [...options.filter(isMethod), ...generators.find((each) => each.genre === "").options] : [...options, ...settings()];
    const given = open ? {method} : {...usual.options, method};
    const [first, others] = parted(all).map((part) => part.map((each) => field(each, given[each.name] ?? each.value)));
    main.replaceChildren(...first);
    more.replaceChildren(...others);
    const chooser = () => /** @type {HTMLSelectElement | null} */ (more.querySelector("[data-option=method]"));
    chooser()?.addEventListener("change", () => {
      const next = chooser()?.value ?? "";
      if ((next === "open") === open) return;
      show(next);
      chooser()?.focus();
    });
  }

  function asked() {
    return {
      genre: name(), tiling: tiling.value, columns: columns.valueAsNumber, rows: rows.valueAsNumber, options: values(form),
      seed: seed.value === "" ? null : seed.valueAsNumber, style: page.puzzle.style, text: own() ? page.puzzle.text : null,
    };
  }

  /** @param {import("../types").Line} line */
  function made({text, unique, grade}) {
    if (own()) add(text);
    else page.begin(text);
    dialog.close();
    notify([unique ? "Exactly one solution" : "A new puzzle", grade].filter(Boolean).join(" · "));
  }

  /**
   * Add a puzzle to the text that has its genre.
   * @param {string} text
   */
  function add(text) {
    const {puzzle} = page;
    const titles = puzzle.parsed?.puzzles ?? [];
    const there = titles.find(({title}) => text.includes(`puzzle "${title}"`));
    if (there) puzzle.choose(there.number);
    else page.begin(`${puzzle.text.trimEnd()}\n\n${text}`, titles.length + 1);
  }

  async function begin() {
    maker.stop();
    try {
      const {text} = await post("/api/new", {genre: genre.value, tiling: tiling.value, columns: columns.valueAsNumber, rows: rows.valueAsNumber});
      page.begin(text, 1, "edit");
      dialog.close();
    } catch (error) {
      maker.wrong.textContent = told(error);
    }
  }

  // ---------- what is ready, and what is easier ----------

  function tellReady() {
    ready.textContent = !own() && seed.value === "" && isReady(buffers, asked()) ? "One lies ready." : "";
  }

  async function lookReady() {
    buffers = (await get("/api/buffers").catch(() => ({buffers: []}))).buffers;
  }

  /** @returns {Promise<import("./make.js").Offer[]>} */
  async function offers() {
    await lookReady();
    const out = [];
    const usual = chosen()?.usual;
    const given = values(form);
    const less = smaller(columns.valueAsNumber, rows.valueAsNumber);
    if (less) out.push({text: `a smaller one (${less.columns}x${less.rows})`, take: () => resize(less)});
    const levels = [...form.querySelectorAll("[data-option=difficulty] option")].map((each) => /** @type {HTMLOptionElement} */ (each).value);
    if (given.difficulty) {
      const easier = levels[levels.indexOf(given.difficulty) - 1];
      out.push({text: easier ? `an easier one (${easier})` : "one of any difficulty", take: () => set(form, "difficulty", easier)});
    }
    const wishes = WISHES.filter((each) => given[each]);
    if (wishes.length) out.push({text: `one without a wish for ${wishes.join(", ")}`, take: () => wishes.forEach((each) => set(form, each))});
    const kind = {...usual, genre: genre.value, tiling: "square"};
    if (usual && !own() && isReady(buffers, kind) && !isReady(buffers, asked())) {
      out.push({text: `one that lies ready (${usual.columns}x${usual.rows})`, take: () => {
        tiling.value = "square";
        seed.value = "";
        resize(usual);
        show();
      }});
    }
    return out;
  }
}
