// The page of `nlc serve`: puts its parts together.

import {get} from "./api.js";
import {startCompare} from "./compare/view.js";
import {startNew} from "./dialogs/new.js";
import {startOpen} from "./dialogs/open.js";
import {startSave} from "./dialogs/save.js";
import {byId} from "./dom.js";
import {makeEditor} from "./editor.js";
import {startHeading} from "./heading.js";
import {kept} from "./keep.js";
import {unpacked} from "./link.js";
import {notify, say, told} from "./page.js";
import {Change} from "./board/edit.js";
import {Picture} from "./picture.js";
import {startPlaying} from "./playing.js";
import {Puzzle} from "./puzzle.js";
import {startSolving} from "./solving.js";
import {startText} from "./text.js";

const puzzle = new Puzzle();
const picture = new Picture(puzzle, say, (svg, place) => new Change(svg, puzzle, say, place));

/** @type {Map<string, Promise<any>>} */
const lists = new Map();

/** @param {string} name */
function known(name) {
  let found = lists.get(name);
  if (!found) {
    found = get(`/api/${name}`);
    found.catch(() => lists.delete(name));
    lists.set(name, found);
  }
  return found;
}

/** The text to begin with: that of the link, that of the last time, or an example. */
async function firstText() {
  try {
    const linked = await unpacked(location.hash);
    if (linked !== null) return {text: linked, number: 1};
  } catch (error) {
    notify(`The link cannot be read: ${told(error)}.`);
  }
  const text = kept("text");
  if (typeof text === "string" && text.trim()) return {text, number: Number(kept("number", 1)) || 1};
  const examples = await known("examples").catch(() => []);
  const example = examples.find((/** @type {any} */ each) => each.genre === "numberlink") ?? examples[0];
  return {text: example?.text ?? "", number: 1};
}

async function start() {
  const [words, {text, number}] = await Promise.all([known("language").catch(() => ({keywords: []})), firstText()]);
  const editor = await makeEditor(text, words.keywords, (changed) => puzzle.put(changed, {typed: true}));
  /** @type {import("./page.js").Page} */
  const page = {
    puzzle, picture, editor, known,
    begin(next, which = 1, mode = "play") {
      picture.mode = mode;
      if (location.hash.startsWith("#p=")) history.replaceState(null, "", location.pathname + location.search);
      puzzle.put(next, {number: which});
    },
  };
  startText(page);
  startHeading(page);
  startPlaying(page);
  startSolving(page);
  startOpen(page);
  startNew(page);
  startSave(page);
  startCompare(page);
  puzzle.addEventListener("failed", (event) => notify(/** @type {CustomEvent} */ (event).detail));
  window.addEventListener("hashchange", async () => {
    const linked = await unpacked(location.hash).catch(() => null);
    if (linked !== null) {
      picture.mode = "play";
      puzzle.put(linked, {number: 1});
    }
  });
  await puzzle.put(text, {number});
  document.documentElement.dataset.ready = "";
  for (const each of ["genres", "generators"]) known(each).catch(() => {});
}

start().catch((error) => {
  byId("title").textContent = "nlc";
  notify(told(error));
});
