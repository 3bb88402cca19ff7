// What a drawing plays by itself, and what it sends once it has come to rest.

/**
 * The two timers of one drawing, kept through all its redraws. `later` calls `send` when it has not
 * been called again for `ms`. `toggle` begins to play, or ends it: `begin` sets the first picture,
 * `next` one after the other, every `ms`, until it says that there is no more; then `rested` is called.
 */
function timers() {
  let rest = 0;
  let beat = 0;
  const stop = () => {
    clearInterval(beat);
    beat = 0;
  };
  const forget = () => {
    clearTimeout(rest);
    rest = 0;
  };
  return {
    busy: () => Boolean(rest || beat),
    stop,
    later: (send, ms) => {
      forget();
      rest = setTimeout(() => {
        rest = 0;
        send();
      }, ms);
    },
    toggle: ({ begin, next, rested, ms }) => {
      if (beat) {
        stop();
        rested();
        return;
      }
      forget();
      begin();
      beat = setInterval(() => {
        if (next()) return;
        stop();
        rested();
      }, ms);
    },
    end: () => {
      stop();
      forget();
    },
  };
}
