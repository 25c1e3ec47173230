// Refunds: what the App Store wants to hear about them, and what a developer may say.

import { get, mayChange, part, post, put } from "./api.js";
import { opening, select, table, when } from "./commands.js";
import { h } from "./dom.js";
import { moment, words } from "./format.js";
import { refresh } from "./model.js";
import { json, quiet, spoken } from "./pieces.js";
import { panel, sheet } from "./sheet.js";

const tones = { waiting: "warn", answered: "good", refused: "bad", late: "" };

/** What the App Store asked about a customer's purchases. */
export const refundRequests = async (path) => (await get(`${path}/refund-requests`)).refundRequests;

export const refundTable = (path, list) => (list.length
  ? table(["Transaction", "Reason", "State", "Waits until", "Told", "Actions"], list.map((item) => h("tr", {},
    h("td", {}, item.transactionId, quiet(item.environment)), h("td", {}, item.reason ? spoken(item.reason) : "–"),
    h("td", {}, h("span", { class: `badge ${tones[item.state]}` }, words(item.state)), item.lastFailure && quiet(item.lastFailure)),
    when(item.deadlineDate), h("td", {}, item.answer ? told(item.answer.body) : "–"),
    h("td", {}, mayChange() && item.state === "waiting" && opening("Answer…", `answer-${item.id}`, () => answer(path, item),
      { about: item.transactionId })))))
  : quiet("The App Store has not asked about a refund of this customer."));

/** Requests of all customers that wait for an answer. */
export const waitingRefunds = async () => (await get("refund-requests?state=waiting&limit=50")).refundRequests;

export const waitingTable = (list, customer) => (list.length
  ? table(["Transaction", "Customer", "Reason", "Waits until", "Actions"], list.map((item) => h("tr", {},
    h("td", {}, item.transactionId, quiet(item.environment)), h("td", {}, customer(item.customer)),
    h("td", {}, item.reason ? spoken(item.reason) : "–"), when(item.deadlineDate),
    h("td", {}, mayChange() && opening("Answer…", `answer-${item.id}`, () => answer(item.customer && `customers/${part(item.customer)}`, item),
      { about: item.transactionId })))))
  : quiet("None: the App Store waits for no word of yours."));

const wishes = [
  ["none", "Nothing: only how much was used"], ["byUse", "What fits the use"], ["grantFull", "Give all of it back"],
  ["grantProrated", "Give back what was not used"], ["decline", "Give nothing back"],
];

const told = (body) => Object.entries(body).filter(([, value]) => value !== "").map(([name, value]) =>
  quiet(`${words(name)}: ${typeof value === "string" ? spoken(value) : value}`));

/** Asks what is to be said, then shows it word by word before it is sent. */
async function answer(path, item) {
  // Where somebody is known whose it is, the log says so.
  const send = (order) => (path ? post(`${path}/refund-requests/${part(item.id)}/answer`, order)
    : put(`refund-requests/${part(item.id)}/answer`, order));
  const wish = select(wishes, "byUse", { name: "preference" });
  const consent = h("input", { type: "checkbox", name: "consent" });
  let order;
  const draft = await sheet({
    title: "Answer about a refund", action: "Show what would be told",
    content: [
      h("p", {}, `The customer asked the App Store for the money of ${item.transactionId} back. It waits until `
        + `${moment(item.deadlineDate)} UTC for what you say, and decides by itself.`),
      h("label", {}, "What you would like to become of it", wish),
      h("label", { class: "check" }, consent, "The customer agreed that the use of purchases is told to Apple"),
    ],
    act: () => {
      order = { preference: wish.value, customerConsented: consent.checked };
      return send({ ...order, isRehearsal: true });
    },
  });
  if (!draft) return;
  const done = await sheet({
    title: "Tell the App Store", action: "Tell it", danger: true,
    content: [
      draft.wasMadeBefore && h("p", {}, "This was made before and may have arrived already; it is sent in the same words."),
      h("p", {}, "The App Store is told this, once:"),
      json(draft.answer.body, "What is told"),
      h("p", {}, "It cannot be taken back. If the App Store gives the money back, a notification says so, and access ends by it."),
    ],
    act: () => send(order),
  });
  if (done) await refresh();
}

/** Says what can be done for somebody who wants the money back. */
export const refundGuide = (list) => panel("A refund",
  h("p", {}, "Only the customer can ask the App Store for the money, and only the App Store gives it back."),
  h("ul", {},
    h("li", {}, "In the app, where it shows Apple's page: ", h("code", {}, "beginRefundRequest"), "."),
    h("li", {}, "Anywhere else: ", h("a", { href: "https://reportaproblem.apple.com", rel: "noreferrer", target: "_blank" },
      "reportaproblem.apple.com"), ", with the Apple Account that bought."),
    h("li", {}, "Until then a grant gives access, or a transfer moves what somebody else bought.")),
  h("p", {}, list.some((item) => item.state === "waiting")
    ? "The App Store waits for your word about a request: answer it below, at Refunds."
    : "When the customer has asked, the App Store may want to know how much was used. That turns up below, at Refunds."));
