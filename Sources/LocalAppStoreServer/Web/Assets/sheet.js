// Dialogs: the browser keeps the keyboard inside and closes them with Escape.

import { h } from "./dom.js";

let number = 0;

/**
 * Opens a dialog and resolves with what `act` returns when its main button was pressed, or undefined when it was
 * closed. A refusal is shown inside, and the dialog stays.
 */
export function sheet({ title, content, action, act, danger }) {
  const id = `sheet-${(number += 1)}`;
  const problem = h("p", { class: "alert", role: "alert", hidden: true });
  const confirm = h("button", { class: danger ? "danger" : "primary", type: "submit" }, action);
  const cancel = h("button", { type: "button", onclick: () => dialog.close() }, "Cancel");
  let outcome;
  const form = h("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      confirm.disabled = true;
      try {
        outcome = (await act(form)) ?? true;
        dialog.close();
      } catch (error) {
        problem.textContent = error.message;
        problem.hidden = false;
        confirm.disabled = false;
      }
    },
  }, h("h2", { id }, title), content, problem, h("div", { class: "row" }, cancel, confirm));
  const dialog = h("dialog", { "aria-labelledby": id }, form);
  return open(dialog, () => outcome);
}

/** Opens a dialog that only shows something. */
export function panel(title, ...content) {
  const id = `sheet-${(number += 1)}`;
  const close = h("button", { onclick: () => dialog.close() }, "Close");
  const dialog = h("dialog", { class: "wide", "aria-labelledby": id },
    h("div", { class: "body" }, h("h2", { id }, title), ...content, h("div", { class: "row" }, close)));
  return open(dialog, () => undefined);
}

function open(dialog, outcome) {
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      // The page may have been drawn anew meanwhile, the button with it.
      const key = before?.dataset?.key;
      const target = before?.isConnected ? before : key && document.querySelector(`[data-key="${CSS.escape(key)}"]`);
      target?.focus?.();
      resolve(outcome());
    });
  });
}
