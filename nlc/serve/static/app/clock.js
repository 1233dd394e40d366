// How long a job takes, and what it does.

import {byId, counted} from "./dom.js";

/** The line that tells what a job does, and for how long. */
export class Clock {
  constructor() {
    this.words = "Starting";
    byId("job").hidden = false;
    this.stop = timed((seconds) => (byId("job-text").textContent = `${this.words} · ${seconds} s`));
  }

  /** @param {import("./types").Line} line */
  tell(line) {
    if (line.event === "queued") {
      this.words = line.ahead ? `Waiting for ${counted(line.ahead, "other job")}` : "Waiting";
    } else {
      const stage = {parse: "Reading", compile: "Stating the rules as clauses", solve: "Searching", check: "Checking", generate: "Making a puzzle", compare: "Comparing", explain: "Looking for the reason"}[/** @type {string} */ (line.stage)] ?? line.stage;
      const more = [line.text, line.conflicts ? counted(line.conflicts, "conflict") : "", line.solutions ? counted(line.solutions, "solution") : ""];
      this.words = [stage, ...more.filter(Boolean)].join(" · ");
    }
  }

  end() {
    this.stop();
    byId("job").hidden = true;
  }
}

/**
 * Tell the seconds that pass.
 * @param {(seconds: string) => void} tell
 * @returns {() => void} ends it
 */
export function timed(tell) {
  const start = performance.now();
  const draw = () => tell(((performance.now() - start) / 1000).toFixed(1));
  const timer = setInterval(draw, 200);
  draw();
  return () => clearInterval(timer);
}
