import { drawn, equal } from "../../drawings/drawn_test.js";
import * as pad from "./drawpad.js";

const data = { size: 4, letters: "abcd", parting: ".", most: 9 };
const paper = {
  setPointerCapture() {},
  getBoundingClientRect: () => ({ left: 0, top: 0, width: 4, height: 4 }),
};

/** What the hand does on the sheet, and what is told of a draft and in the end; the server has
 * answered the first draft alone.
 * @param {Partial<import("./types.d.ts").DrawPadState>} from @param {[number, number][]} points */
function draw(from, points) {
  let state = { ...pad.start(), ...from };
  /** @type {Record<string, any>[]} */
  const told = [];
  /** @param {string} name @param {[number, number]} [point] */
  const hand = (name, [clientX, clientY] = [0, 0]) => {
    const drawing = /** @type {any} */ ({
      data,
      words: {},
      state,
      chosen: { written: told.length === 1 && told[0].draft },
      set: (/** @type {object} */ change) => state = { ...state, ...change },
      choose(/** @type {Record<string, any>} */ change) {
        state = { ...state, ...change };
        told.push(change);
      },
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

Deno.test("a stroke is told as often as it is answered, and what is too near is no point", () => {
  /** @type {[number, number][]} */
  const points = [[0, 0], [0, 1], [2.5, 1.5], [9, -1], [0, 0]];
  const { during, told } = draw({ written: "", own: true }, points);
  equal(during, [{ draft: "aacb" }, { draft: "aacbda" }]);
  equal(told.at(-1), { written: "aacbdaaa", own: true });
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
