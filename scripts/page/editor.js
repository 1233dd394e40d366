// What the page takes of CodeMirror; `bundle` makes one file of it.
export {EditorView, keymap, lineNumbers} from "@codemirror/view";
export {defaultKeymap, history, historyKeymap, isolateHistory, undo, redo} from "@codemirror/commands";
export {StreamLanguage, HighlightStyle, syntaxHighlighting, bracketMatching} from "@codemirror/language";
export {setDiagnostics, lintGutter, lintKeymap} from "@codemirror/lint";
export {tags} from "@lezer/highlight";
