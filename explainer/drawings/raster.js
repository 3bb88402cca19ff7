// Many small cells as a few paths: one a shade.

const STEPS = 50; // shades from 0 to 1, closer than an eye tells apart

/** Of cells in rows of `columns` the shades there are, and all cells of each as an outline in units
 * of a cell; cells without any shade are left out.
 * @param {readonly number[]} shares -1..1 @param {number} columns
 * @returns {{ share: number, d: string }[]} */
export function raster(shares, columns) {
  const shades = Map.groupBy(shares.keys(), (at) => Math.round(STEPS * shares[at]));
  return [...shades].filter(([shade]) => shade !== 0).map(([shade, cells]) => ({
    share: shade / STEPS,
    d: cells.map((at) => `M${at % columns} ${Math.floor(at / columns)}h1v1h-1z`).join(""),
  }));
}
