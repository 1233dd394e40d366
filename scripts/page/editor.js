// What the page takes of CodeMirror; `bundle` makes one file of it.
export {EditorView, keymap, lineNumbers, drawSelection, highlightActiveLine, Decoration} from "@codemirror/view";
export {EditorState, Compartment, StateEffect, StateField} from "@codemirror/state";
export {defaultKeymap, history, historyKeymap, undo, redo} from "@codemirror/commands";
export {StreamLanguage, HighlightStyle, syntaxHighlighting, bracketMatching} from "@codemirror/language";
export {setDiagnostics, lintGutter, lintKeymap} from "@codemirror/lint";
export {tags} from "@lezer/highlight";
