// Parts of a list that change places glide there: the list has the attribute `data-glides`, its order.
import { isStill } from "./play.js";

const MS = 180;

/** Before the drawing is drawn anew; what it returns is called after. @param {Element} root */
export function gliding(root) {
  const lists = [...root.querySelectorAll("[data-glides]")].map((list) => ({
    list,
    order: list.getAttribute("data-glides"),
    tops: [...list.children].map((part) => ({ part, top: part.getBoundingClientRect().top })),
  }));
  return () => {
    for (const { list, order, tops } of lists) {
      if (order === list.getAttribute("data-glides") || isStill()) continue;
      for (const { part, top } of tops) {
        const far = part.isConnected ? top - part.getBoundingClientRect().top : 0;
        const way = [{ transform: `translateY(${far}px)` }, {}];
        if (far) part.animate(way, { duration: MS, easing: "ease-out" });
      }
    }
  };
}
