// The address of this view, to copy. Without https the browser offers no clipboard: then the text
// is selected and copied the old way, and where that fails, too, the reader is told the key.

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The address of the window, with what a stranger's browser would otherwise guess, and a stamp. */
function addressNow({ always, stamp }) {
  const url = new URL(window.location.href);
  url.hash = "";
  for (const name in always) if (!url.searchParams.has(name)) url.searchParams.set(name, always[name]);
  for (const name in stamp) url.searchParams.set(name, stamp[name]);
  return url.href;
}

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch { // no permission, or no clipboard at all on http://
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

export default function sharelink(component) {
  const { data, parentElement, setTriggerValue } = component;
  const { words } = data;
  const root = parentElement.querySelector(".sharelink");
  clear(root, data);
  const label = node("label", "", root, words.address);
  const field = node("input", "", label);
  field.readOnly = true;
  const renew = () => { field.value = addressNow(data); };
  renew();
  field.onfocus = () => {
    renew();
    field.select();
  };
  const line = node("div", "line", root);
  const button = node("button", "", line, words.copy);
  const code = node("button", "", line, words.code);
  button.type = code.type = "button";
  const said = node("p", "said", root);
  said.setAttribute("role", "status");
  button.onclick = async () => {
    renew();
    said.textContent = (await copy(field)) ? words.copied : words.failed;
  };
  code.onclick = () => setTriggerValue("code", addressNow(data));
  if (LOCAL.test(window.location.hostname)) node("p", "", root, words.local);
}
