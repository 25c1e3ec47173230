// What the store signs, decoded and raw.

import { get, run } from "./api.js";
import { h } from "./dom.js";
import { title } from "./model.js";
import { panel } from "./sheet.js";

export const inspectTransaction = (item) =>
  inspectSigned(`Transaction of ${title(item.productId)}`, `transactions/${encodeURIComponent(item.transactionId)}/signed`);

export const inspectSubscription = (item) => inspectSigned(
  `Renewal of ${title(item.productId)}`,
  `subscriptions/${encodeURIComponent(item.originalTransactionId)}/signed`,
);

async function inspectSigned(heading, path) {
  const document = await run(undefined, () => get(path));
  if (!document) return;
  const header = { ...document.header, x5c: document.header?.x5c?.map((text) => `${text.slice(0, 32)}…`) };
  await panel(heading, section("Payload", document.payload), section("Header", header), raw("JWS", document.jws));
}

export async function inspectReceipt(account) {
  const document = await run(undefined, () => get(`accounts/${encodeURIComponent(account)}/receipt`));
  if (!document) return;
  await panel(`Receipt of ${account}`, section("As verifyReceipt answers", document.decoded),
    raw("Base64", document.receipt));
}

const section = (name, value) => h("section", {}, h("h3", {}, name),
  h("pre", { tabindex: "0", role: "region", "aria-label": name }, JSON.stringify(value, null, 2)));

function raw(name, text) {
  const copy = h("button", {
    class: "small",
    onclick: () => run(copy, () => navigator.clipboard.writeText(text), "Copied."),
  }, "Copy");
  return h("details", { key: name }, h("summary", {}, name), h("pre", { tabindex: "0", role: "region",
    "aria-label": name }, text), copy);
}
