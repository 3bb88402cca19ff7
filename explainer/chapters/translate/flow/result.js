// The translation as inert text, with a button that copies it.

function buildResult(flow) {
  const { words, resultNode: node } = flow;
  node.replaceChildren();
  htmlEl("span", "label", node, words.result);
  const sentence = htmlEl("p", "sentence", node, flow.sentence);
  sentence.lang = flow.target;
  copyButton(node, sentence, words);
}
