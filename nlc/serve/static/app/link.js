// Links that hold the puzzle: its text, deflated, behind the `#`, which no server sees.

const MOST_BYTES = 100_000;

/** @param {string} text @returns {Promise<string>} the fragment */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return "#p=" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * @param {string} fragment
 * @param {string} [kind] p: of a text, f: of what plays
 * @returns {Promise<string | null>} what it holds; null if it is no such fragment
 */
export async function unpacked(fragment, kind = "p") {
  const [, found, data] = fragment.match(/^#(\w)=([\w-]+)$/) ?? [];
  return found === kind ? inflated(data.replaceAll("-", "+").replaceAll("_", "/")) : null;
}

/** @param {string} text in base 64 @param {number} [most] bytes of what it holds */
export async function inflated(text, most = MOST_BYTES) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let size = 0, out = "";
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return out + decoder.decode();
    size += value.length;
    if (size > most) throw new Error("the link holds too long a text");
    out += decoder.decode(value, {stream: true});
  }
}
