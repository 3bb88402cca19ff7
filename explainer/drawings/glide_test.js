import { gliding } from "./glide.js";
import { equal } from "./drawn_test.js";

Deno.test("what changes its place glides there, where motion is welcome", () => {
  const way = /** @type {any[]} */ ([]);
  let [isLess, order] = [false, "a b"];
  const part = (/** @type {string} */ name) => ({
    isConnected: true,
    getBoundingClientRect: () => ({ top: 20 * order.split(" ").indexOf(name) }),
    animate: (/** @type {any[]} */ [{ transform }]) => way.push([name, transform]),
  });
  const list = { getAttribute: () => order, children: ["a", "b"].map(part) };
  const root = /** @type {any} */ ({ querySelectorAll: () => [list] });
  Object.assign(globalThis, { matchMedia: () => ({ matches: isLess }) });
  const put = (/** @type {string} */ next) => {
    const glide = gliding(root);
    order = next;
    glide();
    return way.splice(0);
  };
  equal(put("b a"), [["a", "translateY(-20px)"], ["b", "translateY(20px)"]]);
  equal(put("b a"), []);
  isLess = true;
  equal(put("a b"), []);
});
