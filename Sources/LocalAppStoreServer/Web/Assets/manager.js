// The transaction manager: everything the App Store can do to what customers bought.

import { post } from "./api.js";
import { button } from "./commands.js";
import { byID, fill, h } from "./dom.js";
import { moment, words } from "./format.js";
import { title } from "./model.js";
import { drawCodes } from "./offers.js";
import { drawSubscriptions } from "./subscriptions.js";
import { drawTransactions } from "./transactions.js";

export function drawManager(state) {
  drawWaiting(state);
  drawSubscriptions(state);
  drawTransactions(state);
  drawCodes(state);
}

function drawWaiting(state) {
  const waiting = state.attempts.filter((item) => ["waitingForApproval", "interrupted"].includes(item.status));
  byID("waiting-section").hidden = waiting.length === 0;
  fill(byID("waiting"), waiting.map((item) => {
    const path = `attempts/${encodeURIComponent(item.id)}`;
    return h("div", { class: "card row spread" },
      h("div", {}, h("h4", {}, title(item.productId)),
        h("p", { class: "quiet" }, `${item.account} · ${words(item.status)} · ${moment(item.date)}`)),
      h("div", { class: "row" }, item.status === "interrupted"
        ? button("Resolve", `resolve-${item.id}`, () => post(`${path}/resolve`), { done: "Resolved.", tone: "primary", about: title(item.productId) })
        : [
          button("Approve", `approve-${item.id}`, () => post(`${path}/approve`), { done: "Approved.", tone: "primary", about: title(item.productId) }),
          button("Decline", `decline-${item.id}`, () => post(`${path}/decline`), { done: "Declined.", about: title(item.productId) }),
        ]));
  }));
}
