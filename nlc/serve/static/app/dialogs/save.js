// Save and share: formats, pictures, print, and a link that holds the puzzle.

import {file, post} from "../api.js";
import {byId, download, h} from "../dom.js";
import {packed} from "../link.js";
import {notify, told} from "../page.js";
import {makeDialog} from "./dialog.js";

/** The most characters of a link that programs pass on whole. */
const LONGEST = 4000;

/** @param {import("../page.js").Page} page */
export function startSave(page) {
  const {dialog, body} = makeDialog("save", "Save & share", () => fill());
  const [note, plays] = [h("p", {class: "note"}), h("p", {class: "note", id: "plays-note"})];
  const select = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select();
  const link = h("input", {id: "link", readonly: true, "aria-label": "Link that holds the puzzle", focus: select});
  const playing = h("input", {id: "link-plays", readonly: true, "aria-label": "Link that plays", focus: select});
  const drawn = h("input", {type: "checkbox", id: "with-drawn"});
  const formats = h("ul", {class: "formats"});
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ click) => h("button", {type: "button", id, click}, text);

  body.append(
    h("h3", {}, "A link"),
    plays, h("div", {class: "join", id: "plays", hidden: true}, playing, button("copy-plays", "Copy", () => copy(playing.value, "The link is copied."))),
    note, h("div", {class: "join"}, link, button("copy-link", "Copy", () => copy(link.value, "The link is copied."))),
    h("h3", {}, "A file that plays"), h("p", {class: "note"}, "It opens in every browser, without a network: play, check, hints."),
    h("div", {class: "bar"}, button("save-play", "Save the file", () => picture("play"))),
    h("h3", {}, "A picture"),
    h("div", {class: "bar"}, button("save-png", "Save the picture", () => picture("png")), button("print", "Print", () => {
      dialog.close();
      setTimeout(() => print());
    }), h("label", {}, drawn, "with what I have drawn")),
    h("details", {}, h("summary", {}, "Other formats"),
      h("div", {class: "bar"}, button("save-svg", "Picture as SVG", () => picture("svg")), button("save-html", "Page as HTML", () => picture("html"))), formats));

  async function fill() {
    link.value = playing.value = plays.textContent = "";
    formats.replaceChildren(h("li", {}, "…"));
    try {
      const {share} = await page.known("status");
      link.value = new URL(await packed(page.puzzle.text), share || location.href.split("#")[0]).href;
      const local = /^(localhost$|127\.|\[::1])/.test(location.hostname);
      note.textContent = `It holds the whole text; no server keeps it. ${share ? "To read it takes nlc." : local ? "It opens only on this computer; the file that plays, below, opens on every one." : "It opens for those who reach this address."}`;
      if (share) await linkThatPlays(share);
      const {formats: found} = await post("/api/convert", page.puzzle.asked);
      formats.replaceChildren(...found.filter((/** @type {any} */ each) => each.text !== null).map(format));
    } catch (error) {
      formats.replaceChildren(h("li", {class: "wrong"}, told(error)));
    }
  }

  /** @param {string} share the address of the page of links */
  async function linkThatPlays(share) {
    const found = await file("/api/picture", {...page.puzzle.asked, to: "link"}).then((each) => each.text(), told);
    playing.value = found.startsWith("#f=") ? share + found : "";
    const {length} = playing.value, fits = length > 0 && length <= LONGEST;
    byId("plays").hidden = !fits;
    plays.textContent = !length ? `No link plays it: ${found}` : `A link that plays in every browser, without nlc: ${length} characters${fits ? "." : ", too many for some programs. Take the file that plays, below."}`;
  }

  /** @param {{format: string, summary: string, text: string}} one */
  function format({format, summary, text}) {
    const short = !text.trim().includes("\n") && text.length < 2000;
    return h("li", {"data-format": format}, h("span", {}, format, h("small", {}, summary), short && h("small", {class: "mono"}, text.trim())),
      h("button", {type: "button", click: () => copy(text, "Copied."), "aria-label": `Copy as ${format}`}, "Copy"),
      h("button", {type: "button", "aria-label": `Save as ${format}`, click: () => download(`${name()}.${format === "nl" ? "nl" : format + ".txt"}`, new Blob([text], {type: "text/plain"}))}, "Save"));
  }

  function name() {
    return (page.puzzle.told?.title ?? "puzzle").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "puzzle";
  }

  /** @param {"svg" | "png" | "html" | "play"} to */
  async function picture(to) {
    try {
      const mine = drawn.checked && page.picture.play ? page.picture.play.drawn() : null;
      download(`${name()}.${to === "play" ? "html" : to}`, await file("/api/picture", {...page.puzzle.asked, to, drawn: mine}));
    } catch (error) {
      notify(told(error));
    }
  }

  /** @param {string} text @param {string} words */
  async function copy(text, words) {
    try {
      await navigator.clipboard.writeText(text);
      notify(words);
    } catch {
      link.value = text;
      link.focus();
      notify("Press Ctrl+C to copy.");
    }
  }
}
