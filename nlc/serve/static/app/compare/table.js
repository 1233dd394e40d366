// Tables of a comparison, with a bar in each cell that is measured.

import {file} from "../api.js";
import {download, duration, h} from "../dom.js";
import {notify, told} from "../page.js";

const number = (/** @type {number | null} */ value) => (value === null || value === undefined ? "–" : value.toLocaleString("en"));
const time = (/** @type {number | null} */ value) => (value === null || value === undefined ? "–" : duration(value));

/** @type {[string, string, (value: number | null) => string][]} */
const COLUMNS = [
  ["variables", "Variables", number], ["clauses", "Clauses", number], ["literals", "Literals", number],
  ["compile_seconds", "Stated in", time], ["solve_seconds", "Solved in", time], ["conflicts", "Conflicts", number],
];

/**
 * Sizes and times, a row for each pair of encoding and solver.
 * @param {any[]} rows
 * @param {import("../page.js").Page} page
 */
export function measures(rows, page) {
  const most = Object.fromEntries(COLUMNS.map(([key]) => [key, Math.max(...rows.map((row) => row[key] ?? 0))]));
  const head = ["Encoding", "Solver", ...COLUMNS.map(([, title]) => title), "Answer", ""];
  return h("section", {},
    h("h2", {}, "Sizes and times"),
    h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "Sizes and times"}, h("table", {id: "measures"},
      h("thead", {}, h("tr", {}, ...head.map((title) => h("th", {scope: "col"}, title || h("span", {class: "unseen"}, "File"))))),
      h("tbody", {}, ...rows.map((row) => h("tr", {},
        h("th", {scope: "row", class: "mono", title: row.used ?? ""}, row.encoding || "–"),
        h("td", {class: "mono"}, row.solver),
        ...COLUMNS.map(([key, , form]) => bar(form(row[key]), row[key], most[key])),
        h("td", {title: row.message ?? row.reason ?? ""}, answer(row)),
        h("td", {}, row.encoding && h("button", {type: "button", "aria-label": `CNF of ${row.encoding}`, title: "As nlc compile writes it, with every clause", click: () => formula(row.encoding, page)}, "CNF"))))))),
    h("p", {class: "note"}, verdictOn(rows)));
}

/** @param {any[]} rows */
function verdictOn(rows) {
  const boards = new Set(rows.map((row) => row.board).filter(Boolean));
  if (!boards.size) return "";
  if (rows.some((row) => row.checked === false)) return "Each board was checked against every rule: not all obey.";
  return boards.size === 1 && rows.length > 1 ? "All found the same board; each was checked against every rule." : "Each board was checked against every rule.";
}

/** @param {any} row */
function answer(row) {
  if (row.checked === false) return "breaks a rule";
  const words = {SATISFIABLE: "solved", UNSATISFIABLE: "no solution", UNKNOWN: "undecided"};
  const said = words[/** @type {keyof typeof words} */ (row.verdict)] ?? row.verdict;
  return row.reason && row.verdict === "UNKNOWN" ? `${said} (${row.reason})` : said ?? row.outcome ?? "";
}

/**
 * Clauses by rule: a row for each rule, a column for each encoding.
 * @param {any[]} costs
 * @param {(cost: any, rule: string) => void} open shows clauses
 */
export function sizes(costs, open) {
  const good = costs.filter((cost) => !cost.refused);
  const rules = [...new Map(good.flatMap((cost) => cost.rules.map((/** @type {any} */ rule) => [rule.rule, rule.text])))];
  const most = Math.max(1, ...good.flatMap((cost) => cost.rules.map((/** @type {any} */ rule) => rule.clauses)));
  const cell = (/** @type {any} */ cost, /** @type {string} */ name) => {
    const found = cost.rules.find((/** @type {any} */ rule) => rule.rule === name);
    if (!found) return h("td", {}, "–");
    const out = bar(number(found.clauses), found.clauses, most);
    out.title = `${number(found.variables)} variables, ${number(found.literals)} literals`;
    if (found.clauses) {
      const [text] = out.childNodes;
      text.replaceWith(h("button", {type: "button", class: "quiet", "aria-label": `${number(found.clauses)} clauses of ${name} by ${cost.encoding}`, click: () => open(cost, name)}, number(found.clauses)));
    }
    return out;
  };
  return h("section", {},
    h("h2", {}, "Clauses by rule"),
    h("p", {class: "note"}, `As ${costs[0].solver} is given them; clauses of a lazy encoding are added later. Choose a number to see the clauses beside the rule.`),
    h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "Clauses by rule"}, h("table", {id: "sizes"},
      h("thead", {}, h("tr", {}, h("th", {scope: "col"}, "Rule"), ...good.map((cost) => h("th", {scope: "col", class: "mono"}, cost.encoding)))),
      h("tbody", {}, ...rules.map(([name, text]) => h("tr", {}, h("th", {scope: "row"}, h("span", {class: "mono"}, name), text && h("small", {}, text)), ...good.map((cost) => cell(cost, name)))),
        h("tr", {class: "sum"}, h("th", {scope: "row"}, "together"), ...good.map((cost) => h("td", {}, number(cost.clauses))))))),
    ...costs.filter((cost) => cost.refused).map((cost) => h("p", {class: "wrong"}, `${cost.encoding}: ${cost.refused}`)));
}

/** @param {string} text @param {number | null} value @param {number} most */
function bar(text, value, most) {
  const cell = h("td", {class: "measure"}, text);
  if (value && most) {
    const line = h("span", {class: "stroke", "aria-hidden": "true"});
    line.style.width = `${Math.max(1, (100 * value) / most)}%`;
    cell.append(line);
  }
  return cell;
}

/** @param {string} encoding @param {import("../page.js").Page} page */
async function formula(encoding, {puzzle}) {
  try {
    const name = `${puzzle.told?.title ?? "puzzle"} ${encoding}`.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/-$/, "");
    download(`${name}.cnf`, await file("/api/formula", {...puzzle.asked, encoding}));
  } catch (error) {
    notify(told(error));
  }
}

