// The shop as a customer sees it.

import { patch, post, run, tell } from "./api.js";
import { drawFamily } from "./family.js";
import { byID, fill, h } from "./dom.js";
import { date } from "./format.js";
import { choose, customer, model, product, refresh, title } from "./model.js";
import { nameField } from "./commands.js";
import { chosenOffer, offerList, redeem } from "./offers.js";
import { offer, period, price, statusNames, statusTone } from "./prices.js";
import { sheet } from "./sheet.js";

export function drawShop(state) {
  drawCustomer(state);
  drawFamily(state);
  const account = customer();
  if (!account) {
    fill(byID("shop-notices"), h("p", { class: "card" }, "Nobody has an account yet. Add one to go shopping."));
    for (const id of ["shop-products", "shop-subscriptions", "shop-actions"]) fill(byID(id));
    return;
  }
  const subscriptions = state.subscriptions.filter((item) => item.account === account.id);
  fill(byID("shop-notices"),
    state.settings.disableDialogs && h("p", { class: "quiet below" }, "One press buys: sheets are turned off."),
    subscriptions.filter(asksForConsent).map((item) => consent(item, account)));
  fill(byID("shop-products"), groups(state).map(([name, items]) => [
    h("h3", {}, name), items.map((item) => card(item, account, state)),
  ]));
  fill(byID("shop-subscriptions"), subscriptions.length
    ? subscriptions.map((item) => subscription(item, state))
    : h("p", { class: "quiet" }, "No subscriptions yet."));
  fill(byID("shop-actions"),
    h("button", { key: "redeem", onclick: redeem }, "Redeem a code"),
    h("button", {
      key: "restore",
      onclick: async (event) => {
        const answer = await run(event.currentTarget, () => post(`${path(account)}/restore`, { asDevice: true }));
        if (answer) tell(`${answer.transactions.length} purchases restored.`);
      },
    }, "Restore purchases"));
}

const path = (account) => `accounts/${encodeURIComponent(account.id)}`;
const subscriptionPath = (item) => `subscriptions/${encodeURIComponent(item.originalTransactionId)}`;

// MARK: The customer

function drawCustomer(state) {
  const account = customer();
  fill(
    byID("shop-customer"),
    h("label", {}, "Account", h("select", {
      key: "account", disabled: !account, onchange: (event) => choose(event.target.value),
    }, state.accounts.map(({ id }) => h("option", { value: id, selected: id === account?.id }, id)))),
    h("label", {}, "Storefront", h("select", {
      key: "storefront", disabled: !account,
      onchange: async (event) => {
        await run(event.target, () => patch(path(account), { storefront: event.target.value }));
        await refresh();
      },
    }, state.storefronts.map(({ storefront, currency }) => h("option", {
      value: storefront, selected: storefront === account?.storefront,
    }, `${storefront} · ${currency}`)))),
    h("button", { key: "new-account", onclick: () => newAccount(state) }, "New account"),
  );
}

async function newAccount(state) {
  const name = nameField();
  const storefront = h("select", {}, state.storefronts.map((item) => h("option", {
    value: item.storefront, selected: item.storefront === state.settings.storefront,
  }, `${item.storefront} · ${item.currency}`)));
  const account = await sheet({
    title: "New account",
    content: h("div", { class: "row fields" }, h("label", {}, "Name", name), h("label", {}, "Storefront", storefront)),
    action: "Create",
    act: () => post("accounts", { id: name.value.trim(), storefront: storefront.value }),
  });
  if (account) await choose(account.id);
}

// MARK: What is for sale

