"""Pure drawing: arrays and finished labels in, a chart, an SVG or PNG bytes out."""
