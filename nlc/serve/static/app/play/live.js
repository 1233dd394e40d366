// What is shown while one plays, by the rules of the puzzle: each stroke is judged.

import {byId} from "../dom.js";
import {SHOWN, keep, shows} from "../keep.js";

/**
 * @param {import("../picture.js").Picture} picture
 * @param {import("./controls.js").Judge} judgeOf
 * @param {() => boolean} ready
 * @param {(play: import("../board/play.js").Play, checked: import("../types").Checked) => void} tell shows a verdict
 */
export function startLive(picture, judgeOf, ready, tell) {
  let asking = false, changed = false, failed = "";

  /** Ask once at a time; what was drawn meanwhile is asked about next. */
  async function judge() {
    changed = true;
    if (asking) return;
    asking = true;
    while (changed) {
      changed = false;
      const {play} = picture;
      if (!play || !ready() || failed === picture.key) continue;
      try {
        const checked = await judgeOf(play);
        if (!changed && play === picture.play) show(play, checked);
      } catch {
        failed = picture.key; // such as a board on which it takes too long
      }
    }
    asking = false;
  }

  /** @param {import("../board/play.js").Play} play @param {import("../types").Checked} checked */
  function show(play, checked) {
    const {finished, lit, status, violations} = checked;
    if (shows("finished")) play.layer.feedback(finished, lit, picture.answer);
    if (status === "complete" && !picture.answer.empty) tell(play, checked);
    else if (status === "broken" && shows("mistakes")) tell(play, {...checked, violations: violations.filter((each) => each.wrong)});
  }

  for (const what of /** @type {(keyof typeof SHOWN)[]} */ (Object.keys(SHOWN))) {
    const box = /** @type {HTMLInputElement} */ (byId(`show-${what}`));
    box.checked = shows(what);
    box.addEventListener("change", () => {
      keep(`show-${what}`, box.checked);
      picture.draw();
    });
  }
  picture.addEventListener("changed", judge);
  picture.addEventListener("drawn", judge);
}
