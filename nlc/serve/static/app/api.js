// The server's API: JSON, and streams of a JSON object a line.

/** A refusal of the server, or that it does not answer. */
export class Refusal extends Error {
  /** @param {string} message @param {string | null} hint @param {import("./types").Diagnostic[]} diagnostics */
  constructor(message, hint = null, diagnostics = []) {
    super(message);
    this.hint = hint;
    this.diagnostics = diagnostics;
  }
}

/** @param {string} path @returns {Promise<any>} */
export async function get(path) {
  return (await ask(path, {})).json();
}

/** @param {string} path @param {object} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function post(path, body, signal) {
  return (await send(path, body, signal)).json();
}

/**
 * Ask for a file.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Blob>}
 */
export async function file(path, body) {
  return (await send(path, body)).blob();
}

/**
 * Start a job and yield its lines; ending the loop or aborting ends the job.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<import("./types").Line>}
 */
export async function* stream(path, body, signal) {
  const answer = await send(path, body, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const {done, value} = await reader.read();
      rest += decoder.decode(value, {stream: !done});
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.trim()) yield JSON.parse(line);
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {string} path @param {object} body @param {AbortSignal} [signal] */
function send(path, body, signal) {
  const headers = {"Content-Type": "application/json"};
  return ask(path, {method: "POST", headers, body: JSON.stringify(body), signal});
}

/** @param {string} path @param {RequestInit} init */
async function ask(path, init) {
  let answer;
  try {
    answer = await fetch(path, {...init, credentials: "same-origin"});
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal("The server does not answer.", "Is nlc serve still running?");
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw new Refusal(said.error ?? `status ${answer.status}`, said.hint ?? null, said.diagnostics);
}
