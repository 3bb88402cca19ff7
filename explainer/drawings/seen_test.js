import { watch } from "./seen.js";
import { equal } from "./drawn_test.js";

Deno.test("what waits begins once, when it is first seen", () => {
  let [begun, watched] = [0, 0];
  /** @type {(found: { isIntersecting: boolean }[]) => void} */
  let tell = () => {};
  Object.assign(globalThis, {
    IntersectionObserver: class {
      /** @param {typeof tell} told */
      constructor(told) {
        tell = told;
      }
      observe() {
        watched += 1;
      }
      disconnect() {
        watched -= 1;
      }
    },
  });
  const root = /** @type {any} */ ({ querySelectorAll: () => [element] });
  const element = { begin: () => begun += 1 };
  watch(root);
  watch(root);
  tell([{ isIntersecting: false }]);
  equal([begun, watched], [0, 1]);
  tell([{ isIntersecting: true }]);
  equal([begun, watched], [1, 0]);
});
