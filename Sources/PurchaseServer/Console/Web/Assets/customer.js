// One customer: what they have and why, their life as a picture, everything that is known, and what can be done.

import { access, momentBar } from "./access.js";
import { get, mayChange, part, post, remove } from "./api.js";
import { asking, nameField, opening, table, when } from "./commands.js";
import { grantSheet } from "./customers.js";
import { fill, h } from "./dom.js";
import { date, moment, words } from "./format.js";
import { drawLife } from "./life.js";
import { run } from "./messages.js";
import { ask, heading, refresh, to } from "./model.js";
import { block, json, quiet } from "./pieces.js";
import { refundGuide, refundRequests, refundTable } from "./refunds.js";
import { panel, sheet } from "./sheet.js";
import { eventTable } from "./told.js";

export async function customerPage(section, name, query, isCurrent) {
  const path = `customers/${part(name)}`;
  const at = query.get("at");
  const [history, told, refunds] = await Promise.all([
    get(`${path}/history${at ? `?at=${part(at)}&known=${part(query.get("known") ?? "then")}` : ""}`),
    events(name), refundRequests(path),
  ]);
  if (!isCurrent()) return undefined;
  const life = h("div", { id: "life" });
  fill(section,
    h("p", {}, h("a", { href: to("customers"), key: "back" }, "All customers")),
    heading(history.customer, `${history.isAnonymous ? "Without an account" : "An account"} · since ${date(history.createdDate)}`
      + (history.aliases.length ? ` · also ${history.aliases.join(", ")}` : "")
      + (history.pendingUploadCount ? ` · ${history.pendingUploadCount} uploads wait for the App Store` : "")),
    mayChange() && commands(path, history, refunds),
    part_("Access", momentBar(query), access(history.moment)),
    part_("Life", life),
    part_("What the App Store stated", facts(history)),
    part_("Notifications", notifications(history.notifications)),
    part_("What was told to webhooks", eventTable(told, history.deliveries)),
    part_("Documents", documents(path)),
    part_("Refunds", refundTable(path, refunds)),
    part_("Grants", grants(path, history.grants)),
    part_("What was done", trail(history.audit)));
  const draw = () => drawLife(life, history, told, (time) => {
    const next = new URLSearchParams(query);
    next.set("at", String(Math.round(time)));
    ask(next);
  });
  draw();
  addEventListener("resize", draw);
  return () => removeEventListener("resize", draw);
}

let number = 0;
const part_ = (title, ...content) => block(`part-${(number += 1)}`, title, ...content);

/** Everything that was told about somebody, the oldest first; not more than what a person reads. */
async function events(name) {
  const all = [];
  let after = 0;
  while (all.length < 1000) {
    const answer = await get(`events?customer=${part(name)}&limit=200&after=${after}`);
    all.push(...answer.events);
    if (answer.next === undefined || answer.events.length < 200) break;
    after = answer.next;
  }
  return all;
}

function facts(history) {
  const purchases = history.transactions.map((item) => ({ time: item.signedDate, what: "Transaction", item }));
  const renewals = history.renewals.map((item) => ({ time: item.signedDate, what: "Renewal", item }));
  const all = [...purchases, ...renewals].sort((a, b) => b.time - a.time);
  if (!all.length) return quiet("Nothing yet.");
  return table(["Stated", "What", "Product", "Period", "More"], all.slice(0, 500).map(({ time, what, item }) =>
    h("tr", {}, when(time), h("td", {}, what, quiet(item.transactionId ?? item.originalTransactionId)),
      h("td", {}, item.productId ?? "–"),
      h("td", {}, item.purchaseDate ? `${date(item.purchaseDate)} to ${date(item.expiresDate)}` : "–"),
      h("td", {}, remarks(item), opening("All of it", `fact-${what}-${item.transactionId ?? item.originalTransactionId}-${time}`,
        () => panel(`${what} of ${item.productId ?? item.originalTransactionId}`, json(item)), {
          about: `${what} ${item.transactionId ?? item.originalTransactionId}`,
        })))));
}

const remarks = (item) => [
  item.revocationDate && `taken back ${date(item.revocationDate)}`, item.isTrialPeriod && "trial", item.isUpgraded && "upgraded",
  item.autoRenewStatus === 0 && "renewal off", item.autoRenewStatus === 1 && "renewal on",
  item.isInBillingRetryPeriod && "billing retry",
].filter(Boolean).map((text) => h("p", {}, text));


