// A native slider, so that keys, touch and screen readers are at home.
import { html } from "./html.js";

/** What a value changes is set while it is dragged and chosen where the hand lets go (of a key: at
 * once); what plays ends. @type {Kit["Slider"]} */
export const Slider = ({ set, choose, clock }, values, change) => {
  const { label, min = 0, max, step = 1, value, told } = values;
  const moved = (/** @type {typeof set} */ act) => (/** @type {Happening} */ { target }) => {
    clock.stop();
    act(change(Number(target.value)));
  };
  return html`
    <input type="range" data-screen min=${min} max=${max} step=${step} .value=${value}
      aria-label=${label} aria-valuetext=${told} oninput=${moved(set)} onchange=${moved(choose)}>
  `;
};
