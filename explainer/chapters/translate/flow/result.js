// The translation as inert text, with a button that copies it.

const SAID_MS = 2000; // so long "copied" is shown

function buildResult(flow) {
  const { words, resultNode: node } = flow;
  node.replaceChildren();
  htmlEl("span", "label", node, words.result);
  const sentence = htmlEl("p", "sentence", node, flow.sentence);
  sentence.lang = flow.target;
  const button = htmlEl("button", "copy", node, words.copy);
  button.type = "button";
  const news = htmlEl("span", "news", node);
  news.setAttribute("role", "status");
  const say = (seen, spokenWords) => {
    button.textContent = seen;
    news.textContent = spokenWords;
  };
  button.addEventListener("click", () => copyText(sentence).then(() => {
    say(words.copied, words.copied);
    clearTimeout(flow.saying);
    flow.saying = setTimeout(() => say(words.copy, ""), SAID_MS);
  }, () => getSelection().selectAllChildren(sentence)));
}

/** Pages without https have no clipboard; there the marked sentence is copied. */
function copyText(node) {
  if (navigator.clipboard) return navigator.clipboard.writeText(node.textContent);
  getSelection().selectAllChildren(node);
  return document.execCommand("copy") ? Promise.resolve() : Promise.reject();
}
