// The door.

import { logIn } from "./api.js";
import { byID, fill, h } from "./dom.js";

export function drawLogIn() {
  document.title = "Log in – Purser console";
  if (byID("log-in")) return;
  const problem = h("p", { class: "alert", role: "alert", hidden: true });
  const button = h("button", { class: "primary", type: "submit" }, "Log in");
  const secret = h("input", {
    type: "password", name: "secret", required: true, autocomplete: "current-password", maxLength: 1024,
  });
  const form = h("form", {
    id: "log-in", class: "card form",
    onsubmit: async (event) => {
      event.preventDefault();
      if (button.ariaDisabled === "true") return;
      button.ariaDisabled = "true";
      try {
        await logIn(secret.value, form.elements.name.value.trim());
      } catch (error) {
        problem.textContent = error.message;
        problem.hidden = false;
        secret.select();
        secret.focus();
      } finally {
        button.ariaDisabled = null;
      }
    },
  },
  h("h2", { id: "place-title" }, "Log in"),
  h("label", {}, "Your name, for the log (may be empty)",
    h("input", { type: "text", name: "name", autocomplete: "username", maxLength: 64 })),
  h("label", {}, "Secret of the console", secret),
  problem, h("div", { class: "row" }, button),
  h("p", { class: "quiet" }, "It stands in the file that ", h("code", {}, "--console-secret-file"), " names."));
  fill(byID("main"), h("section", { class: "door", "aria-labelledby": "place-title" }, form));
  form.elements.name.focus();
}
