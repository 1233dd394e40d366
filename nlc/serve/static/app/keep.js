// What the browser keeps for this page: text, settings, and answers by their text.

const MOST_ANSWERS = 60;

/** @param {string} name @param {any} otherwise */
export function kept(name, otherwise = null) {
  try {
    const text = localStorage.getItem(`nlc.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {any} value */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(`nlc.${name}`);
    else localStorage.setItem(`nlc.${name}`, JSON.stringify(value));
  } catch {
    // No storage, or it is full: the page works without.
  }
}

/** What can be shown while one plays, and whether it is until somebody says otherwise. */
export const SHOWN = /** @type {const} */ ({finished: true, same: true, colors: true, mistakes: false, coordinates: false});

/** @param {keyof typeof SHOWN} what */
export function shows(what) {
  return Boolean(kept(`show-${what}`, SHOWN[what]));
}

/** @param {string} key */
export function keptAnswer(key) {
  return kept(`answer.${key}`);
}

/**
 * Keep what is drawn for a puzzle; of many puzzles, the last ones.
 * @param {string} key
 * @param {any} answer null for none
 */
export function keepAnswer(key, answer) {
  const keys = kept("answers", []).filter((/** @type {string} */ each) => each !== key);
  if (answer !== null) keys.push(key);
  while (keys.length > MOST_ANSWERS) keep(`answer.${keys.shift()}`, null);
  keep("answers", keys);
  keep(`answer.${key}`, answer);
}

/**
 * A short name for a text: FNV-1a over 53 bits.
 * @param {string} text
 */
export function digest(text) {
  let a = 0x811c9dc5, b = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
