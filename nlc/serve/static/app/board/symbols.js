// What marks look like in a cell or on a vertex, by the words of the language (`show … as`).

import {s} from "../dom.js";

/**
 * @param {string} word
 * @param {number} x
 * @param {number} y
 * @param {number} radius of the circle that it fills about three quarters of
 * @returns {SVGElement}
 */
export function symbol(word, x, y, radius) {
  const r = 0.72 * radius;
  if (word === "circle") return s("circle", {cx: x, cy: y, r, class: "outlined"});
  if (word === "disc") return s("circle", {cx: x, cy: y, r, class: "filled"});
  if (word === "dot") return s("circle", {cx: x, cy: y, r: 0.25 * radius, class: "filled"});
  if (word === "lamp") {
    const rays = Array.from({length: 8}, (_, i) => {
      const [dx, dy] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
      return `M${x + 0.66 * r * dx} ${y + 0.66 * r * dy}L${x + r * dx} ${y + r * dy}`;
    }).join("");
    return s("g", {}, s("circle", {cx: x, cy: y, r: 0.46 * r, class: "bulb"}), s("path", {d: rays, class: "rays"}));
  }
  if (word === "mine") {
    const spikes = [0, 1, 2, 3].map((i) => {
      const [dx, dy] = [r * Math.cos((i * Math.PI) / 4), r * Math.sin((i * Math.PI) / 4)];
      return `M${x - dx} ${y - dy}L${x + dx} ${y + dy}`;
    }).join("");
    return s("g", {}, s("path", {d: spikes, class: "rays"}), s("circle", {cx: x, cy: y, r: 0.68 * r, class: "filled"}));
  }
  if (word === "cross") return cross(x, y, r);
  return s("path", {d: outline(word, x, y, r), class: "filled"});
}

/**
 * A cross, or what stands for "not this".
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function cross(x, y, r) {
  return s("path", {d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`, class: "crossed"});
}

/** @param {string} word @param {number} x @param {number} y @param {number} r */
function outline(word, x, y, r) {
  /** @type {number[][]} */
  let corners = [[-r, -r], [r, -r], [r, r], [-r, r]];
  if (word === "star") {
    corners = Array.from({length: 10}, (_, i) => {
      const reach = i % 2 ? 0.45 * r : 1.15 * r;
      return [reach * Math.sin((i * Math.PI) / 5), -reach * Math.cos((i * Math.PI) / 5)];
    });
  } else if (word === "tent") {
    corners = [[0, -r], [r, 0.8 * r], [0.3 * r, 0.8 * r], [0, 0.1 * r], [-0.3 * r, 0.8 * r], [-r, 0.8 * r]];
  }
  return "M" + corners.map(([a, b]) => `${x + a} ${y + b}`).join("L") + "z";
}
