// Where the outcome of a command is told.

import { byID, h } from "./dom.js";

/** Tells what happened in the corner of the page, once; failures stay longer. */
export function tell(text, isBad = false) {
  if ([...byID("messages").children].some((message) => message.textContent === text)) return;
  const message = h("p", { class: isBad ? "bad" : "", role: isBad ? "alert" : undefined }, text);
  byID("messages").append(message);
  setTimeout(() => message.remove(), isBad ? 9000 : 4000);
}

/**
 * Runs a command from a button: it cannot be pressed twice, and a refusal is told.
 *
 * The button is not disabled, because it would lose the keyboard.
 */
export async function run(button, command, done) {
  if (button?.ariaDisabled === "true") return;
  if (button) button.ariaDisabled = "true";
  try {
    const answer = await command();
    if (done) tell(done);
    return answer;
  } catch (error) {
    tell(error.message, true);
  } finally {
    if (button) button.ariaDisabled = null;
  }
}
