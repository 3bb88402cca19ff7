// Many small cells as a few paths: one a shade.

const STEPS = 50; // shades from 0 to 1, closer than an eye tells apart

/** Of cells in rows of `columns` all that are of one kind as an outline, in units of a cell.
 * @type {Kit["outlines"]} */
export const outlines = (cells, columns, kind) =>
  [...Map.groupBy(cells.keys(), (at) => kind(cells[at]))].map(([one, places]) => [
    one,
    places.map((at) => `M${at % columns} ${Math.floor(at / columns)}h1v1h-1z`).join(""),
  ]);

/** The shades of cells, -1..1; those without any are left out. @type {Kit["raster"]} */
export const raster = (shares, columns) =>
  outlines(shares, columns, (share) => Math.round(STEPS * share)).filter(([shade]) => shade !== 0)
    .map(([shade, d]) => ({ share: shade / STEPS, d }));
