// What a lesson asks is answered in its veiled figure: parts are pressed.

/** A part of a veiled figure that a lesson offers as an answer: pressed, by keys too, it is framed. */
function offered(part, asks, at, answer) {
  const many = asks.kind === "count" || asks.kind === "cut";
  const option = many ? at : asks.options[at];
  if (option < 0) return;
  part.classList.add("offered");
  setAll(part, { role: "button", tabindex: 0 });
  part.setAttribute("aria-pressed", String(many ? asks.given.includes(option) : option === asks.given));
  const press = () => {
    if (!many) return answer(option);
    const rest = asks.given.filter((one) => one !== option);
    // The next press may come before the answer to this one.
    asks.given = rest.length < asks.given.length ? rest : [...rest, option];
    return answer(asks.given);
  };
  part.dataset.focus = `offered${at}`;
  onPress(part, press);
}
