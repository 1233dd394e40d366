// Reads URLs and files of pzpr, a JSON string a line, and answers each with a line: the URL and the
// file that pzpr writes of it, and what its checker says of the answer.
"use strict";
const pzpr = require("pzpr");
const lines = require("readline").createInterface({ input: process.stdin });

// The URL in kanpen.net's own form, or null.
function kanpen(puzzle) {
  try {
    return puzzle.getURL(pzpr.parser.URL_KANPEN);
  } catch {
    return null;
  }
}

lines.on("line", (line) => {
  let told;
  try {
    const puzzle = new pzpr.Puzzle();
    puzzle.open(JSON.parse(line));
    const verdict = puzzle.check(true);
    told = {
      genre: puzzle.pid,
      url: puzzle.getURL(),
      kanpen: kanpen(puzzle),
      file: puzzle.getFileData(),
      complete: verdict.complete,
      code: verdict[0] || null,
    };
  } catch (error) {
    told = { error: String(error) };
  }
  process.stdout.write(JSON.stringify(told) + "\n");
});
