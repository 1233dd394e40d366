// What stands round a board that is played: tools, undo, Check, and how to draw.

import {PALETTE} from "../board/tools.js";
import {byId, h} from "../dom.js";
import {shows} from "../keep.js";
import {notify, say, told} from "../page.js";
import {startLive} from "./live.js";
import {showChecked} from "./verdict.js";

/** @typedef {import("../board/play.js").Play} Play */
/** @typedef {(play: Play) => Promise<import("../types").Checked>} Judge */

/** As many values have a key each. */
const MOST = 20;

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
    if (!shows("coordinates")) picture.frame.querySelector(".rim-numbers")?.remove(); // a hint has named them
  };
  picture.addEventListener("changed", forget);
  picture.addEventListener("drawn", () => {
    forget();
    arrange(picture, editing);
  });
  picture.addEventListener("tool", () => arrange(picture, editing));
  // A mouse on a button leaves the keys to the board.
  for (const id of ["tools", "erase", "keypad", "play-actions"]) byId(id).addEventListener("mousedown", (event) => event.preventDefault());
  byId("erase").addEventListener("click", () => press(picture.play, ""));
  byId("undo").addEventListener("click", () => picture.play?.undo());
  byId("redo").addEventListener("click", () => picture.play?.redo());
  byId("clear").addEventListener("click", () => picture.answer.clear());
  byId("guess").addEventListener("click", () => {
    picture.answer.guess();
    say("a guess: what is drawn now can be taken back at once");
  });
  byId("guess-keep").addEventListener("click", () => picture.answer.keepGuess());
  byId("guess-back").addEventListener("click", () => picture.answer.takeBack());
  picture.answer.addEventListener("change", () => {
    byId("guess").hidden = picture.answer.since !== null;
    byId("guess-keep").hidden = byId("guess-back").hidden = picture.answer.since === null;
  });

  byId("check").addEventListener("click", async () => {
    const {play} = picture;
    if (!play) return;
    try {
      const checked = await judge(play);
      if (play === picture.play) showChecked(verdict, play, checked);
    } catch (error) {
      notify(told(error));
    }
  });
  startLive(picture, judge, ready, (play, checked) => showChecked(verdict, play, checked));
}

/** @param {import("../picture.js").Picture} picture @param {(change: any) => (string | Node)[]} editing */
function arrange(picture, editing) {
  const {play, change, found, puzzle} = picture, active = play ?? change;
  byId("play-actions").hidden = !play;
  const tools = byId("tools");
  const list = play ? play.offered : change ? change.tools : [];
  tools.hidden = !!found || list.length < 2;
  byId("erase").hidden = !play?.tool || !play.chooses;
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

/**
 * How to draw: in a finger's words, or in those of a mouse and a keyboard.
 * @param {Play} play
 */
function howTo({tool: {kind, sort, variables, note}, writers}) {
  const touch = matchMedia("(pointer: coarse)").matches;
  const [tap, Tap, cross] = touch ? ["tap", "Tap", "press long"] : ["click", "Click", "right click"];
  const k = (/** @type {string} */ key) => h("kbd", {}, key);
  const keys = (/** @type {(string | Node)[]} */ ...more) => touch ? [] : [" Keys: arrows, ", ...more, ", ", k("Ctrl"), "+", k("Z"), "."];
  const pairs = {digit: "1, 0, nothing", stone: "black, white, nothing"}[variables[0]?.mark ?? ""];
  if (kind === "edge") {
    const first = sort === "border" ? `Drag along the grid, or ${tap} a side of a cell` : `Drag from cell to cell, back to take away, or ${tap} between two cells`;
    return [`${first}: ${variables.length > 1 ? "one line, two" : "a line"}, a cross, nothing. For a cross at once, ${cross}.`, ...keys(k("Shift"), " + arrow draws, ", k("x"), " crosses")];
  }
  if (kind === "mark") return [pairs ? `${Tap}: ${pairs}; drag over several.` : `${Tap} or drag over cells; again for a mark that says no, or ${cross}.`, ...keys(k("Space"), ", ", k("x"))];
  if (kind === "region") return ["Drag from a number over the cells of its region.", ...keys(k("Space"), " takes a region, ", k("Shift"), " + arrow paints it")];
  if (kind === "color") return [`Choose a colour, then ${tap} or drag over cells; again to take it away. No rule asks about colours.`, ...keys(k("1"), " to ", k("8"), ", ", k("Shift"), " + arrow paints")];
  const notes = writers.length > 1 ? ["; notes: ", k("n"), " goes on to corner and centre, ", k("Shift"), " + digit notes at once"] : [];
  return [note ? "Choose cells, then what they may be; again to take it away." : `${Tap} a cell, or drag over several, then ${touch ? "press" : "type"} a value.`, ...keys(k("Shift"), " + arrow chooses more, ", k("Backspace"), ...notes)];
}

/** @param {Play | null} play @param {string} value */
function press(play, value) {
  if (!play?.cursor && play?.tool.kind !== "color") say("choose a cell first");
  else if (play.tool.kind === "color" || play.tool.variables[0].values.length <= MOST) play.put(value);
  else play.type(value || "Backspace");
}

/**
 * The values to press; of many values the digits that they are typed with.
 * @param {Play | null} play
 */
function keypad(play) {
  const pad = byId("keypad"), {kind, variables} = play?.tool ?? {}, colors = kind === "color";
  const values = kind === "value" ? variables?.[0].values ?? [] : colors ? PALETTE : [];
  const keys = values.length > MOST ? [..."1234567890"] : values;
  pad.hidden = !keys.length;
  pad.classList.toggle("colors", colors);
  pad.style.setProperty("--abreast", String(keys.length > 9 ? Math.ceil(keys.length / 2) : keys.length));
  pad.style.setProperty("--square", String(keys.length > 9 ? 5 : keys.length === 4 ? 2 : 3));
  pad.replaceChildren(...keys.map((key, i) => {
    const value = colors ? String(i + 1) : key;
    const more = colors ? {class: `t${value}`, "aria-label": key, title: key, "aria-pressed": String(play?.brush === value)} : {};
    return h("button", {type: "button", ...more, click: () => press(play, value)}, value);
  }));
}
