// What stands round the board on the page: mode and style, besides what every board has that is played.

import {post} from "./api.js";
import {byId, h} from "./dom.js";
import {sentence} from "./heading.js";
import {hints} from "./hints.js";
import {keep} from "./keep.js";
import {notify} from "./page.js";
import {startControls} from "./play/controls.js";

/** @param {import("./page.js").Page} page */
export function startPlaying(page) {
  const {puzzle, picture, editor} = page;
  const style = /** @type {HTMLSelectElement} */ (byId("style"));
  style.value = puzzle.style;
  style.addEventListener("change", () => {
    puzzle.style = style.value;
    keep("style", style.value);
    puzzle.parse();
    puzzle.dispatchEvent(new Event("style"));
  });

  for (const mode of /** @type {const} */ (["play", "edit"])) {
    byId(`mode-${mode}`).addEventListener("click", () => picture.switchTo(mode));
  }
  picture.addEventListener("drawn", () => {
    for (const mode of ["play", "edit"]) byId(`mode-${mode}`).setAttribute("aria-pressed", String(picture.mode === mode));
    byId("mode").hidden = !!picture.found || !(picture.play ?? picture.change);
    byId("edit-actions").hidden = !picture.change;
  });
  byId("edit-undo").addEventListener("click", () => editor.undo() || notify("There is nothing to undo."));
  byId("edit-redo").addEventListener("click", () => editor.redo() || notify("There is nothing to redo."));

  const wrong = () => puzzle.parsed?.diagnostics.some((each) => each.severity === "error");
  startControls(picture, (play) => post("/api/check", {...puzzle.asked, drawn: play.drawn()}), () => puzzle.current && !wrong(), editing);
  hints(page, byId("verdict"));
}

/** @param {import("./board/edit.js").Change} change */
function editing(change) {
  const k = (/** @type {string} */ key) => h("kbd", {}, key);
  if (change.tool.id === "hole") return ["Click a cell to make it a hole, and a hole to make it a cell."];
  if (change.tool.id === "wall") return ["Click a side between two cells to put up a wall or take it away."];
  const {given} = change.tool;
  const what = given?.text ? [`${sentence(given.text)}. `] : [];
  const where = change.tool.sort === "line" ? ["A circle stands where each row, column or other line begins. "] : [];
  return [...what, ...where, "Click to raise, right click to lower, or move with the arrows and type; ", k("Backspace"), " empties. Every change is one of the text."];
}