const notifications = (list) => (list.length ? table(["Received", "Type", "Signed", "Identifier"], list.map((item) =>
  h("tr", {}, when(item.receivedDate), h("td", {}, item.type), when(item.signedDate), h("td", {}, item.id))))
  : quiet("None yet."));

/** What devices sent, as it is signed: asked for only when somebody wants to see it. */
function documents(path) {
  const place = h("div", {}, opening("Show and verify", "documents", async (event) => {
    const answer = await run(event.currentTarget, () => get(`${path}/documents`));
    if (!answer) return;
    const { folded } = await import("./documents.js");
    fill(place, answer.documents.length ? answer.documents.map(folded)
      : quiet("No receipt and no signed data was kept."));
  }));
  return place;
}

const grants = (path, list) => (list.length ? table(["Grant", "Level", "From", "Until", "Why", "By", "Actions"], list.map((item) =>
  h("tr", {}, h("td", {}, item.grant), h("td", {}, item.level), when(item.startDate), when(item.endDate),
    h("td", {}, item.reason ?? "–"), h("td", {}, item.actor),
    h("td", {}, item.revokedDate ? `Taken back ${date(item.revokedDate)}` : mayChange() && asking("Take back",
      `revoke-${item.grant}`, `The level ${item.level} ends at once.`, () => remove(`${path}/grants/${part(item.grant)}`),
      item.grant))))) : quiet("None. A grant gives a level of access without a purchase."));

const trail = (list) => (list.length ? table(["When", "What", "By", "From", "To", "Why"], list.toReversed().map((item) => h("tr", {},
  when(item.date), h("td", {}, words(item.kind), quiet(item.originalTransactionId)), h("td", {}, item.actor),
  h("td", {}, item.from ?? "–"), h("td", {}, item.to ?? "–"), h("td", {}, item.reason ?? "–"))))
  : quiet("Nothing was moved or merged."));

function commands(path, history, refunds) {
  const mine = history.customer;
  return h("div", { class: "row below" },
    opening("Grant…", "grant", async () => {
      if (await grantSheet(() => mine)) await refresh();
    }),
    opening("Transfer…", "transfer", () => transfer(mine)),
    opening("Link a name…", "link", () => link(path)),
    opening("Refund…", "refund", () => refundGuide(refunds)),
    h("a", { href: `/v1/${path}/export`, download: "customer.json", key: "export" }, "Copy of the data"),
    opening("Erase…", "erase", () => erase(path, mine), { tone: "danger" }));
}

async function transfer(from) {
  const to_ = nameField({ name: "to", maxLength: 256 });
  const which = h("input", { type: "text", name: "which", autocomplete: "off" });
  const why = h("input", { type: "text", name: "why", maxLength: 200, autocomplete: "off" });
  const done = await sheet({
    title: "Transfer purchases", action: "Transfer", danger: true,
    content: [h("p", {}, `What ${from} bought belongs to somebody else from then on.`), h("label", {}, "To the customer", to_),
      h("label", {}, "Original transactions, separated by blanks; empty for all", which), h("label", {}, "Why", why)],
    act: () => {
      const body = { from, to: to_.value.trim() };
      const list = which.value.split(/[\s,]+/).filter(Boolean);
      if (list.length) body.originalTransactionIds = list;
      if (why.value.trim()) body.reason = why.value.trim();
      return post("transfers", body);
    },
  });
  if (done) await refresh();
}

async function link(path) {
  const alias = nameField({ name: "alias", maxLength: 256 });
  const done = await sheet({
    title: "Link a name", action: "Link",
    content: [h("p", {}, "The other name means this customer from then on, with everything stored under it. It cannot be undone."),
      h("label", {}, "Other name", alias)],
    act: () => post(`${path}/aliases`, { alias: alias.value.trim() }),
  });
  if (done) await refresh();
}

async function erase(path, mine) {
  const field = nameField({ name: "again", maxLength: 256 });
  const done = await sheet({
    title: "Erase the customer", action: "Erase", danger: true,
    content: [h("p", {}, "Names, grants, balances and uploads are forgotten for good. What the App Store stated stays, without a "
      + "person."), h("label", {}, "Type the customer's name to go on", field)],
    act: () => {
      if (field.value !== mine) throw new Error("That is another name.");
      return remove(path);
    },
  });
  if (done) location.hash = to("customers");
}
