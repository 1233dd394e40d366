// Small helpers for elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return an element of the page.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Make an element: strings among the children become text, so foreign text is never markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [members] attributes; functions are listeners
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, members = {}, ...children) {
  const out = document.createElement(tag);
  fill(out, members, children);
  return out;
}

/**
 * Make an element of SVG.
 * @param {string} tag
 * @param {Record<string, any>} [members]
 * @param {...(Node|string)} children
 * @returns {SVGElement}
 */
export function s(tag, members = {}, ...children) {
  const out = document.createElementNS(SVG, tag);
  fill(out, members, children);
  return out;
}

/** @param {Element} out @param {Record<string, any>} members @param {(Node|string|null|undefined|false)[]} children */
function fill(out, members, children) {
  for (const [name, value] of Object.entries(members)) {
    if (typeof value === "function") out.addEventListener(name, value);
    else if (value === true) out.setAttribute(name, "");
    else if (value !== false && value != null) out.setAttribute(name, String(value));
  }
  for (const child of children) if (child || child === "") out.append(child);
}

/**
 * Return SVG of the server as an element, with its sides for the page's style, which takes the place
 * of its own, and without areas for pointers and scripts.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function svgOf(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const each of parsed.querySelectorAll("style, script, [data-targets]")) each.remove();
  for (const [name, side] of [["--wide", "width"], ["--high", "height"]]) parsed.style.setProperty(name, parsed.getAttribute(side));
  return /** @type {any} */ (document.importNode(parsed, true));
}

/**
 * Put options into a select.
 * @param {HTMLSelectElement} select
 * @param {{value: string, text: string, group?: string}[]} items
 * @param {string} [chosen]
 */
export function fillSelect(select, items, chosen) {
  const before = chosen ?? select.value;
  /** @type {Map<string, HTMLOptGroupElement>} */
  const groups = new Map();
  select.replaceChildren();
  for (const {value, text, group} of items) {
    const option = h("option", {value}, text);
    if (!group) {
      select.append(option);
      continue;
    }
    if (!groups.has(group)) {
      groups.set(group, h("optgroup", {label: group}));
      select.append(/** @type {Node} */ (groups.get(group)));
    }
    groups.get(group)?.append(option);
  }
  if (items.some((item) => item.value === before)) select.value = before;
}

/**
 * Let a file be saved.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = h("a", {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {number} count @param {string} noun @param {string} [plural] */
export function counted(count, noun, plural) {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : plural ?? noun + "s"}`;
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.0995) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
