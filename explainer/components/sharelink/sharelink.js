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

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A line of HTML, to be read as text here, that shows the view in a frame of another page. */
function frameNow(data) {
  const url = new URL(addressNow(data));
  url.searchParams.set("embed", "true");
  const said = { src: url.href, title: document.title, width: "100%", height: "720", loading: "lazy",
    allow: "clipboard-write; fullscreen", style: "border: 0" };
  const written = Object.entries(said).map(
    ([name, value]) => `${name}="${value.replace(/[&<>"]/g, (sign) => SIGNS[sign])}"`);
  return `<iframe ${written.join(" ")}></iframe>`;
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
  /** A field with what `now` gives, and a button that copies it; both stand in what is given back. */
  const offer = (name, press, now) => {
    const field = node("input", "", node("label", "", root, name));
    field.readOnly = true;
    const renew = () => { field.value = now(data); };
    renew();
    field.onfocus = () => {
      renew();
      field.select();
    };
    const line = node("div", "line", root);
    const button = node("button", "", line, press);
    const said = node("p", "said", root);
    said.setAttribute("role", "status");
    button.onclick = async () => {
      renew();
      said.textContent = (await copy(field)) ? words.copied : words.failed;
    };
    return line;
  };
  const code = node("button", "", offer(words.address, words.copy, addressNow), words.code);
  code.onclick = () => setTriggerValue("code", addressNow(data));
  if (LOCAL.test(window.location.hostname)) node("p", "", root, words.local);
  offer(words.embed, words.copy_embed, frameNow);
  node("p", "", root, words.frames);
}
