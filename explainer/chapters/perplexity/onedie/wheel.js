// A die as a disc: every face a sector of the angle p, so that 1 / p of them fill the turn.

const MANY = 90; // more faces than this are a ring of their own: their edges would be one grey
const MORPH = 350; // ms

const facesOf = (nats) => Math.exp(nats);
const counted = (faces) => (faces < 99.95 ? faces.toFixed(faces < 1.995 ? 2 : 1) : Math.round(faces).toLocaleString("en"));

function sector(x, y, radius, from, to) {
  if (to - from > 0.9999) return `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0`;
  const at = (turn) => {
    const angle = 2 * Math.PI * (turn - 0.25);
    return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${x} ${y}L${at(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}Z`;
}

/** The disc with its first face lit; the last one may be a part of a face. */
function drawWheel(group, x, y, radius, faces) {
  group.replaceChildren();
  put(group, "circle", { class: "disc", cx: x, cy: y, r: radius });
  const whole = Math.ceil(faces - 1e-9);
  if (faces <= MANY) {
    for (let face = 1; face < whole; face += 1) {
      const isPart = face + 1 > faces;
      put(group, "path", { class: isPart ? "face part" : "face", d: sector(x, y, radius, face / faces, Math.min(1, (face + 1) / faces)) });
    }
  }
  put(group, "path", { class: "face lit", d: sector(x, y, radius, 0, Math.min(1, Math.max(1 / faces, 0.0015))) });
}

/** Grows or loses faces from what stands there to `faces`; steps are even in bits. */
function morph(group, x, y, radius, faces, label) {
  cancelAnimationFrame(group.frame);
  const from = group.faces || faces;
  const stays = isStill() || from === faces;
  const began = performance.now();
  const step = (now) => {
    const share = stays ? 1 : Math.min(1, (now - began) / MORPH);
    const eased = share * (2 - share);
    group.faces = share === 1 ? faces : from * (faces / from) ** eased;
    drawWheel(group, x, y, radius, group.faces);
    label(group.faces);
    if (share < 1) group.frame = requestAnimationFrame(step);
  };
  step(began);
}
