// Layers of attention below each other, a box for each argument in its order; strings lead query, key
// and value from one layer to the next and cross where the order changes.

const NARROW = 560; // pixels; below it a layer's name stands above its arguments
const BOX = 30;
const ROLES = ["q", "k", "v"];
const TRUE = { may: (row, column) => column <= row, hides: (row, column) => column > row };

/** Where the boxes of a layer begin and end: as many thirds as what they become. */
function boxesOf(call, left, third) {
  let at = 0;
  return call.takes.map(([name, roles]) => {
    const box = { name, roles, x: left + at * third + 3, width: roles.length * third - 6, first: at };
    at += roles.length;
    return box;
  });
}

/** The middle of what becomes `role`. */
function middle(call, role, left, third) {
  const box = boxesOf(call, left, third).find(({ roles }) => roles.includes(role));
  return left + (box.first + box.roles.indexOf(role) + 0.5) * third;
}

function maskInto(group, call, x, y) {
  const isTrue = TRUE[call.mask];
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 4; column += 1) {
      const on = isTrue ? isTrue(row, column) : column < 3;
      put(group, "rect", { class: on ? "true" : "false", x: x + column * 7, y: y + row * 7, width: 6, height: 6 });
    }
  }
}

function callInto(svg, data, call, at, plan) {
  const y = plan.top(at);
  const group = put(svg, "g", {
    class: "call", role: "button", "data-focus": `call${at}`,
    "aria-label": `${call.library} ${call.name}: ${call.takes.map(([name]) => name).join(", ")}. ${data.words.mask} ${call.mask_told}. ${data.words.gives} ${call.gives}`,
  });
  put(group, "rect", { class: "ground", x: 0, y: y - plan.above, width: plan.width, height: plan.above + BOX + 5, rx: 6 });
  for (const box of boxesOf(call, plan.left, plan.third)) {
    const parts = box.width / box.roles.length;
    [...box.roles].forEach((role, part) => put(group, "rect", {
      x: box.x + part * parts, y, width: parts, height: BOX, fill: `var(--${role})`, "fill-opacity": 0.2,
    }));
    const tone = box.roles.length > 1 ? "ink" : `${box.roles}_text`;
    put(group, "rect", { class: "box", x: box.x, y, width: box.width, height: BOX, rx: 4, stroke: `var(--${tone})` });
    put(group, "text", { class: "argument", x: box.x + box.width / 2, y: y + 20, "text-anchor": "middle", fill: `var(--${tone})` }, box.name);
  }
  maskInto(group, call, plan.mask, y + 1);
  if (!plan.narrow) put(group, "text", { class: "told", x: plan.mask + 38, y: y + 20 }, call.mask_told);
  return group;
}

/** Above the strings, which pass behind it on a phone. */
function nameInto(svg, call, at, plan) {
  const name = put(svg, "text", { class: "name", x: 10, y: plan.top(at) + (plan.narrow ? -7 : 13), "aria-hidden": "true" });
  put(name, "tspan", { class: "library" }, `${call.library} `);
  put(name, "tspan", plan.narrow ? {} : { x: 10, dy: 15 }, call.name);
}

function planOf(width, count) {
  const narrow = width < NARROW;
  const [left, right] = narrow ? [8, 46] : [Math.min(250, Math.max(232, width * 0.3)), Math.min(300, width * 0.34)];
  const [above, row] = narrow ? [24, 82] : [5, 60];
  return {
    narrow, width, left, above, third: (width - left - right) / 3, mask: width - right + (narrow ? 10 : 30),
    top: (at) => above + 26 + at * row, high: above + 26 + (count - 1) * row + BOX + 10,
  };
}

function stringsInto(svg, calls, plan) {
  for (let at = 1; at < calls.length; at += 1) {
    const [from, to] = [plan.top(at - 1) + BOX, plan.top(at)];
    const half = (from + to) / 2;
    for (const role of ROLES) {
      const [before, after] = [at - 1, at].map((one) => middle(calls[one], role, plan.left, plan.third));
      put(svg, "path", { class: "string", stroke: `var(--${role})`, d: `M${before} ${from}C${before} ${half} ${after} ${half} ${after} ${to}` });
    }
  }
}

/** What the chosen layer gives back, and what comes of handing over q, k and v in this order. */
function tellInto(panel, data, call) {
  panel.replaceChildren();
  const head = node("div", "head", panel, `${call.library} `);
  node("code", "", head, call.name);
  for (const [what, said] of [[data.words.mask, call.mask_told], [data.words.gives, call.gives], ["", call.left_out]]) {
    if (!said) continue;
    const line = node("p", "", panel, what ? `${what} ` : "");
    node("span", "", line, said);
  }
  if (!call.written) return;
  const outcome = node("div", call.right ? "outcome" : "outcome wrong", panel);
  node("div", "handed", outcome, `${call.right ? "\u2713" : "\u2717"} ${data.words.handed}`);
  node("div", "written", outcome, call.written);
  const fact = node("div", "handed", outcome, `${data.words.loss} `);
  node("b", "", fact, call.loss);
}

function draw(root, data, send) {
  const state = remember(root);
  const about = JSON.stringify({ ...data, chosen: 0 });
  const chosen = state.clock.chosen(about, data.chosen);
  if (isDrawn(state, root, about)) {
    if (chosen !== state.chosen) state.show(chosen);
    return state;
  }
  const refocus = anew(root, data);
  const board = node("div", "board", root);
  const { calls, words } = data;
  const box = node("div", "", board);
  const plan = planOf(box.clientWidth, calls.length);
  const svg = put(box, "svg", { width: plan.width, height: plan.high, role: "group", "aria-label": words.name });
  put(svg, "text", { class: "label", x: plan.narrow ? plan.width : plan.mask, y: 16, "text-anchor": plan.narrow ? "end" : "start" }, words.mask);
  const groups = calls.map((call, at) => callInto(svg, data, call, at, plan));
  stringsInto(svg, calls, plan);
  calls.forEach((call, at) => nameInto(svg, call, at, plan));
  const panel = node("div", "panel", board);
  panel.setAttribute("aria-live", "polite");
  chooseOne(state, groups, chosen, (place) => tellInto(panel, data, calls[place]), (at) => send("call", at));
  refocus();
  return state;
}

const numbers = ({ calls }) => [{
  name: "orders",
  rows: calls.map(({ library, name, takes, mask, gives, written, loss }) => ({
    library, layer: name, arguments: takes.map(([one]) => one).join(", "), true_means: mask, gives, written, loss,
  })),
}];

export default function orders(component) {
  return mount(component, "orders", draw, numbers);
}
