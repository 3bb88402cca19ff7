// The payload made readable: weights by (layer, head, query, key), vectors by (stage, piece).

const MEAN = -1; // the head id that stands for the mean of all heads

function bytes(base64) {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/**
 * One Float32Array of layers * size weights for every head that was sent. The mean of the heads
 * is added here when all of them are present; a long sentence brings its mean along instead.
 */
function weightPlanes(base64, layers, sent, size) {
  const packed = new Uint16Array(bytes(base64).buffer);
  const planes = new Map(sent.map((head) => [head, new Float32Array(layers * size)]));
  sent.forEach((head, slot) => {
    const plane = planes.get(head);
    for (let layer = 0; layer < layers; layer++) {
      const from = (layer * sent.length + slot) * size;
      for (let cell = 0; cell < size; cell++) {
        plane[layer * size + cell] = packed[from + cell] / 65535;
      }
    }
  });
  if (!planes.has(MEAN)) planes.set(MEAN, meanPlane([...planes.values()]));
  return planes;
}

function meanPlane(planes) {
  const mean = new Float32Array(planes[0].length);
  for (const plane of planes) plane.forEach((weight, cell) => { mean[cell] += weight; });
  return mean.map((weight) => weight / planes.length);
}

function fullLookup(base64, layers, sent, rows, columns) {
  const planes = weightPlanes(base64, layers, sent, rows * columns);
  return (layer, head, row, column) =>
    planes.get(head)[(layer * rows + row) * columns + column];
}

/** The decoder's own attention is sent as its lower triangle: the rest is masked, exactly 0. */
function triangleLookup(base64, layers, sent, rows) {
  const size = (rows * (rows + 1)) / 2;
  const planes = weightPlanes(base64, layers, sent, size);
  return (layer, head, row, column) =>
    column > row ? 0 : planes.get(head)[layer * size + (row * (row + 1)) / 2 + column];
}

/** 8 numbers of each vector as -127..127; the payload says what 127 stands for. */
function vectorLookup(base64, pieces) {
  const packed = new Int8Array(bytes(base64).buffer);
  return (stage, piece) => packed.subarray((stage * pieces + piece) * 8).subarray(0, 8);
}

function readModel(payload) {
  const { source, fed, predicted, sent } = payload;
  const sourceCount = source.length;
  const steps = fed.length;
  const { encoder, decoder } = payload.layers;
  // Without every head the mean cannot be made here: then it must have been sent.
  const whole = sent.length === payload.heads && !sent.includes(MEAN);
  const available = new Set(whole ? [MEAN, ...sent] : sent);
  return {
    source, fed, predicted, available, whole,
    sourceCount, steps, encoderLayers: encoder, layers: decoder, heads: payload.heads,
    candidates: predicted.map((_, step) => candidatesOf(payload, step)),
    told: Boolean(payload.top), // a teacher may hide the probabilities: then they are not sent
    encoder: fullLookup(payload.encoder, encoder, sent, sourceCount, sourceCount),
    self: triangleLookup(payload.decoder, decoder, sent, steps),
    cross: fullLookup(payload.cross, decoder, sent, steps, sourceCount),
    encoderVector: vectorLookup(payload.vectors.encoder, sourceCount),
    decoderVector: vectorLookup(payload.vectors.decoder, steps),
  };
}

/**
 * What the output panel lists for one step: the five most probable pieces, the chosen piece when
 * a search or a sample took one from further down, and the rest of the vocabulary in one line.
 * Without probabilities the chosen piece stands alone.
 */
function candidatesOf(payload, step) {
  if (payload.choices?.length && step === payload.predicted.length - 1) { // to be guessed
    return { list: payload.choices.map((piece) => ({ piece })), chosen: { piece: payload.predicted[step] } };
  }
  if (!payload.top) {
    const only = { piece: payload.predicted[step], chosen: true };
    return { list: [only], chosen: only };
  }
  const pairs = payload.top[step];
  const rank = payload.ranks[step];
  const list = pairs.map(([piece, probability], place) => ({
    piece, probability, rank: place + 1, chosen: place + 1 === rank,
  }));
  if (rank > pairs.length) {
    const probability = payload.chosen[step];
    list.push({ piece: payload.predicted[step], probability, rank, chosen: true });
  }
  return { list, rest: payload.rest[step], chosen: list.find((entry) => entry.chosen) };
}
