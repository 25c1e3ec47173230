// The customer's family, and what the customer shares with it.

import { post, remove, run } from "./api.js";
import { asking, nameField, opening, select } from "./commands.js";
import { byID, fill, h } from "./dom.js";
import { customer, product, refresh, title } from "./model.js";
import { sheet } from "./sheet.js";

export function drawFamily(state) {
  const account = customer();
  if (!account) return fill(byID("shop-family"));
  const family = state.families.find((one) => one.members.includes(account.id));
  fill(byID("shop-family"), family ? card(family, account, state) : [
    h("p", { class: "quiet" }, `${account.id} is in no family.`),
    h("div", { class: "row below" },
      opening("Start a family", "start-family", () => start(account)),
      state.families.length > 0 && opening("Join a family", "join-family", () => join(account, state))),
  ]);
}

function card(family, account, state) {
  const isOrganizer = family.organizer === account.id;
  const question = isOrganizer ? "The family is dissolved; everybody loses what was shared." : "What was shared is revoked.";
  const shareable = purchases(account, state);
  return h("div", { class: "card" },
    h("div", { class: "row spread" }, h("h4", {}, family.id),
      asking("Leave family", "leave-family", question, () => remove(
        `families/${encodeURIComponent(account.familyId)}/members/${encodeURIComponent(account.id)}`))),
    h("p", { class: "quiet" }, family.members.map((id) => (id === family.organizer ? `${id} (organizer)` : id)).join(", ")),
    shareable.length
      ? shareable.map((item) => share(item, account))
      : h("p", { class: "quiet" }, "Nothing bought yet that can be shared."));
}

/** What this customer bought and may share: each with the transaction that stands for it. */
function purchases(account, state) {
  const owned = state.transactions.filter((item) => item.account === account.id && item.type === "Non-Consumable"
    && item.inAppOwnershipType === "PURCHASED" && item.transactionId === item.originalTransactionId && !item.revocationDate);
  const subscribed = state.subscriptions.filter((item) => item.account === account.id && !item.sharedOriginalTransactionId
    && [1, 3, 4].includes(item.status));
  return [...owned, ...subscribed].filter((item) => product(item.productId)?.isFamilyShareable);
}

function share(item, account) {
  const id = item.originalTransactionId;
  return h("div", {}, h("label", { class: "check" }, h("input", {
    type: "checkbox", key: `share-${id}`, checked: !(account.unsharedPurchases ?? []).includes(id),
    onchange: async (event) => {
      const enabled = event.target.checked;
      await run(event.target, () => post(`transactions/${encodeURIComponent(id)}/family-sharing`, { enabled }));
      await refresh();
    },
  }), `Share ${title(item.productId)}`));
}

async function start(account) {
  const name = nameField();
  await sheet({
    title: "Start a family",
    content: [h("p", { class: "quiet" }, `${account.id} organizes it.`), h("label", {}, "Name of the family", name)],
    action: "Start",
    act: () => post("families", { id: name.value.trim(), organizer: account.id }),
  });
  await refresh();
}

async function join(account, state) {
  const list = select(state.families.map((one) => [one.id, `${one.id} of ${one.organizer}`]), state.families[0].id);
  await sheet({
    title: "Join a family",
    content: h("label", {}, "Family", list),
    action: "Join",
    act: () => post(`families/${encodeURIComponent(list.value)}/members`, { account: account.id }),
  });
  await refresh();
}
