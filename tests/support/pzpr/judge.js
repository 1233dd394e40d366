// Reads URLs and files of pzpr, a line of JSON each, and answers with a line: the URL and the file
// that pzpr writes of it, and what its checker says of the answer. A second text may be a URL whose
// borders the board gets: files of this pzpr say only those between rooms.
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
    const [text, borders] = JSON.parse(line);
    puzzle.open(text);
    if (borders) {
      const other = new pzpr.Puzzle();
      other.open(borders);
      for (let i = 0; i < puzzle.board.border.length; i++) {
        puzzle.board.border[i].ques = other.board.border[i].ques;
      }
      puzzle.board.rebuildInfo();
    }
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