/** Subscription groups first, then everything else; the highest level of a group on top. */
function groups(state) {
  const groups = new Map();
  for (const item of state.products) {
    const name = item.groupName ?? "For sale";
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  for (const items of groups.values()) items.sort((a, b) => (a.groupLevel ?? 0) - (b.groupLevel ?? 0));
  return [...groups].sort(([a], [b]) => (a === "For sale") - (b === "For sale"));
}

function card(item, account, state) {
  const cost = price(item.price, item.currency, account.storefront);
  const rhythm = item.period ? `${cost} per ${period(item.period)}` : cost;
  const owned = ownership(item, account, state);
  return h("article", { class: "card product" },
    h("div", { class: "text" },
      h("h4", {}, item.title || item.productId, owned && [" ", h("span", { class: "badge good" }, owned)]),
      item.description && h("p", { class: "quiet" }, item.description),
      item.period && h("p", { class: "quiet" }, `Every ${period(item.period)}`),
      item.introductoryOffer && h("p", { class: "quiet" },
        `New customers: ${offer(item.introductoryOffer, account.storefront)}`)),
    h("div", { class: "buy" }, h("button", {
      key: `buy-${item.productId}`, class: "primary", "aria-label": `Buy ${item.title || item.productId} for ${rhythm}`,
      onclick: () => buy(item, account, rhythm),
    }, cost)));
}

function ownership(item, account, state) {
  if (item.type === "Non-Consumable") {
    const has = state.transactions.some((transaction) => transaction.account === account.id
      && transaction.productId === item.productId && !transaction.revocationDate);
    return has && "Owned";
  }
  const current = state.subscriptions.find((subscription) => subscription.account === account.id
    && subscription.productId === item.productId && [1, 4].includes(subscription.status));
  return current && "Subscribed";
}

async function buy(item, account, rhythm) {
  // Without dialogs, as in Xcode, a purchase goes through at once.
  const quick = model.state.settings.disableDialogs;
  const answer = quick ? await run(undefined, () => pay(item, account)) : await confirm(item, account, rhythm);
  if (!answer) return;
  const waits = answer.status === "waitingForApproval" ? "A parent has been asked." : "The purchase was interrupted.";
  tell(answer.httpStatus === 201 ? `${item.title || item.productId}: you're all set.` : waits);
  await refresh();
}

const pay = (item, account, more = {}) => post("purchases", {
  productId: item.productId, account: account.id, asDevice: true, ...more,
});

function confirm(item, account, rhythm) {
  const quantity = h("input", { type: "number", min: 1, max: 10, value: 1 });
  const askToBuy = h("input", { type: "checkbox" });
  const offers = offerList(item, account.storefront);
  return sheet({
    title: item.title || item.productId,
    content: [
      h("p", { class: "price" }, rhythm),
      item.introductoryOffer && h("p", {}, `Begins with ${offer(item.introductoryOffer, account.storefront)}, `
        + "if you have not had it before."),
      h("p", { class: "quiet" }, `${model.state.app.bundleId} · Account ${account.id}`),
      item.type === "Consumable" && h("label", {}, "Quantity", quantity),
      offers && h("label", {}, "Offer", offers),
      h("label", { class: "check" }, askToBuy, "Ask a parent first"),
    ],
    action: item.period ? "Subscribe" : "Buy",
    act: () => pay(item, account, {
      ...(item.type === "Consumable" && { quantity: Number(quantity.value) }),
      ...(askToBuy.checked && { simulatesAskToBuy: true }),
      ...chosenOffer(offers),
    }),
  });
}

// MARK: Subscriptions

const asksForConsent = (item) => item.priceIncrease && !item.priceIncrease.isAccepted;

function consent(item, account) {
  const cost = price(item.priceIncrease.price, item.priceIncrease.currency, account.storefront);
  const answer = (accepts) => async (event) => {
    await run(event.currentTarget, () => post(`${subscriptionPath(item)}/price-consent`, { accepts }),
      accepts ? "You agreed to the new price." : "You did not agree; the subscription will end.");
    await refresh();
  };
  return h("div", { class: "card notice" },
    h("h4", {}, `${title(item.productId)} will cost ${cost}`),
    h("p", { class: "quiet" }, "Without your consent the subscription ends with the period you have paid for."),
    h("div", { class: "row" },
      h("button", { key: `agree-${item.originalTransactionId}`, class: "primary", onclick: answer(true) },
        "Agree to new price"),
      h("button", {
        key: `disagree-${item.originalTransactionId}`, "aria-label": `Decline: ${title(item.productId)}`,
        onclick: answer(false),
      }, "Decline")));
}

function subscription(item, state) {
  const id = item.originalTransactionId;
  const isLive = [1, 3, 4].includes(item.status);
  const plans = state.products.filter((other) => other.subscriptionGroupIdentifier === item.subscriptionGroupIdentifier);
  const isOn = item.autoRenewStatus === 1;
  const isShared = Boolean(item.sharedOriginalTransactionId);
  const next = isOn ? `Renews on ${date(item.expiresDate)}` : `Ends on ${date(item.expiresDate)}`;
  const past = `${item.status === 5 ? "Taken back; was paid until" : "Ended on"} ${date(item.expiresDate)}`;
  return h("div", { class: "card" },
    h("div", { class: "row spread" },
      h("h4", {}, title(item.productId)),
      h("span", { class: `badge ${statusTone[item.status] ?? ""}` }, statusNames[item.status] ?? item.status)),
    h("p", { class: "quiet" }, isLive ? next : past),
    isShared && h("p", { class: "quiet" }, "Shared by your family."),
    isLive && !isShared && h("div", { class: "row spread" },
      plans.length > 1 && h("label", {}, "Plan", h("select", {
        key: `plan-${id}`, onchange: (event) => changePlan(item, product(event.target.value), event.target),
      }, plans.map((plan) => h("option", {
        value: plan.productId, selected: plan.productId === (item.autoRenewProductId ?? item.productId),
      }, plan.title || plan.productId)))),
      h("button", {
        key: `renew-${id}`,
        onclick: async (event) => {
          await run(event.currentTarget, () => post(`${subscriptionPath(item)}/auto-renew`, { enabled: !isOn }));
          await refresh();
        },
      }, isOn ? "Cancel subscription" : "Renew again")));
}

/**
 * A higher level, or an equal one of the same length, begins at once and is paid for at once, so the customer is asked;
 * any other comes with the renewal.
 */
async function changePlan(item, plan, list) {
  const change = () => post(`${subscriptionPath(item)}/renewal-product`, { productId: plan.productId });
  const name = plan.title || plan.productId;
  const current = product(item.productId);
  const beginsNow = plan.groupLevel < current?.groupLevel
    || (plan.groupLevel === current?.groupLevel && plan.period === current.period && plan !== current);
  const answer = beginsNow && !model.state.settings.disableDialogs
    ? await sheet({
      title: name,
      content: [
        h("p", { class: "price" }, `${price(plan.price, plan.currency, customer().storefront)} per ${period(plan.period)}`),
        h("p", {}, "It begins now. What is left of the period you have paid for is given back."),
      ],
      action: "Change plan",
      act: change,
    })
    : await run(list, change);
  if (answer && plan === current) tell(`${name} stays.`);
  else if (answer) tell(beginsNow ? `${name} has begun.` : `${name} comes with the next renewal.`);
  await refresh();
}
