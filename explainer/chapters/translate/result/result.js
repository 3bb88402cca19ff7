// The sentence and its copy button. Words and colours come from Python.

const SAID = 2000; // ms "copied" is shown

/** Pages without https have no clipboard; there the marked sentence is copied. */
function copy(sentence) {
  if (navigator.clipboard) return navigator.clipboard.writeText(sentence.textContent);
  getSelection().selectAllChildren(sentence);
  return document.execCommand("copy") ? Promise.resolve() : Promise.reject();
}

export default function result(component) {
  const { data, parentElement } = component;
  const root = parentElement.querySelector(".result");
  clear(root, data);
  const sentence = node("p", "sentence", root, data.sentence);
  sentence.lang = data.lang;
  const button = node("button", "copy", root, data.copy);
  button.type = "button";
  const news = node("span", "news", root);
  news.setAttribute("role", "status");
  let timer = 0;
  const say = (words, seen) => {
    news.textContent = words;
    button.textContent = seen;
  };
  button.onclick = () => copy(sentence).then(() => {
    say(data.copied, data.copied);
    clearTimeout(timer);
    timer = setTimeout(() => say("", data.copy), SAID);
  }, () => getSelection().selectAllChildren(sentence));
  return () => clearTimeout(timer);
}
