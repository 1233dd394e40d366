// What the server answers (GET /api describes it), and what modules share.

export type Sort = "cell" | "link" | "border" | "vertex" | "line";

export interface Diagnostic {
  severity: "error" | "warning";
  message: string;
  hint: string | null;
  line: number | null;
  column: number | null;
  end_line: number | null;
  end_column: number | null;
}

export interface Variable {
  name: string;
  sort: Sort;
  elements: string[] | null;
  kind: "bool" | "values";
  values: string[];
  optional: boolean;
  shown: boolean;
  mark: string | null;
  text: string;
  printed: string[];
}

export interface Given {
  name: string;
  sort: Sort;
  kind: "bool" | "int" | "name" | "enum" | "side" | "list";
  values: string[];
  optional: boolean;
  text: string;
  clues: Record<string, string>;
}

export interface Option {
  name: string;
  type: string;
  default: string;
  text: string;
  value: string | null;
}

export interface BoardAnswer {
  key: string;
  topology: string;
  rows: number;
  columns: number;
  width: number;
  height: number;
  cells: {names: string[]; x: number[]; y: number[]; radius: number[]; corners: number[][]};
  links: {names: string[]; cells: number[][]; border: number[]; lines: number[][]};
  borders: {names: string[]; cells: number[][]; vertices: number[][]; lines: number[][]};
  vertices: {names: string[]; x: number[]; y: number[]};
  lines: {names: string[]; x: number[]; y: number[]};
  holes?: {names: string[]; corners: number[][]};
}

export interface PuzzleAnswer {
  number: number;
  title: string;
  genre: string;
  name: string;
  options: Option[];
  givens: Given[];
  variables: Variable[];
  rules: string[];
  cells: number;
}

export interface Parsed {
  format: string | null;
  language: string | null;
  puzzles: {number: number; title: string; genre: string}[];
  diagnostics: Diagnostic[];
  puzzle: PuzzleAnswer | null;
  key: string | null;
  board: BoardAnswer | null;
  svg: string | null;
}

export interface Violation {
  rule: string;
  text: string | null;
  message: string;
  elements: string[];
  wrong: boolean;
}

export interface Checked {
  status: "possible" | "broken" | "complete";
  violations: Violation[];
  finished: string[];
  lit: string[];
  diagnostics: Diagnostic[];
}

/** What somebody has drawn, as the server takes it. */
export interface Drawn {
  yes: Record<string, string[]>;
  no: Record<string, string[]>;
  values: Record<string, Record<string, string>>;
}

export interface RuleSize {
  rule: string;
  text: string;
  variables: number;
  clauses: number;
  literals: number;
}

/** A line of a stream; which members it has depends on `event`. */
export interface Line {
  event: string;
  [member: string]: any;
}

/** What pointer and keys do on a board that is played. */
export interface Tool {
  id: string;
  label: string;
  /** `edge` draws from node to node, `mark` sets nodes, `value` writes on nodes, `region` and `color` paint. */
  kind: "edge" | "mark" | "value" | "region" | "color";
  sort: Sort;
  variables: Variable[];
  /** Of a tool of values: where it writes its notes. */
  note?: "notes" | "centre";
}
