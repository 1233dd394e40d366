// Hint: the next step with its reason, where the server can give one.

import {post} from "./api.js";
import {byId, h} from "./dom.js";
import {notify, told} from "./page.js";

/**
 * @param {import("./page.js").Page} page
 * @param {HTMLElement} verdict
 */
export function hints({routes, puzzle, picture}, verdict) {
  const button = /** @type {HTMLButtonElement} */ (byId("hint"));
  button.hidden = !routes.has("/api/hint");
  button.addEventListener("click", async () => {
    const {play} = picture;
    if (!play) return;
    button.disabled = true;
    verdict.className = "verdict";
    verdict.replaceChildren(h("p", {class: "note"}, "Looking for a step …"));
    try {
      const hint = await post("/api/hint", {...puzzle.asked, drawn: play.drawn()});
      if (picture.play === play) show(hint, play, verdict);
    } catch (error) {
      verdict.replaceChildren();
      notify(told(error));
    }
    button.disabled = false;
  });
}

/**
 * @param {any} hint
 * @param {import("./board/play.js").Play} play
 * @param {HTMLElement} verdict
 */
function show(hint, play, verdict) {
  console.debug(hint, play, verdict);
}
