// What stands round a board that is played: tools, undo, Check, and how to draw.

import {byId, h} from "../dom.js";
import {notify, say, told} from "../page.js";
import {startLive} from "./live.js";
import {showChecked} from "./verdict.js";

/** @typedef {import("../board/play.js").Play} Play */
/** @typedef {(play: Play) => Promise<import("../types").Checked>} Judge */

/**
 * @param {import("../picture.js").Picture} picture
 * @param {Judge} judge
 * @param {() => boolean} ready whether the board can be judged at each stroke
 * @param {(change: any) => (string | Node)[]} [editing] how to edit
 */
export function startControls(picture, judge, ready, editing = () => []) {
  const verdict = byId("verdict");
  const forget = () => {
    verdict.replaceChildren();
    verdict.className = "verdict";
    picture.play?.layer.point([]);
  };
  picture.addEventListener("changed", forget);
  picture.addEventListener("drawn", () => {
    forget();
    arrange(picture, editing);
  });
  picture.addEventListener("tool", () => arrange(picture, editing));
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

  byId("check").addEventListener("click", async () => {
    const {play} = picture;
    if (!play) return;
    try {
      showChecked(verdict, play, await judge(play));
    } catch (error) {
      notify(told(error));
    }
  });
  startLive(picture, judge, ready, (play, checked) => showChecked(verdict, play, checked));
}

/** @param {boolean} on */
function guessing(on) {
  byId("guess").hidden = on;
  byId("guess-keep").hidden = byId("guess-back").hidden = !on;
}

/** @param {import("../picture.js").Picture} picture @param {(change: any) => (string | Node)[]} editing */
function arrange(picture, editing) {
  const {play, change, found, puzzle} = picture, active = play ?? change;
  byId("play-actions").hidden = !play;
  const tools = byId("tools");
  const list = play ? play.tools : change ? change.tools : [];
  tools.hidden = !!found || list.length < 2;
  tools.replaceChildren(...list.map(({id, label}) => h("button", {
    type: "button", "aria-pressed": String(active?.tool?.id === id),
    click: () => {
      if (play) play.use(id);
      else {
        change?.use(id);
        arrange(picture, editing);
      }
    },
  }, label)));
  const svg = byId("picture").querySelector("svg");
  const title = puzzle.told?.title ?? "";
  svg?.setAttribute("aria-label", play ? `Board of ${title}, to be played` : change ? `Board of ${title}, to be edited` : `Picture of ${title}`);
  byId("how").replaceChildren(...(found ? [] : change ? editing(change) : play?.tool ? howTo(play) : []));
  keypad(play);
}

/** @param {import("../board/play.js").Play} play */
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

/** @param {import("../board/play.js").Play | null} play */
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
