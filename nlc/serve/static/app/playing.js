// What stands round the board: mode, tools, undo, Check, Hint, and how to draw.

import {post} from "./api.js";
import {byId, h} from "./dom.js";
import {sentence} from "./heading.js";
import {hints} from "./hints.js";
import {keep} from "./keep.js";
import {startLive} from "./live.js";
import {notify, say, told} from "./page.js";

/** @param {import("./page.js").Page} page */
export function startPlaying(page) {
  const {puzzle, picture, editor} = page;
  const verdict = byId("verdict");
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
  const forget = () => {
    verdict.replaceChildren();
    verdict.className = "verdict";
    picture.play?.layer.point([]);
  };
  picture.addEventListener("changed", forget);
  picture.addEventListener("drawn", () => {
    forget();
    arrange(page);
  });
  picture.addEventListener("tool", () => arrange(page));
  picture.addEventListener("cursor", () => keypad(picture.play));

  byId("undo").addEventListener("click", () => picture.play?.undo());
  byId("redo").addEventListener("click", () => picture.play?.redo());
  byId("clear").addEventListener("click", () => picture.answer.clear());
  byId("guess").addEventListener("click", () => {
    picture.answer.guess();
    say("a guess: what is drawn now can be taken back at once");
  });
  byId("guess-keep").addEventListener("click", () => picture.answer.keepGuess());
  byId("guess-back").addEventListener("click", () => picture.answer.takeBack());
  picture.answer.addEventListener("change", () => guessing(picture.answer.since !== null));
  byId("edit-undo").addEventListener("click", () => editor.undo() || notify("There is nothing to undo."));
  byId("edit-redo").addEventListener("click", () => editor.redo() || notify("There is nothing to redo."));

  byId("check").addEventListener("click", async () => {
    const {play} = picture;
    if (!play) return;
    try {
      showChecked(verdict, play, await post("/api/check", {...puzzle.asked, drawn: play.drawn()}));
    } catch (error) {
      notify(told(error));
    }
  });
  hints(page, verdict);
  startLive(page, (play, checked) => showChecked(verdict, play, checked));
}

/** @param {boolean} on */
function guessing(on) {
  byId("guess").hidden = on;
  byId("guess-keep").hidden = byId("guess-back").hidden = !on;
}

/**
 * @param {HTMLElement} verdict
 * @param {import("./board/play.js").Play} play
 * @param {import("./types").Checked} checked
 */
function showChecked(verdict, play, {status, violations, diagnostics}) {
  const words = {
    solved: "Solved! Every rule holds.",
    unfinished: "So far, no rule is broken.",
    wrong: "Some rules are broken.",
  }[status];
  const broken = violations.filter((each) => each.wrong || status !== "wrong");
  // What is only missing is shown where it is pointed at: at first it is everywhere.
  play.layer.point(broken.filter((each) => each.wrong).map(({elements}) => ({elements, kind: "broken"})));
  /** @type {Map<string, import("./types").Violation[]>} */
  const rules = new Map();
  for (const each of broken) {
    const text = sentence(each.text || each.rule);
    rules.set(text, [...(rules.get(text) ?? []), each]);
  }
  const lines = [...rules].map(([text, several]) => {
    const kind = several[0].wrong ? "broken" : "open";
    const elements = several.flatMap((each) => each.elements);
    const here = () => play.layer.point([{elements, kind}]);
    const where = several.length > 1 ? ` (${several.length} places)` : "";
    return h("li", {}, h("button", {type: "button", class: "quiet", click: here, mouseenter: here, focus: here, title: several[0].message}, text + where));
  });
  verdict.className = `verdict ${status === "solved" ? "good" : status === "wrong" ? "bad" : ""}`;
  const more = status === "unfinished" && lines.length ? h("p", {class: "note"}, "Still to do:") : null;
  verdict.replaceChildren(h("p", {}, words), ...(more ? [more] : []), h("ul", {}, ...lines),
    ...diagnostics.map((each) => h("p", {class: "wrong"}, each.message)));
}

