import { drawn, equal } from "../../drawings/drawn_test.js";
import * as pad from "./drawpad.js";

const data = { size: 4, letters: "abcd", parting: ".", most: 9 };
const paper = {
  setPointerCapture() {},
  getBoundingClientRect: () => ({ left: 0, top: 0, width: 4, height: 4 }),
};

/** What the hand does on the sheet, and what is told in the end.
 * @param {Partial<import("./types.d.ts").DrawPadState>} from @param {[number, number][]} points */
function draw(from, points) {
  let state = { ...pad.start(), ...from };
  /** @type {object[]} */
  const told = [];
  /** @param {string} name @param {[number, number]} [point] */
  const hand = (name, [clientX, clientY] = [0, 0]) => {
    const drawing = /** @type {any} */ ({
      data,
      words: {},
      state,
      set: (/** @type {object} */ change) => state = { ...state, ...change },
      choose: (/** @type {object} */ change) => told.push(change),
    });
    const template = pad.default(drawing);
    const at = template.strings.findIndex((part) => part.endsWith(`onpointer${name}=`));
    /** @type {any} */ (template.values[at])({
      button: 0,
      currentTarget: paper,
      clientX,
      clientY,
      preventDefault() {},
    });
  };
  hand("down", points[0]);
  points.slice(1).forEach((point) => hand("move", point));
  const during = [...told];
  hand("up");
  return { during, told };
}

Deno.test("a drawing is drawn as it is written", () => {
  const d = [...drawn(pad, data, { written: "aabc.dd" }).markup.matchAll(/ d="([^"]+)"/g)];
  equal(d.map(([, way]) => way), ["M0.5,0.5L1.5,2.5h0", "M3.5,3.5h0"]);
});

Deno.test("a finished stroke is told, nothing before, and what is too near is no point", () => {
  const { during, told } = draw({ written: "aa", own: true }, [[0, 0], [0, 1], [2.5, 1.5], [
    9,
    -1,
  ]]);
  equal([during, told], [[], [{ written: "aa.aacbda", own: true }]]);
});

Deno.test("the first stroke on another drawing begins a new one", () => {
  equal(draw({ written: "dd", own: false }, [[1, 1]]).told, [{ written: "bb", own: true }]);
});

Deno.test("a sheet that is full takes no more", () => {
  const { told } = draw({ written: "aabbcc", own: true }, [[0, 0], [3, 3], [0, 3]]);
  equal(told, [{ written: "aabbcc.aa", own: true }]);
  equal(draw({ written: "aabbccdd", own: true }, [[0, 0]]).told, [{
    written: "aabbccdd",
    own: true,
  }]);
});

Deno.test("an empty sheet has nothing to undo", () => {
  const off = (/** @type {string} */ written) =>
    drawn(pad, data, { written }).markup.match(/disabled/g)?.length ?? 0;
  equal([off(""), off("aa")], [2, 0]);
});
