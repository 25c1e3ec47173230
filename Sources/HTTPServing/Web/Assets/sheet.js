// Dialogs: the browser keeps the keyboard inside and closes them with Escape.

import { focusOn, h } from "./dom.js";

let number = 0;

/**
 * Opens a dialog and resolves with what `act` returns when its main button was pressed, or undefined when it was
 * closed. A refusal is shown inside, and the dialog stays.
 */
export function sheet({ title, content, action, act, danger }) {
  const id = `sheet-${(number += 1)}`;
  const problem = h("p", { class: "alert", role: "alert", hidden: true });
  const confirm = h("button", { class: danger ? "danger" : "primary", type: "submit" }, action);
  const cancel = h("button", { type: "button", onclick: () => !isBusy() && dialog.close() }, "Cancel");
  const isBusy = () => confirm.ariaDisabled === "true";
  let outcome;
  const form = h("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      if (isBusy()) return;
      // Not disabled, because the button would lose the keyboard.
      confirm.ariaDisabled = "true";
      try {
        outcome = (await act(form)) ?? true;
        dialog.close();
      } catch (error) {
        problem.textContent = error.message;
        problem.hidden = false;
      } finally {
        confirm.ariaDisabled = null;
      }
    },
  }, h("h2", { id }, title), content, problem, h("div", { class: "row" }, cancel, confirm));
  // What is under way is waited for: closed now, nobody would hear how it ended.
  const dialog = h("dialog", { "aria-labelledby": id, oncancel: (event) => isBusy() && event.preventDefault() }, form);
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
  const section = before?.closest("section");
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      // The browser gave the keyboard back when the dialog closed, and this comes later: who has it by now keeps it. Nobody
      // has it if the page was drawn anew meanwhile, the button with it.
      if (document.activeElement === document.body) {
        if (before?.isConnected) before.focus({ preventScroll: true });
        else focusOn(before?.dataset?.key, section);
      }
      resolve(outcome());
    });
  });
}
