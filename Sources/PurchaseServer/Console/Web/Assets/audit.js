// What was done at the console, and by whom.

import { get } from "./api.js";
import { table, when } from "./commands.js";
import { fill, h } from "./dom.js";
import { empty, heading, to } from "./model.js";

export async function auditPlace(section, parts, query, isCurrent) {
  const cursor = query.get("cursor");
  const answer = await get(`audit?limit=50${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
  if (!isCurrent()) return;
  fill(section,
    heading("Log", "What people did here. What programs do with keys stands in the log of the server."),
    answer.audit.length
      ? table(["When", "Who", "What", "About", "Outcome"], answer.audit.map(row))
      : empty("Nothing was done yet."),
    h("div", { class: "row above" },
      cursor && h("a", { href: to("log"), key: "newest" }, "Newest"),
      answer.cursor && h("a", { href: to("log", [], new URLSearchParams({ cursor: answer.cursor })), key: "older" },
        "Older")));
}

const customer = (name) => name && h("a", { href: to("customers", [name]) }, name);

function row(entry) {
  const about = [customer(entry.customer), customer(entry.otherCustomer), entry.target && h("span", {}, entry.target)]
    .filter(Boolean).flatMap((item, index) => (index ? [" · ", item] : [item]));
  return h("tr", {}, when(entry.date),
    h("td", {}, entry.name ?? "–", h("p", { class: "quiet" }, entry.role)), h("td", {}, entry.action),
    h("td", {}, about.length ? about : "–"),
    h("td", {}, entry.status === undefined ? "–" : h("span", { class: `badge ${entry.status < 400 ? "good" : "bad"}` },
      entry.status < 400 ? "Done" : `Refused (${entry.status})`)));
}
