// Shades of weights, and the room for names of pieces in drawings.

const channels = (colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** The colour of a weight 0..1, as everywhere in the app: a power of it on the scale of weights. */
function shadeOf(data, weight) {
  const share = Math.max(0, Math.min(1, weight)) ** data.scale.gamma;
  const high = channels(data.colours.seq1);
  const mixed = channels(data.colours.seq0).map((low, at) => Math.round(low + (high[at] - low) * share));
  return `rgb(${mixed.join(",")})`;
}

const inkOn = (data, weight) => (weight >= data.scale.turns ? data.colours.on_high : data.colours.on_low);

/** Cut to the room it has, with an ellipsis; the whole stands in the table and the line below. */
function fitInto(words, room) {
  if (words.getComputedTextLength() <= room) return;
  const last = words.lastChild;
  while (last.textContent.length > 1 && words.getComputedTextLength() > room) {
    last.textContent = `${last.textContent.replace(/\u2026$/, "").slice(0, -1)}\u2026`;
  }
}