/** @param {Pick<import("./page.js").Page, "picture" | "puzzle">} page */
function arrange({picture, puzzle}) {
  const {play, change, mode, found} = picture, active = play ?? change;
  byId("mode-play").setAttribute("aria-pressed", String(mode === "play"));
  byId("mode-edit").setAttribute("aria-pressed", String(mode === "edit"));
  byId("mode").hidden = !!found || !active;
  byId("play-actions").hidden = !play;
  byId("edit-actions").hidden = !change;
  const tools = byId("tools");
  const list = play ? play.tools : change ? change.tools : [];
  tools.hidden = !!found || list.length < 2;
  tools.replaceChildren(...list.map(({id, label}) => h("button", {
    type: "button", "aria-pressed": String(active?.tool?.id === id),
    click: () => {
      if (play) play.use(id);
      else {
        change?.use(id);
        arrange({picture, puzzle});
      }
    },
  }, label)));
  const svg = byId("picture").querySelector("svg");
  const title = puzzle.told?.title ?? "";
  svg?.setAttribute("aria-label", play ? `Board of ${title}, to be played` : change ? `Board of ${title}, to be edited` : `Picture of ${title}`);
  byId("how").replaceChildren(...(found ? [] : change ? editing(change) : play?.tool ? howTo(play) : []));
  keypad(play);
}

/** @param {import("./board/play.js").Play} play */
function howTo(play) {
  const {kind, sort, variables} = play.tool;
  const k = (/** @type {string} */ key) => h("kbd", {}, key);
  const cycle = variables.length > 1 ? "one line, two, a cross" : "line, cross";
  if (kind === "edge") {
    const first = sort === "border" ? `Click a side of a cell (${cycle}), or drag along the grid. ` : `Drag from cell to cell to draw, and back to take away. Click between two cells: ${cycle}. `;
    return [first, "Right click or a long press: cross. Keys: arrows, ", k("Shift"), " + arrow draws, ", k("x"), " crosses, ", k("Ctrl"), "+", k("Z"), "."];
  }
  if (kind === "mark" && ["digit", "stone"].includes(variables[0].mark ?? "")) {
    return [variables[0].mark === "digit" ? "Click: 1, 0, nothing; " : "Click: black, white, nothing; ", "drag over several. Keys: arrows, ", k("Space"), ", ", k("x"), "."];
  }
  if (kind === "mark") return ["Click or drag over cells; click again for a mark that says no, as a right click does. Keys: arrows, ", k("Space"), ", ", k("x"), "."];
  if (kind === "region") return ["Drag from a number over the cells of its region. Keys: arrows, ", k("Space"), " takes a region, ", k("Shift"), " + arrow paints it."];
  const notes = play.notable ? [" Small notes: ", k("Shift"), " + digit, or ", k("n"), " and the value."] : [];
  return ["Click a cell and type, or click it again. Keys: arrows, the value, ", k("Backspace"), ".", ...notes];
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

/** @param {import("./board/play.js").Play | null} play */
function keypad(play) {
  const pad = /** @type {HTMLElement & {play?: any}} */ (byId("keypad"));
  pad.play = play;
  const values = play?.tool?.kind === "value" ? play.tool.variables[0].values : [];
  pad.hidden = !play || !values.length || values.length > 20;
  const notes = pad.querySelector("#notes");
  notes?.setAttribute("aria-pressed", String(!!play?.noting));
  if (pad.hidden || pad.dataset.values === values.join(" ") && pad.childElementCount) return;
  pad.dataset.values = values.join(" ");
  const put = (/** @type {string} */ value) => () => {
    if (!pad.play.cursor) say("choose a cell first");
    else pad.play.put(value);
  };
  pad.replaceChildren(...values.map((value) => h("button", {type: "button", click: put(value)}, value)),
    h("button", {type: "button", click: put("")}, "Empty"),
    ...(play?.notable ? [h("button", {type: "button", id: "notes", "aria-pressed": String(play.noting), click: () => pad.play.switchNotes()}, "Notes")] : []));
}
