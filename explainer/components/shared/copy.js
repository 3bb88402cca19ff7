// A button that copies the words of a node, and says so.

const SAID_MS = 2000; // so long "copied" is shown

/** Pages without https have no clipboard; there the marked words are copied. */
function copyText(place) {
  if (navigator.clipboard) return navigator.clipboard.writeText(place.innerText);
  getSelection().selectAllChildren(place);
  return document.execCommand("copy") ? Promise.resolve() : Promise.reject();
}

/** Where a browser allows no copying the words stand selected. */
function copyButton(parent, place, { copy, copied }) {
  const add = (tag, className) => {
    const made = document.createElement(tag);
    made.className = className;
    parent.appendChild(made);
    return made;
  };
  const button = add("button", "copy");
  button.type = "button";
  button.textContent = copy;
  const news = add("span", "news");
  news.setAttribute("role", "status");
  const say = (seen, spokenWords) => {
    button.textContent = seen;
    news.textContent = spokenWords;
  };
  let saying;
  button.addEventListener("click", () => copyText(place).then(() => {
    say(copied, copied);
    clearTimeout(saying);
    saying = setTimeout(() => say(copy, ""), SAID_MS);
  }, () => getSelection().selectAllChildren(place)));
}
