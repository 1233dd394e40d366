// Generate: a puzzle made to order, with the options of its generator.

import {get, stream} from "../api.js";
import {timed} from "../clock.js";
import {counted, fillSelect, h} from "../dom.js";
import {mistakes, told} from "../page.js";
import {makeDialog} from "./dialog.js";
import {tilingItems} from "./new.js";

const MAIN = ["unique", "difficulty", "method", "pairs"];

/** @param {import("../page.js").Page} page */
export function startGenerate(page) {
  const {dialog, body} = makeDialog("generate", "Generate a puzzle", () => fill());
  const genre = h("select", {id: "generate-genre", change: () => arrange()});
  const tiling = h("select", {id: "generate-tiling"});
  const columns = h("input", {type: "number", id: "generate-columns", min: 1, max: 100, value: 10});
  const rows = h("input", {type: "number", id: "generate-rows", min: 1, max: 100, value: 10});
  const seed = h("input", {type: "number", id: "generate-seed", min: 0, placeholder: "any"});
  const main = h("div", {class: "fields"});
  const more = h("div", {class: "fields"});
  const wrong = h("p", {class: "wrong", role: "alert"});
  const make = h("button", {type: "submit", class: "primary", id: "generate-make"}, "Make it");
  const stop = h("button", {type: "button", hidden: true, click: () => running?.abort()}, "Stop");
  const state = h("span", {class: "note", role: "status"});
  const buffers = h("p", {class: "note"});
  /** @type {AbortController | null} */
  let running = null;
  /** @type {any[]} */
  let generators = [];

  body.append(h("form", {submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    submit();
  }},
  h("div", {class: "fields"}, h("label", {class: "whole"}, "Kind ", genre), h("label", {}, "Cells ", tiling), h("label", {}, "Columns ", columns), h("label", {}, "Rows ", rows)),
  main,
  h("details", {}, h("summary", {}, "More options"), h("div", {class: "fields"}, h("label", {}, "Seed ", seed)), more),
  wrong, h("div", {class: "bar"}, make, stop, state), buffers));
  dialog.addEventListener("close", () => running?.abort());

  async function fill() {
    wrong.textContent = "";
    state.textContent = "";
    tellReady();
    if (generators.length) return;
    try {
      const [found, genres] = await Promise.all([page.known("generators"), page.known("genres")]);
      generators = found;
      const titles = new Map(genres.map((/** @type {any} */ each) => [each.name, each.title]));
      fillSelect(genre, found.map((/** @type {any} */ each) => ({value: each.genre, text: titles.get(each.genre) ?? each.genre})));
      arrange();
    } catch (error) {
      wrong.textContent = told(error);
    }
  }

  /** Tell how many puzzles lie ready. */
  async function tellReady() {
    try {
      const {buffers: found} = await get("/api/buffers");
      const ready = found.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.ready, 0);
      buffers.textContent = ready ? `${counted(ready, "puzzle")} of ${counted(found.length, "kind")} ${ready === 1 ? "lies" : "lie"} ready in the buffer.` : "";
    } catch {
      buffers.textContent = "";
    }
  }

  function arrange() {
    const chosen = generators.find((each) => each.genre === genre.value);
    if (!chosen) return;
    fillSelect(tiling, tilingItems(chosen.tilings), tiling.value || "square");
    main.replaceChildren();
    more.replaceChildren();
    for (const option of chosen.options) (MAIN.includes(option.name) ? main : more).append(field(option));
  }

  function options() {
    /** @type {Record<string, any>} */
    const out = {};
    for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (body.querySelectorAll("[data-option]"))) {
      const name = each.dataset.option ?? "";
      if (each.type === "checkbox") {
        if (each.checked !== each.defaultChecked) out[name] = each.checked;
        else if (each.checked) out[name] = true;
      } else if (each.value !== "") out[name] = each.type === "number" ? Number(each.value) : each.value;
    }
    return out;
  }

  async function submit() {
    wrong.textContent = "";
    running = new AbortController();
    stop.hidden = false;
    make.disabled = true;
    const end = timed((seconds) => (state.textContent = `Making it · ${seconds} s`));
    try {
      const asked = {
        genre: genre.value, tiling: tiling.value, columns: Number(columns.value), rows: Number(rows.value),
        options: options(), seed: seed.value === "" ? null : Number(seed.value), style: page.puzzle.style,
      };
      for await (const line of stream("/api/generate", asked, running.signal)) {
        if (line.event === "puzzle") {
          page.begin(line.text);
          dialog.close();
        } else if (line.event === "error") wrong.textContent = mistakes(line.diagnostics);
        else if (line.event === "stopped") wrong.textContent = [line.message, line.hint].filter(Boolean).join(" ");
      }
    } catch (error) {
      wrong.textContent = told(error);
    } finally {
      end();
      state.textContent = "";
      stop.hidden = true;
      make.disabled = false;
      running = null;
    }
  }
}

/** @param {{name: string, kind: string, choices: string[], text: string}} option */
function field({name, kind, choices, text}) {
  const words = name === "unique" ? "Only one solution" : name[0].toUpperCase() + name.slice(1).replaceAll("_", " ");
  if (kind === "flag") {
    const checked = name === "unique";
    return h("label", {class: "tick", title: text}, h("input", {type: "checkbox", "data-option": name, checked}), words);
  }
  if (kind === "choice") {
    const select = h("select", {"data-option": name});
    fillSelect(select, [{value: "", text: "any"}, ...choices.filter((each) => each !== "any").map((value) => ({value, text: value}))]);
    return h("label", {title: text}, words, select);
  }
  return h("label", {title: text}, words, h("input", {type: kind === "int" ? "number" : "text", min: kind === "int" ? 0 : null, "data-option": name, placeholder: "any"}));
}
