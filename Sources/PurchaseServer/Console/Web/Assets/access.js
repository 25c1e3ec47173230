// What a customer has at a moment, and why: the reasons of the server with the statements that decided.

import { table, when } from "./commands.js";
import { h } from "./dom.js";
import { moment, words } from "./format.js";
import { ask } from "./model.js";
import { quiet } from "./pieces.js";

/** Why an entitlement stands as it does, in a sentence. */
const reasons = {
  purchased: "Bought once, owned for ever.",
  paidPeriod: "A period that was paid for runs.",
  freeTrial: "A free trial runs.",
  renewalAwaited: "The period is over and nothing was heard of a renewal or an end: the leeway after an end runs.",
  withinDuration: "What was bought for a time still runs.",
  endUnknown: "Bought for a time, and nobody has told how long that is.",
  billingError: "The App Store could not charge the account.",
  customerCancelled: "The customer turned renewal off, and the period is over.",
  priceIncreaseDeclined: "The customer did not agree to the higher price.",
  productUnavailable: "The product was no longer for sale.",
  periodEnded: "The period is over, and the App Store has not said why it was not renewed.",
  durationEnded: "The time for which it was bought is over.",
  productChanged: "The subscription went on with another product of its group.",
  refunded: "The App Store gave the money back.",
  refundedForIssueInApp: "The App Store gave the money back because of a problem with the app.",
  familySharingEnded: "Family Sharing of the purchase has ended.",
  sandboxNotCounted: "Bought in the sandbox, where this customer's purchases do not count.",
  upgraded: "A higher level of its group took its place.",
};

const conditions = {
  cancelled: "renewal is off", priceConsentPending: "asked about a higher price", productChangePending: "another product comes next",
  extended: "the period was extended", refundReversed: "a refund was taken back", familyShared: "shared by the family",
  renewalAwaited: "the renewal is awaited",
};

const sources = { transaction: "the transaction", renewal: "the renewal of" };

/** What decided, with when the App Store said so. */
const deciding = (fact) => h("p", {}, `${sources[fact.kind] ?? words(fact.kind)} ${fact.transactionId ?? ""}`,
  h("span", { class: "quiet" }, `, stated ${moment(fact.signedDate)}`));

export function access(at) {
  const levels = at.levels.map((level) => h("li", {}, h("span", { class: "badge good" }, level.level), ` ${
    level.expiresDate === undefined ? "for ever" : `until ${moment(level.expiresDate)}`}, by ${
    level.grant ? `the grant ${level.grant}` : level.productId ?? "a purchase"}`));
  const rows = at.entitlements.map((item) => h("tr", {},
    h("td", {}, item.productId, quiet(item.environment)),
    h("td", {}, h("span", { class: `badge ${item.isEntitled ? "good" : "bad"}` }, item.isEntitled ? "Access" : "No access")),
    h("td", {}, reasons[item.reason] ?? words(item.reason), quiet([words(item.state),
      item.phase && item.phase !== item.state && words(item.phase),
      ...(item.conditions ?? []).map((name) => conditions[name] ?? words(name))].filter(Boolean).join(" · "))),
    when(item.accessEndDate ?? item.expiresDate), h("td", {}, item.decidedBy.map(deciding))));
  return [
    h("p", { class: "quiet below" }, `At ${moment(at.date)} UTC${at.known === "now" ? ", by all that is known now" : ""}`),
    levels.length > 0 ? h("ul", { class: "levels" }, levels) : h("p", { class: "below" }, "No level of access."),
    rows.length ? table(["Product", "Access", "Why", "Ends", "Decided by"], rows)
      : quiet("Nothing had been bought by then."),
  ];
}

/** Which moment is looked at, and whether with what is known today. */
export function momentBar(query) {
  const at = query.get("at");
  const change = (edit) => {
    const next = new URLSearchParams(query);
    edit(next);
    ask(next);
  };
  const field = h("input", {
    type: "datetime-local", key: "at", name: "at", step: 1,
    value: at ? new Date(Number(at)).toISOString().slice(0, 19) : "",
    onchange: (event) => {
      const time = Date.parse(`${event.currentTarget.value}Z`);
      change((next) => (Number.isNaN(time) ? next.delete("at") : next.set("at", String(time))));
    },
  });
  const known = h("select", {
    key: "known", name: "known", onchange: (event) => {
      const { value } = event.currentTarget;
      change((next) => next.set("known", value));
    },
  }, [["then", "by then"], ["now", "until now"]].map(([value, text]) =>
    h("option", { value, selected: (query.get("known") ?? "then") === value }, text)));
  return h("div", { class: "row fields below" }, h("label", {}, "At the moment (UTC); empty for now", field),
    at && h("label", {}, "By what the App Store had stated", known),
    at && h("button", { key: "now", onclick: () => ask(new URLSearchParams()) }, "Now"));
}
