/**
 * A plain click on `link` calls `go`, which asks the server for the page; any other click is the
 * browser's. The first page's script hears of it: what the server writes into the address of the
 * page that is left would be an entry of the history between the two.
 */
function follow(link, href, go) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname } = new URL(href, window.location);
    window.dispatchEvent(new CustomEvent("explainer.leave", { detail: pathname }));
    go();
  });
}
