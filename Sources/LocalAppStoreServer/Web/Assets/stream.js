// Follows the store live. The browser connects again by itself and says what it heard last.

import { byID } from "./dom.js";
import { refresh } from "./model.js";

export function follow() {
  const stream = new EventSource("/control/stream");
  let due;
  const soon = () => {
    clearTimeout(due);
    due = setTimeout(() => refresh().catch(() => {}), 60);
  };
  stream.addEventListener("open", () => {
    say("live", "Live");
    soon();
  });
  stream.addEventListener("change", soon);
  stream.addEventListener("error", () => say("lost", "Connection lost, trying again…"));
}

function say(state, text) {
  const element = byID("connection");
  element.dataset.state = state;
  if (element.textContent !== text) element.textContent = text;
}
