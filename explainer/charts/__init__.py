"""Charts built with Altair: arrays and finished labels in, a `Figure` out.

A `Figure` is a cached Vega-Lite specification plus the data tables, which alone change on a click:

- `tiles`: grids of states and words; grids of numbers are heat maps in `drawings`
- `bars`: numbers by name; `curves`: lines and points, numbers over numbers or words
- `plane`: anything else: boxes, strokes, words and points at free positions

Shared modules: `figure` (specification, tables, word axes), `marks` (layers, tooltips, selections),
`axes` (number axes, series, scale domains), `labels`, `palette`.
"""
