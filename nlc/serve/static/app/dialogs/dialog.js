// Dialogs: `<dialog>` elements, closed by Escape, by their button and by a click beside them.

import {byId, h} from "../dom.js";

/**
 * Make a dialog that a button opens.
 * @param {string} opener id of the button
 * @param {string} title
 * @param {() => void} opened is called each time
 * @returns {{dialog: HTMLDialogElement, body: HTMLElement}}
 */
export function makeDialog(opener, title, opened) {
  const body = h("div", {class: "body"});
  const close = h("button", {type: "button", click: () => dialog.close()}, "Close");
  const heading = h("h2", {id: `${opener}-title`}, title);
  const dialog = h("dialog", {"aria-labelledby": `${opener}-title`, id: `${opener}-dialog`}, h("div", {class: "head"}, heading, close), body);
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog) return;
    const {left, right, top, bottom} = dialog.getBoundingClientRect();
    if (event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom) dialog.close();
  });
  byId("dialogs").append(dialog);
  byId(opener).addEventListener("click", () => {
    opened();
    dialog.showModal();
  });
  return {dialog, body};
}
