// The outline of a cell, or a circle where it has no corners.

/** @param {import("./board.js").Place} place @param {number} [scale] about its middle */
export function outline({x, y, r, corners}, scale = 1) {
  if (!corners.length) {
    const a = r * scale;
    return `M${x - a} ${y}a${a} ${a} 0 1 0 ${2 * a} 0a${a} ${a} 0 1 0 ${-2 * a} 0z`;
  }
  const points = [];
  for (let i = 0; i < corners.length; i += 2) {
    points.push(`${x + scale * (corners[i] - x)} ${y + scale * (corners[i + 1] - y)}`);
  }
  return `M${points.join("L")}z`;
}
