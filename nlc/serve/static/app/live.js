// What is shown while one plays, by the rules of the puzzle: the server judges each stroke.

import {post} from "./api.js";
import {byId} from "./dom.js";
import {SHOWN, keep, shows} from "./keep.js";

/**
 * @param {import("./page.js").Page} page
 * @param {(play: import("./board/play.js").Play, checked: import("./types").Checked) => void} tell shows a verdict
 */
export function startLive({puzzle, picture}, tell) {
  let asking = false, changed = false, failed = "";

  /** Ask once at a time; what was drawn meanwhile is asked about next. */
  async function judge() {
    changed = true;
    if (asking) return;
    asking = true;
    while (changed) {
      changed = false;
      const {play} = picture;
      const wrong = puzzle.parsed?.diagnostics.some((each) => each.severity === "error");
      if (!play || !puzzle.current || wrong || failed === puzzle.text) continue;
      try {
        const checked = await post("/api/check", {...puzzle.asked, drawn: play.drawn()});
        if (!changed && play === picture.play) show(play, checked);
      } catch {
        failed = puzzle.text; // such as a board on which it takes too long
      }
    }
    asking = false;
  }

  /**
   * @param {import("./board/play.js").Play} play
   * @param {import("./types").Checked} checked
   */
  function show(play, checked) {
    const {finished, lit, status, violations} = checked;
    if (shows("finished")) play.layer.feedback(finished, lit, picture.answer);
    if (status === "solved" && !picture.answer.empty) tell(play, checked);
    else if (status === "wrong" && shows("mistakes")) tell(play, {...checked, violations: violations.filter((each) => each.wrong)});
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
