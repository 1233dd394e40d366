// Open: a text, URL or game ID of any format, a file, or an example of every genre.

import {post} from "../api.js";
import {byId, fillSelect, h} from "../dom.js";
import {mistakes, notify, told} from "../page.js";
import {makeDialog} from "./dialog.js";
import {genreItems} from "./new.js";

const MOST_BYTES = 1_000_000;

const PLACEHOLDER = `https://puzz.link/p?slither/…
5x5:…
53..7....6..195….
or the rows of a board`;

/** @typedef {{genre: string, name: string, title: string, text: string}} Example */

/** @param {import("../page.js").Page} page */
export function startOpen(page) {
  const {dialog, body} = makeDialog("open", "Open a puzzle", () => fill());
  const wrong = h("p", {class: "wrong", role: "alert"});
  const pasted = h("textarea", {id: "pasted", rows: 6, spellcheck: "false", autofocus: !matchMedia("(pointer: coarse)").matches, placeholder: PLACEHOLDER, keydown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    take(pasted.value, genre.value);
  }});
  const search = h("input", {type: "search", id: "search", placeholder: "Slitherlink, Sudoku, …", input: () => list(), keydown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // the button that opened the dialog has the focus next, and takes no key of it
    cards.querySelector("button")?.click();
  }});
  const cards = h("div", {class: "cards", role: "group", "aria-label": "Examples"});
  const genre = h("select", {id: "pasted-genre"}, h("option", {value: ""}, "as it says, or looks"));
  const file = h("input", {type: "file", id: "file", change: () => file.files?.[0] && read(file.files[0], genre.value)});
  /** @type {Example[]} */
  let examples = [];

  body.append(
    h("label", {for: "pasted"}, "Paste a link, a game ID, or a puzzle as text"), pasted,
    h("div", {class: "bar"}, h("button", {type: "button", id: "take-pasted", class: "primary", title: "Ctrl + Enter", click: () => take(pasted.value, genre.value)}, "Open"),
      h("label", {}, "Its kind ", genre)),
    wrong,
    h("label", {}, "Or a file (dropping it works too) ", file),
    h("div", {class: "join"}, h("label", {for: "search"}, "Or an example"), search), cards);

  async function fill() {
    wrong.textContent = genre.value = search.value = "";
    list();
    if (examples.length) return;
    try {
      examples = await page.known("examples");
      list();
      fillSelect(genre, [{value: "", text: genre.options[0].text}, ...genreItems(await page.known("genres"))]);
    } catch (error) {
      wrong.textContent = told(error);
    }
  }

  function list() {
    cards.replaceChildren(...found(examples, search.value).map(({genre, name, title, text}) => h("button", {type: "button", "data-genre": genre, click: () => {
      page.begin(text);
      dialog.close();
    }}, name, !name.startsWith(title) && h("small", {}, title))));
    if (examples.length && !cards.childElementCount) cards.append(h("p", {class: "note"}, "No example of that name."));
  }

  /**
   * Open a text if the server can read it.
   * @param {string} text
   * @param {string} [named] the genre of a text that does not tell it
   */
  async function take(text, named) {
    wrong.textContent = "";
    if (!text.trim()) {
      wrong.textContent = "There is nothing in it.";
      return false;
    }
    try {
      const answer = await post("/api/parse", {text, format: named ? `auto:${named}` : "auto"});
      const [error] = answer.diagnostics.filter((/** @type {any} */ each) => each.severity === "error");
      if (error && answer.format !== "nl" && !(named ? answer.language : answer.puzzles.length)) {
        wrong.textContent = mistakes([error]);
        return false;
      }
      page.begin(answer.language ?? text);
      dialog.close();
      return true;
    } catch (error) {
      wrong.textContent = told(error);
      return false;
    }
  }

  /** @param {File} chosen @param {string} [named] */
  async function read(chosen, named) {
    if (chosen.size > MOST_BYTES) {
      wrong.textContent = "The file is larger than a megabyte.";
      return false;
    }
    return take(await chosen.text(), named);
  }

  const drop = byId("drop");
  const files = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => {
    if (files(event)) drop.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) drop.hidden = true; // it has left the window
  });
  addEventListener("dragover", (event) => files(event) && event.preventDefault());
  addEventListener("drop", async (event) => {
    if (!files(event)) return;
    event.preventDefault();
    drop.hidden = true;
    const [dropped] = event.dataTransfer?.files ?? [];
    if (dropped && !(await read(dropped))) notify(wrong.textContent ?? "");
  });
}

/**
 * The examples that a search means: first names that are what was typed, then those that begin so,
 * then those that hold it; where there is none, those with its letters in their order in one of its names.
 * @param {Example[]} examples
 * @param {string} typed
 */
export function found(examples, typed) {
  const wanted = typed.trim().toLowerCase();
  const ranked = examples.map((example) => ({example, rank: rank(example, wanted)}));
  const near = ranked.filter((each) => each.rank < Infinity).sort((a, b) => a.rank - b.rank).map((each) => each.example);
  return near.length ? near : examples.filter((each) => [each.genre, ...each.name.split(" / ")].some((name) => hasLetters(name.toLowerCase(), wanted)));
}

/** @param {Example} example @param {string} wanted */
function rank({genre, name, title}, wanted) {
  const names = [genre, name, ...name.split(" / ")].map((each) => each.toLowerCase());
  const all = `${name} ${genre} ${title}`.toLowerCase();
  const tests = [
    () => names.includes(wanted),
    () => names.some((each) => each.startsWith(wanted)),
    () => all.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)),
    () => all.includes(wanted),
  ];
  const first = tests.findIndex((test) => test());
  return first < 0 ? Infinity : first;
}

/**
 * Whether the letters of a search occur in a text, in their order.
 * @param {string} text
 * @param {string} wanted
 */
function hasLetters(text, wanted) {
  let at = -1;
  return wanted.length > 2 && [...wanted.replaceAll(" ", "")].every((char) => (at = text.indexOf(char, at + 1)) >= 0);
}
