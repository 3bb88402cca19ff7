// The table of positions in the browser: angles, vectors and similarities at any place.

const UNIT = 32767;
const TURN = 2 * Math.PI;
const FINE = 8; // points of the hill from one place to the next

class Table {
  constructor(packed, width) {
    const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
    const whole = new DataView(bytes.buffer);
    this.width = width;
    this.pairs = width / 2;
    this.count = bytes.length / 2 / width;
    this.rows = Array.from({ length: this.count }, (_, row) => (
      Float64Array.from({ length: width }, (_, column) => whole.getInt16(2 * (row * width + column), true) / UNIT)));
    const next = this.rows[Math.min(1, this.count - 1)];
    this.rates = Float64Array.from({ length: this.pairs }, (_, pair) => Math.atan2(next[2 * pair], next[2 * pair + 1]));
    this.fine = Array.from({ length: (this.count - 1) * FINE + 1 }, (_, at) => this.vector(at / FINE));
  }

  /** Radians clockwise from twelve o'clock, 0 to a full turn; between two places the hand goes on. */
  angle(pair, place) {
    const below = Math.max(0, Math.min(this.count - 1, Math.floor(place)));
    const row = this.rows[below];
    const angle = Math.atan2(row[2 * pair], row[2 * pair + 1]) + (place - below) * this.rates[pair];
    return ((angle % TURN) + TURN) % TURN;
  }

  /** Sine and cosine of every pair: at a place the numbers of the model. */
  vector(place) {
    if (Number.isInteger(place)) return this.rows[place];
    const made = new Float64Array(this.width);
    for (let pair = 0; pair < this.pairs; pair += 1) {
      const angle = this.angle(pair, place);
      made[2 * pair] = Math.sin(angle);
      made[2 * pair + 1] = Math.cos(angle);
    }
    return made;
  }

  /** The cosine of two vectors: all have the same length, the root of half the width. */
  similar(one, other) {
    let sum = 0;
    for (let at = 0; at < this.width; at += 1) sum += one[at] * other[at];
    return sum / this.pairs;
  }
}
