// Parts of a drawing of which one is chosen, by a press or the arrow keys.

/** Shows `chosen` among `parts`, marked and by `tell`; who chooses another is shown it, then it is sent. */
function chooseOne(state, parts, chosen, tell, send) {
  state.show = (place) => {
    state.chosen = place;
    parts.forEach((part, at) => {
      part.classList.toggle("on", at === place);
      part.setAttribute("aria-pressed", String(at === place));
      part.setAttribute("tabindex", at === place ? 0 : -1);
    });
    tell(place);
  };
  const choose = (at) => {
    state.show(at);
    state.clock.later(() => send(at), at);
  };
  parts.forEach((part, at) => {
    part.onclick = () => choose(at);
    part.onkeydown = (event) => {
      const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: parts.length - 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      const wanted = Math.max(0, Math.min(parts.length - 1, next));
      choose(wanted);
      parts[wanted].focus({ preventScroll: true });
    };
  });
  state.show(chosen);
}
