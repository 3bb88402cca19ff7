// What a drawing plays by itself, and what it sends once it has come to rest.

const SETTLE = 120; // ms; changes that follow each other faster are told when they have ended

/**
 * The two timers of one drawing, kept through all its redraws. `later` calls `send` at once, and of
 * calls that follow each other fast once more after the last; between `hold` and `release`, while a
 * pointer is down, it waits: an answer would redraw what is being dragged. `chosen` says what a new drawing shows: what its data
 * say, or what was chosen since, if both are `about` the same: while that is still to be sent, and when
 * the answer to an earlier choice comes after it was. An answer takes nothing back. A new drawing ends
 * what plays, except one that says what is shown `now` and draws on from there.
 * `toggle` begins to play, or ends it: `begin` sets the first picture,
 * `next` one after the other, every `ms`, until it says that there is no more; then `rested` is called.
 * Where the `place` of the drawing is no longer on the page, nothing plays on and nothing is told: its
 * server would keep an answer to a drawing that is gone.
 */
function timers(place) {
  let rest = 0;
  let last = -SETTLE; // when something was told or changed
  let beat = 0;
  let held = null; // what is to be sent when the pointer goes up; null while none is down
  let topic = null;
  let wish = null;
  let unanswered = []; // what was sent, oldest first
  const stop = () => {
    clearInterval(beat);
    beat = 0;
  };
  const forget = () => {
    clearTimeout(rest);
    rest = 0;
  };
  const gone = () => !place.isConnected;
  const later = (send, value = wish) => {
    if (gone()) return;
    wish = value;
    if (held) {
      forget();
      held = [send];
      return;
    }
    const tell = () => {
      if (gone()) return;
      if (topic !== null) unanswered.push(JSON.stringify(wish));
      send();
    };
    const now = performance.now();
    const alone = !rest && now - last >= SETTLE;
    last = now;
    forget();
    if (alone) tell();
    else {
      rest = setTimeout(() => {
        rest = 0;
        tell();
      }, SETTLE);
    }
  };
  const release = () => {
    const sends = held || [];
    held = null;
    sends.forEach((send) => later(send));
  };
  return {
    busy: () => Boolean(rest || beat || held),
    stop,
    later,
    hold: () => { held ||= []; },
    release,
    chosen: (about, given, now) => {
      const goesOn = Boolean(beat) && now !== undefined && about === topic;
      if (!goesOn) stop();
      release();
      const answered = unanswered.lastIndexOf(JSON.stringify(given));
      unanswered = answered < 0 ? [] : unanswered.slice(answered + 1); // others: the page has moved it
      if (goesOn) return now;
      if (about === topic && (rest || unanswered.length)) return wish;
      forget();
      [topic, wish] = [about, given];
      return given;
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
        const isGone = gone();
        if (!isGone && next()) return;
        stop();
        if (!isGone) rested();
      }, ms);
    },
    end: () => {
      held = null;
      stop();
      forget();
    },
  };
}

const REMEMBERED = new WeakMap();

/** What a drawing remembers through all its redraws: its `clock` and whatever it adds. */
function remember(root) {
  if (!REMEMBERED.has(root)) REMEMBERED.set(root, { clock: timers(root) });
  return REMEMBERED.get(root);
}

/** While the pointer that drags the slider is down, nothing is sent. */
function holdWhileDragged(input, clock) {
  input.onpointerdown = clock.hold;
  input.onpointerup = clock.release;
  input.onpointercancel = clock.release;
}
