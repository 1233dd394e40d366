// Open: an example of every genre, a file, or a text, URL or game ID of any format.

import {post} from "../api.js";
import {byId, h} from "../dom.js";
import {mistakes, notify, told} from "../page.js";
import {makeDialog} from "./dialog.js";

const MOST_BYTES = 1_000_000;

/** @param {import("../page.js").Page} page */
export function startOpen(page) {
  const {dialog, body} = makeDialog("open", "Open a puzzle", () => fill());
  const wrong = h("p", {class: "wrong", role: "alert"});
  const pasted = h("textarea", {id: "pasted", rows: 2, spellcheck: "false", placeholder: "https://puzz.link/p?slither/…  or  5x5:…  or rows of a board"});
  const search = h("input", {type: "search", id: "search", placeholder: "Slitherlink, Sudoku, …", input: () => list()});
  const cards = h("div", {class: "cards", role: "group", "aria-label": "Examples"});
  const file = h("input", {type: "file", id: "file", change: () => file.files?.[0] && read(file.files[0])});
  /** @type {{genre: string, title: string, text: string}[]} */
  let examples = [];
  /** @type {Map<string, string>} */
  let titles = new Map();

  body.append(
    h("div", {class: "join"}, h("label", {for: "search"}, "Examples"), search), cards,
    h("label", {for: "pasted"}, "Or paste a link, a game ID or a text"),
    h("div", {class: "join"}, pasted, h("button", {type: "button", id: "take-pasted", class: "primary", click: () => take(pasted.value)}, "Open")),
    wrong,
    h("label", {}, "Or a file (dropping it works too) ", file));

  pasted.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey || !pasted.value.includes("\n"))) {
      event.preventDefault();
      take(pasted.value);
    }
  });

  async function fill() {
    wrong.textContent = "";
    if (examples.length) return;
    try {
      examples = await page.known("examples");
      list();
      titles = new Map((await page.known("genres")).map((/** @type {any} */ genre) => [genre.name, genre.title]));
      list();
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
   */
  async function take(text) {
    wrong.textContent = "";
    if (!text.trim()) {
      wrong.textContent = "There is nothing in it.";
      return false;
    }
    try {
      const answer = await post("/api/parse", {text});
      const [error] = answer.diagnostics.filter((/** @type {any} */ each) => each.severity === "error");
      if (!answer.puzzles.length && error && answer.format !== "nl") {
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

  /** @param {File} chosen */
  async function read(chosen) {
    if (chosen.size > MOST_BYTES) {
      wrong.textContent = "The file is larger than a megabyte.";
      return false;
    }
    return take(await chosen.text());
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
