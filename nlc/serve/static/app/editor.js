// The text: CodeMirror.

import {byId} from "./dom.js";

/** @typedef {import("./types").Diagnostic} Diagnostic */

/**
 * @typedef {object} Editor
 * @property {() => string} text
 * @property {(text: string) => void} put replaces the text; the editor's undo takes it back
 * @property {(found: Diagnostic[]) => void} mark shows mistakes at their places
 * @property {(line: number, column: number) => void} goto
 * @property {() => boolean} undo
 * @property {() => boolean} redo
 */

/**
 * Make the editor.
 * @param {string} text
 * @param {string[]} keywords of the language
 * @param {(text: string) => void} changed
 * @returns {Promise<Editor>}
 */
export async function makeEditor(text, keywords, changed) {
  const cm = /** @type {any} */ (await import("../vendor/codemirror.js"));
  const {tags} = cm;
  const colors = cm.HighlightStyle.define([
    {tag: tags.keyword, class: "tok-keyword"}, {tag: tags.string, class: "tok-string"},
    {tag: tags.comment, class: "tok-comment"}, {tag: tags.number, class: "tok-number"},
    {tag: tags.atom, class: "tok-clue"},
  ]);
  let quiet = false;
  const view = new cm.EditorView({
    parent: byId("editor"), doc: text,
    extensions: [
      cm.lineNumbers(), cm.history(), cm.bracketMatching(), cm.lintGutter(),
      language(cm, keywords), cm.syntaxHighlighting(colors),
      cm.keymap.of([...cm.defaultKeymap, ...cm.historyKeymap, ...cm.lintKeymap]),
      cm.EditorView.contentAttributes.of({"aria-label": "Text of the puzzle", id: "source", spellcheck: "false"}),
      cm.EditorView.updateListener.of((/** @type {any} */ update) => {
        if (update.docChanged && !quiet) changed(view.state.doc.toString());
      }),
    ],
  });
  const doc = () => view.state.doc;
  /** @type {(line: number | null, column: number | null) => number} */
  const at = (line, column) => {
    if (line === null) return 0;
    const found = doc().line(Math.max(1, Math.min(line, doc().lines)));
    // The server counts code points, the editor UTF-16 units.
    const units = [...found.text].slice(0, (column ?? 1) - 1).join("").length;
    return Math.min(found.from + units, found.to);
  };
  return {
    text: () => doc().toString(),
    put(after) {
      const before = doc().toString();
      if (before === after) return;
      let from = 0;
      while (from < Math.min(before.length, after.length) && before[from] === after[from]) from++;
      let end = 0;
      const most = Math.min(before.length, after.length) - from;
      while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
      quiet = true;
      view.dispatch({changes: {from, to: before.length - end, insert: after.slice(from, after.length - end)},
        annotations: cm.isolateHistory.of("full")});
      quiet = false;
    },
    mark(found) {
      const marks = found.filter((each) => each.line !== null).map((each) => {
        const from = at(each.line, each.column);
        const to = Math.max(from, at(each.end_line, each.end_column));
        const message = each.hint ? `${each.message}\n${each.hint}` : each.message;
        return {from, to: to === from ? Math.min(to + 1, doc().length) : to, severity: each.severity, message};
      });
      view.dispatch(cm.setDiagnostics(view.state, marks.sort((a, b) => a.from - b.from)));
    },
    goto(line, column) {
      const place = at(line, column);
      view.dispatch({selection: {anchor: place}, scrollIntoView: true});
      view.focus();
    },
    undo: () => cm.undo(view),
    redo: () => cm.redo(view),
  };
}

/**
 * Highlighting: words, texts, comments, and the rows of boards, whose tokens are clues.
 * @param {any} cm
 * @param {string[]} keywords
 */
function language(cm, keywords) {
  const words = new Set(keywords);
  return cm.StreamLanguage.define({
    startState: () => ({board: ""}),
    copyState: (/** @type {any} */ state) => ({...state}),
    token(/** @type {any} */ stream, /** @type {{board: string}} */ state) {
      if (state.board === "inside") {
        if (stream.sol() && stream.match(/^\s*end\b/)) {
          state.board = "";
          return "keyword";
        }
        if (stream.match(/^[\s.]+/)) return null;
        stream.match(/^[^\s.]+/);
        return "atom";
      }
      if (stream.sol() && state.board === "head") state.board = "inside";
      if (stream.match(/^\/\/.*/)) return "comment";
      if (stream.match(/^"[^"]*"?/)) return "string";
      if (stream.match(/^\d+/)) return "number";
      const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u);
      if (!word) {
        stream.next();
        return null;
      }
      // A board begins behind a line that ends with `board`, or `board NAME`.
      if (word[0] === "board" && /^\s*\w*\s*$/.test(stream.string.slice(stream.pos))) state.board = "head";
      return words.has(word[0]) ? "keyword" : null;
    },
    blankLine(/** @type {{board: string}} */ state) {
      if (state.board === "head") state.board = "inside";
    },
  });
}
