// Follows the store live. The browser connects again by itself; the first event it hears then tells it to look.

import { byID } from "./dom.js";
import { refresh } from "./model.js";

export function follow() {
  const stream = new EventSource("/control/stream");
  let due;
  // Not put off by the next event: on a long way of the clock there is always one.
  const soon = () => {
    due ??= setTimeout(() => {
      due = undefined;
      refresh();
    }, 60);
  };
  stream.addEventListener("open", () => {
    say("live", "Live");
    soon();
  });
  stream.addEventListener("change", soon);
  stream.addEventListener("error", () => {
    say("lost", "Connection lost, trying again…");
    // After an answer that is no stream the browser does not try again by itself.
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 3000);
  });
}

function say(state, text) {
  const element = byID("connection");
  element.dataset.state = state;
  if (element.textContent !== text) element.textContent = text;
}
