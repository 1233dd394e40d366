// New: an empty board by genre, size and tiling, ready to be edited.

import {post} from "../api.js";
import {fillSelect, h} from "../dom.js";
import {told} from "../page.js";
import {makeDialog} from "./dialog.js";

/** Columns and rows of a genre that has a usual size. */
const SIZES = /** @type {Record<string, number>} */ ({sudoku: 9, cojun: 6});

const SIZE = 8;

const TILINGS = /** @type {Record<string, string>} */ ({square: "Squares", hex: "Hexagons", triangle: "Triangles"});

/**
 * Items of a select, squares first.
 * @param {string[]} names of tilings
 */
export function tilingItems(names) {
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
  const genre = h("select", {id: "new-genre", change: () => resize()});
  const tiling = h("select", {id: "new-tiling"});
  const columns = h("input", {type: "number", id: "new-columns", min: 1, max: 100, value: SIZE});
  const rows = h("input", {type: "number", id: "new-rows", min: 1, max: 100, value: SIZE});
  const wrong = h("p", {class: "wrong", role: "alert"});
  const make = h("button", {type: "submit", class: "primary"}, "Make an empty board");
  const form = h("form", {submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    submit();
  }}, h("div", {class: "fields"}, h("label", {class: "whole"}, "Kind ", genre), h("label", {}, "Cells ", tiling), h("label", {}, "Columns ", columns), h("label", {}, "Rows ", rows)), wrong, make);
  body.append(form);

  let suggested = SIZE;
  function resize() {
    const untouched = [columns, rows].every((side) => side.valueAsNumber === suggested);
    suggested = SIZES[genre.value] ?? SIZE;
    if (untouched) columns.valueAsNumber = rows.valueAsNumber = suggested;
  }

  async function fill() {
    wrong.textContent = "";
    try {
      await choices(page, genre, tiling);
    } catch (error) {
      wrong.textContent = told(error);
    }
  }

  async function submit() {
    wrong.textContent = "";
    try {
      const body = {genre: genre.value, tiling: tiling.value, columns: Number(columns.value), rows: Number(rows.value)};
      const {text} = await post("/api/new", body);
      page.begin(text, 1, "edit");
      dialog.close();
    } catch (error) {
      wrong.textContent = told(error);
    }
  }
}

/**
 * Fill the lists of genres and tilings.
 * @param {import("../page.js").Page} page
 * @param {HTMLSelectElement} genre
 * @param {HTMLSelectElement} tiling
 */
async function choices({known}, genre, tiling) {
  if (genre.options.length) return;
  const [examples, tilings] = await Promise.all([known("examples"), known("tilings")]);
  // Genres with an example are there at once, those of other packages a moment later.
  const titles = new Map(examples.map((/** @type {any} */ each) => [each.genre, each.name]));
  fillSelect(genre, genreItems([...titles].map(([name, title]) => ({name, title}))), "numberlink");
  fillSelect(tiling, tilingItems(tilings), "square");
  fillSelect(genre, genreItems(await known("genres")));
}
