// Documents of the App Store: what became of every rule, decoded, and as they are signed.

import { table } from "./commands.js";
import { h } from "./dom.js";
import { moment, words } from "./format.js";
import { json, quiet, verbatim } from "./pieces.js";

const outcomes = { passed: ["good", "✓"], failed: ["bad", "✗"], notApplicable: ["", "–"] };

/** What became of every rule. */
const rules = (item) => (item.checks.length ? table(["Rule", "What came of it"], item.checks.map((check) => h("tr", {},
  h("td", {}, h("span", { class: `badge ${outcomes[check.outcome][0]}` }, `${outcomes[check.outcome][1]} ${words(check.rule)}`)),
  h("td", {}, check.reason ?? "As it should be.")))) : quiet("Nothing of it could be looked at."));

/** What a document says whose signature is not good; undefined where it says nothing. */
function unbelieved(jws) {
  try {
    const [, payload] = jws.split(".");
    const octets = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(octets));
  } catch {
    return undefined;
  }
}

function decoded(item, level) {
  if (item.payload) return [h(level, {}, "Decoded"), json(item.payload)];
  const said = item.jws && unbelieved(item.jws);
  return said && [h(level, {}, "What it says, which nobody should believe"), json(said)];
}

/** All of a document, what is signed inside of it as well; its headings are one below the one that it stands under. */
export const content = (item, level = "h4") => [
  rules(item), decoded(item, level),
  (item.parts ?? []).map((inner) => [
    h(level, {}, "Inside: ", h("code", {}, inner.member ?? inner.kind)), rules(inner), decoded(inner, level),
  ]),
  (item.jws || item.receipt || item.text) && [h(level, {}, "As it came"),
    verbatim(item.jws ?? item.receipt ?? item.text, item.jws ? "JWS" : item.receipt ? "Base64" : "Text")],
  item.kind === "receipt" && !item.receipt && quiet(
    "It is too long to be shown; it is in the copy of the customer's data."),
];

const name = (item) => item.payload?.transactionId ?? item.payload?.originalTransactionId
  ?? (item.kind === "receipt" ? `of ${item.byteCount} bytes${item.isWaiting ? ", waits for the App Store" : ""}` : "");

/** A document that opens. */
export const folded = (item, index) => h("details", { class: "card", key: `document-${index}` },
  h("summary", { key: `document-summary-${index}` }, h("span", { class: `badge ${item.isValid ? "good" : "bad"}` },
    item.isValid ? "✓ Valid" : "✗ Not valid"), ` ${words(item.kind)} ${name(item)} · ${moment(item.payload?.signedDate)}`),
  content(item));
