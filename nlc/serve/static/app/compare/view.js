// The view that compares encodings.

/** @param {import("../page.js").Page} _page */
export function startCompare(_page) {}
