// The sizes of type that are seen in some places, in pixels, each with an example; drawings in their shadow
// roots, too. Signs of the icon font, and what is told of a formula to who listens, are none.
(places) => {
  const found = new Map();
  const look = (root) => {
    for (const one of root.querySelectorAll("*")) {
      if (one.shadowRoot) look(one.shadowRoot);
      const text = [...one.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE)
        .map((part) => part.textContent.replace(/[\s\u200b]+/g, " ")).join("").trim();
      if (!text || one.closest(".katex-mathml") || !one.checkVisibility({ visibilityProperty: true })) continue;
      const { width, height } = one.getBoundingClientRect();
      const { fontFamily, fontSize } = getComputedStyle(one);
      const size = Number((parseFloat(fontSize) * one.currentCSSZoom).toFixed(2));
      if (width < 2 || height < 2 || !size || fontFamily.includes("Material Symbols")) continue;
      found.set(size, `${one.localName}.${one.getAttribute("class")} ${text.slice(0, 40)}`);
    }
  };
  document.querySelectorAll(places).forEach(look);
  return [...found];
}
