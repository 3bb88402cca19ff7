/** A plain click on `link` calls `go`, which asks the server for the page; any other click is the browser's. */
function follow(link, go) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go();
  });
}
