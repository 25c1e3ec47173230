// What was done at the console, and by whom.

import { get } from "./api.js";
import { table, when } from "./commands.js";
import { fill, h } from "./dom.js";
import { empty, heading, to } from "./model.js";
import { quiet } from "./pieces.js";

export async function auditPlace(section, parts, query, isCurrent) {
  const cursor = query.get("cursor");
  const answer = await get(`audit?limit=50${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
  if (!isCurrent()) return;
  fill(section,
    heading("Log", "What people did here, the newest first. What programs do with keys stands in the log of the server."),
    answer.audit.length
      ? table(["When", "Who", "What", "About", "Outcome"], answer.audit.map(row))
      : empty("Nothing was done yet."),
    h("div", { class: "row above" },
      cursor && h("a", { href: to("log"), key: "newest" }, "Newest"),
      answer.cursor && h("a", { href: to("log", [], new URLSearchParams({ cursor: answer.cursor })), key: "older" },
        "Older")));
}

/** What people did, in words; anything else is told by its route. */
const acts = {
  logIn: "Logged in", logOut: "Logged out",
  "POST /v1/keys": "Made a key", "DELETE /v1/keys/{id}": "Revoked a key", "POST /v1/keys/{id}/rotate": "Rotated a key",
  "POST /v1/webhooks": "Added a webhook", "PATCH /v1/webhooks/{webhook}": "Changed a webhook",
  "DELETE /v1/webhooks/{webhook}": "Removed a webhook", "POST /v1/webhooks/{webhook}/test": "Sent a test to a webhook",
  "POST /v1/webhooks/{webhook}/secret": "Made a new secret of a webhook", "POST /v1/deliveries/{delivery}/resend": "Sent a delivery again",
  "PUT /v1/offerings/{offering}": "Set up an offering", "DELETE /v1/offerings/{offering}": "Removed an offering",
  "POST /v1/notification-tests": "Had the App Store send a test", "POST /v1/transfers": "Transferred purchases",
  "POST /v1/customers/{customer}/aliases": "Linked a name", "DELETE /v1/customers/{customer}": "Erased a customer",
  "GET /v1/customers/{customer}/export": "Took a copy of a customer's data",
  "PUT /v1/customers/{customer}/grants/{grant}": "Granted a level", "DELETE /v1/customers/{customer}/grants/{grant}": "Took a grant back",
  "POST /v1/customers/{customer}/refund-requests/{request}/answer": "Answered about a refund",
  "PUT /v1/refund-requests/{request}/answer": "Answered about a refund",
  "PUT /v1/settings/apps/{app}": "Set up an app", "DELETE /v1/settings/apps/{app}": "Removed an app",
  "PUT /v1/settings/levels/{level}": "Set up a level", "DELETE /v1/settings/levels/{level}": "Removed a level",
  "PUT /v1/settings/policies/{policy}": "Changed a policy", "DELETE /v1/settings/policies/{policy}": "Made a policy usual again",
  "PUT /v1/settings/notification-address": "Set the address for notifications",
  "DELETE /v1/settings/notification-address": "Took the address for notifications back",
};

const customer = (name) => name && h("a", { href: to("customers", [name]) }, name);

function row(entry) {
  const about = [customer(entry.customer), customer(entry.otherCustomer), entry.target && h("span", {}, entry.target)]
    .filter(Boolean).flatMap((item, index) => (index ? [" · ", item] : [item]));
  return h("tr", {}, when(entry.date),
    h("td", {}, entry.name ?? "–", quiet(entry.role)), h("td", {}, acts[entry.action] ?? entry.action, acts[entry.action] && entry.action.includes("/") && quiet(entry.action)),
    h("td", {}, about.length ? about : "–"),
    h("td", {}, entry.status === undefined ? "–" : h("span", { class: `badge ${entry.status < 400 ? "good" : "bad"}` },
      entry.status < 400 ? "Done" : `Refused (${entry.status})`)));
}
