// What a drawing plays by itself, and what it sends once it has come to rest.

const SETTLE = 120; // ms after the last change until the server hears of it

/**
 * The two timers of one drawing, kept through all its redraws. `later` calls `send` when it has not
 * been called again for a moment; between `hold` and `release`, while a pointer is down, it waits:
 * an answer would redraw what is being dragged. `toggle` begins to play, or ends it: `begin` sets the first picture,
 * `next` one after the other, every `ms`, until it says that there is no more; then `rested` is called.
 */
function timers() {
  let rest = 0;
  let beat = 0;
  let held = null; // what is to be sent when the pointer goes up; null while none is down
  const stop = () => {
    clearInterval(beat);
    beat = 0;
  };
  const forget = () => {
    clearTimeout(rest);
    rest = 0;
  };
  const later = (send) => {
    forget();
    if (held) {
      held = [send];
      return;
    }
    rest = setTimeout(() => {
      rest = 0;
      send();
    }, SETTLE);
  };
  return {
    busy: () => Boolean(rest || beat || held),
    stop,
    later,
    hold: () => { held ||= []; },
    release: () => {
      const sends = held || [];
      held = null;
      sends.forEach(later);
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
      held = null;
      stop();
      forget();
    },
  };
}
