// Links in groups. All words and colours come from Python; text reaches the page through
// textContent only.

function icon(parent, name) {
  node("span", "icon", parent, name).setAttribute("aria-hidden", "true");
}

/** A drawing beside the words hears which is pointed at, "" for none. */
function points(link, id) {
  const tell = (detail) => () => window.dispatchEvent(new CustomEvent("explainer.term", { detail }));
  for (const came of ["mouseenter", "focus"]) link.addEventListener(came, tell(id));
  for (const left of ["mouseleave", "blur"]) link.addEventListener(left, tell(""));
}

function item(parent, data, { id, url, name, icon: sign, note }, go) {
  const link = node("a", "", parent);
  link.href = `./${url}${url.includes("?") ? "&" : "?"}${data.query}`;
  link.dataset.focus = id;
  const isWord = data.look === "words";
  if (id === data.here) link.setAttribute("aria-current", isWord ? "true" : "page");
  if (sign) icon(link, sign);
  node("span", "", link, name);
  follow(link, () => go(id));
  if (isWord) points(link, id);
  if (note) node(isWord ? "span" : "p", "", isWord ? link : parent, note);
}

function fold(parent, data, { name, items }, isOpen, go) {
  const made = node("details", "", parent);
  made.dataset.group = name;
  made.open = isOpen || items.some(({ id }) => id === data.here);
  const head = node("summary", "", made);
  head.dataset.focus = `fold ${name}`;
  icon(head, "chevron_right");
  node("span", "", head, name);
  for (const each of items) item(made, data, each, go);
}

function group(parent, data, { name, items }, go) {
  const made = node("div", "group", parent);
  const isWords = data.look === "words";
  node(isWords ? "h3" : "span", "caption", made, name);
  const place = isWords ? node("div", "list", made) : made;
  for (const each of items) item(place, data, each, go);
}

// On a phone the list lies over the page that was just chosen.
function closeOnPhone() {
  if (window.innerWidth > 768) return;
  document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
}

export default function pagelinks({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".pagelinks");
  const said = JSON.stringify(data);
  if (root.said === said) return;
  // What the reader unfolded stays so while the page is the same.
  const unfolded = root.here === data.here
    ? [...root.querySelectorAll("details[open]")].map((each) => each.dataset.group) : [];
  Object.assign(root, { said, here: data.here });
  const refocus = anew(root, data);
  const whole = node(data.title ? "nav" : "div", data.look, root);
  if (data.title) whole.setAttribute("aria-label", data.title);
  const folds = data.look === "folds";
  const go = (id) => {
    setTriggerValue("go", id);
    if (folds) closeOnPhone();
  };
  for (const each of data.groups) {
    if (!folds) group(whole, data, each, go);
    else if (each.items.length === 1) item(whole, data, each.items[0], go);
    else fold(whole, data, each, unfolded.includes(each.name), go);
  }
  if (data.note) node("p", "caption", whole, data.note);
  const here = whole.querySelector("[aria-current]");
  const row = here?.parentElement;
  if (row) row.scrollLeft = here.offsetLeft - 0.5 * (row.clientWidth - here.offsetWidth);
  refocus();
}
