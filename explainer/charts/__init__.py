"""Pure drawing: arrays and finished labels in, a chart, an SVG or PNG bytes out.

One grammar, in Altair. A `Figure` is a kept specification and the tables that a click changes:

- `cell_map` numbers by row and column, also thousands of them; `tiles` states and words
- `bars` numbers by name; `curves` lines and points, numbers over numbers or words
- `plane` what is none of these: boxes, strokes, words and points, each at a place of its own

What they share stands below them: `figure` (specification, tables, axes of words), `marks` (layers,
tooltips, selections), `axes` (numbers, series, ends of scales), `labels`, `palette`. `overview` is
one picture instead of many charts.
"""
