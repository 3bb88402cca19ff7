// A link as a code to scan, to copy and to try. Its address is read decoded and copied as it is.

export default function handout({ data, parentElement, setTriggerValue }) {
  const { words } = data;
  const root = parentElement.querySelector(".handout");
  const refocus = anew(root, data);
  if (data.picture) {
    const code = node("button", "code", root);
    code.title = words.enlarge;
    code.dataset.focus = "code";
    const picture = node("img", "", code);
    picture.alt = words.enlarge;
    picture.src = `data:image/svg+xml,${encodeURIComponent(data.picture)}`;
    code.onclick = () => setTriggerValue("enlarge", true);
  }
  const ways = node("div", "ways", root);
  const whole = node("code", "whole", ways, data.link);
  copyButton(ways, whole, words);
  const open = node("a", "", ways, words.open);
  Object.assign(open, { href: data.link, target: "_blank", rel: "noopener" });
  node("p", "readable", ways, data.readable).setAttribute("aria-hidden", "true");
  refocus();
}
