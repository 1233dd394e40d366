// The fields of a puzzle to be made: the options of its generator, and those of its rules.

import {fillSelect, h} from "../dom.js";

/** @typedef {{name: string, kind: string, choices: string[], text: string, default: boolean, form?: string | null, value?: any}} Option */

/** Options that stand first; the others are under *More options*. */
const MAIN = ["difficulty", "clues", "symmetry", "pairs", "minimal", "unique"];

/** What somebody who makes a puzzle easier to find gives up first. */
export const WISHES = ["clues", "symmetry", "mask", "with", "without", "minimal", "fewest", "pairs"];

/**
 * Those options that stand first, and the others.
 * @param {Option[]} options
 */
export function parted(options) {
  const first = MAIN.map((name) => options.find((each) => each.name === name)).filter((each) => each !== undefined);
  return [first, options.filter((each) => !first.includes(each))];
}

/**
 * An option of the rules as one of a generator; none for a type that has no field.
 * @param {import("../types").Option} option
 * @returns {Option | null}
 */
export function ofRules({name, type, default: usual, text, value}) {
  const option = {name, choices: [], text, default: usual === "true", form: usual, value: value ?? undefined};
  const named = /^\{([\w, ]+)\}$/.exec(type);
  if (type === "bool") return {...option, kind: "flag", value: value === null || value === undefined ? undefined : value === "true"};
  if (/^\d+\.\.\d+$/.test(type)) return {...option, kind: "int"};
  return named && {...option, kind: "choice", choices: [...new Set([usual, ...named[1].split(/, */)])]};
}

/** @param {Option} option @param {any} [value] to begin with, if it is not the default */
export function field({name, kind, choices, text, default: usual, form}, value) {
  const id = `new-option-${name}`;
  const words = name === "unique" ? "Only one solution" : name[0].toUpperCase() + name.slice(1).replaceAll("_", " ");
  const about = text === name ? null : h("small", {id: `${id}-about`}, text);
  const own = {id, "data-option": name, "aria-describedby": about?.id};
  if (kind === "flag") {
    const tick = h("input", {type: "checkbox", ...own, "data-usual": String(usual), checked: value ?? usual});
    return h("div", {class: "wish tick"}, tick, h("label", {for: id}, words), about);
  }
  /** @type {HTMLSelectElement | HTMLInputElement | HTMLTextAreaElement} */
  let input;
  if (kind === "rows") input = h("textarea", {rows: 3, ...own, spellcheck: "false"}, value ?? "");
  else if (kind === "choice") {
    const [first, ...others] = name === "difficulty" ? ["any", ...choices.filter((each) => each !== "any")] : choices;
    input = h("select", own);
    fillSelect(input, [{value: "", text: first}, ...others.map((each) => ({value: each, text: each === "open" ? "from the rules" : each}))], String(value ?? ""));
  } else {
    const number = kind === "int";
    input = h("input", {type: number ? "number" : "text", min: number ? 0 : null, ...own, value, placeholder: form ?? "any", autocomplete: "off", spellcheck: "false"});
  }
  return h("div", {class: "wish"}, h("label", {for: id}, words), input, about);
}

/**
 * The values that are not the usual ones, by name.
 * @param {Element} form
 */
export function values(form) {
  /** @type {Record<string, any>} */
  const out = {};
  for (const each of inputs(form)) {
    const name = each.dataset.option ?? "";
    if (each.type === "checkbox") {
      if (String(each.checked) !== each.dataset.usual) out[name] = each.checked;
    } else if (each.value.trim() !== "") out[name] = each.type === "number" ? Number(each.value) : each.value.replace(/^\s*\n|\s+$/g, "");
  }
  return out;
}

/**
 * Set an option, or leave it as usual.
 * @param {Element} form
 * @param {string} name
 * @param {string} [value]
 */
export function set(form, name, value = "") {
  for (const each of inputs(form)) {
    if (each.dataset.option !== name) continue;
    if (each.type === "checkbox") each.checked = each.dataset.usual === "true";
    else each.value = value;
  }
}

/** @param {Element} form @returns {NodeListOf<HTMLInputElement>} */
function inputs(form) {
  return form.querySelectorAll("[data-option]");
}
