// Open: an example of every genre, a file, or a text, URL or game ID of any format.

import {post} from "../api.js";
import {byId, fillSelect, h} from "../dom.js";
import {mistakes, notify, told} from "../page.js";
import {makeDialog} from "./dialog.js";
import {genreItems} from "./new.js";

const MOST_BYTES = 1_000_000;

/** @param {import("../page.js").Page} page */
export function startOpen(page) {
  const {dialog, body} = makeDialog("open", "Open a puzzle", () => fill());
  const wrong = h("p", {class: "wrong", role: "alert"});
  const pasted = h("textarea", {id: "pasted", rows: 2, spellcheck: "false", placeholder: "https://puzz.link/p?slither/…  or  5x5:…  or rows of a board"});
  const search = h("input", {type: "search", id: "search", placeholder: "Slitherlink, Sudoku, …", input: () => list()});
  const cards = h("div", {class: "cards", role: "group", "aria-label": "Examples"});
  const genre = h("select", {id: "pasted-genre"}, h("option", {value: ""}, "as it says, or looks"));
  const file = h("input", {type: "file", id: "file", change: () => file.files?.[0] && read(file.files[0], genre.value)});
  /** @type {{genre: string, title: string, text: string}[]} */
  let examples = [];
  /** @type {Map<string, string>} */
  let titles = new Map();

  body.append(
    h("div", {class: "join"}, h("label", {for: "search"}, "Examples"), search), cards,
    h("label", {for: "pasted"}, "Or paste a link, a game ID or a text"),
    h("div", {class: "join"}, pasted, h("button", {type: "button", id: "take-pasted", class: "primary", click: () => take(pasted.value, genre.value)}, "Open")),
    wrong,
    h("label", {}, "Its kind ", genre),
    h("label", {}, "Or a file (dropping it works too) ", file));

  pasted.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey || !pasted.value.includes("\n"))) {
      event.preventDefault();
      take(pasted.value, genre.value);
    }
  });

  async function fill() {
    wrong.textContent = genre.value = "";
    if (examples.length) return;
    try {
      examples = await page.known("examples");
      list();
      const genres = await page.known("genres");
      titles = new Map(genres.map((/** @type {any} */ each) => [each.name, each.title]));
      list();
      fillSelect(genre, [{value: "", text: genre.options[0].text}, ...genreItems(genres)]);
    } catch (error) {
      wrong.textContent = told(error);
    }
  }

  function list() {
    const wanted = search.value.trim().toLowerCase();
    const shown = examples.filter(({genre, title}) => fits(`${titles.get(genre)} ${genre} ${title}`.toLowerCase(), wanted));
    cards.replaceChildren(...shown.map(({genre, title, text}) => h("button", {type: "button", "data-genre": genre, click: () => {
      page.begin(text);
      dialog.close();
    }}, titles.get(genre) ?? genre, title !== genre && h("small", {}, title))));
    if (!shown.length) cards.append(h("p", {class: "note"}, "No example of that name."));
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

  /**
   * @param {File} chosen
   * @param {string} [named]
   */
  async function read(chosen, named) {
    if (chosen.size > MOST_BYTES) {
      wrong.textContent = "The file is larger than a megabyte.";
      return false;
    }
    return take(await chosen.text(), named);
  }

  const drop = byId("drop");
  let depth = 0;
  const files = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => {
    if (!files(event)) return;
    depth += 1;
    drop.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (files(event) && --depth <= 0) drop.hidden = true;
  });
  addEventListener("dragover", (event) => files(event) && event.preventDefault());
  addEventListener("drop", async (event) => {
    if (!files(event)) return;
    event.preventDefault();
    depth = 0;
    drop.hidden = true;
    const [dropped] = event.dataTransfer?.files ?? [];
    if (dropped && !(await read(dropped))) notify(wrong.textContent ?? "");
  });
}

/**
 * Whether the letters of a search occur in a text, in their order.
 * @param {string} text
 * @param {string} wanted
 */
export function fits(text, wanted) {
  if (text.includes(wanted)) return true;
  let at = -1;
  for (const char of wanted.replaceAll(" ", "")) {
    at = text.indexOf(char, at + 1);
    if (at < 0) return false;
  }
  return wanted.length > 2;
}
