// Small pieces that the places are made of.

import { h } from "./dom.js";
import { words } from "./format.js";

/** A remark. */
export const quiet = (...content) => h("p", { class: "quiet" }, content);

/** A number, of which the server counts no further than one above ten thousand. */
export const counted = (number) => (number > 10000 ? "More than 10,000" : number.toLocaleString("en"));

/** A part of a place, under a heading of its own. */
export const block = (id, title, ...content) => h("section", { "aria-labelledby": id }, h("h3", { id }, title), content);

/** A text as it is, and a secret too: no service is to translate it. It scrolls, also by the keyboard. */
export const verbatim = (text, label) => h("pre", { tabindex: "0", role: "region", "aria-label": label, translate: false }, text);

export const json = (value, label = "JSON") => verbatim(JSON.stringify(value, null, 2), label);

/** `DID_RENEW/BILLING_RECOVERY` as "Did renew: billing recovery". */
export const spoken = (name) => words(name.replaceAll("_", " ").replace("/", ": "));

const deliveryStates = { pending: ["warn", "Waits"], delivered: ["good", "Delivered"], dead: ["bad", "Given up"] };

/** How far a delivery to a webhook is. */
export function deliveryBadge({ state }) {
  const [tone, name] = deliveryStates[state] ?? ["", state];
  return h("span", { class: `badge ${tone}` }, name);
}
