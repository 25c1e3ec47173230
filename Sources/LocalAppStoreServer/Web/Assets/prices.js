// How prices, periods and offers are written, and the states of subscriptions.

const locales = {
  USA: "en-US", GBR: "en-GB", DEU: "de-DE", AUT: "de-AT", CHE: "de-CH", FRA: "fr-FR", ITA: "it-IT", ESP: "es-ES",
  JPN: "ja-JP", CHN: "zh-CN", KOR: "ko-KR", BRA: "pt-BR", NLD: "nl-NL", SWE: "sv-SE", NOR: "nb-NO", DNK: "da-DK",
  POL: "pl-PL", CAN: "en-CA", AUS: "en-AU", IND: "en-IN", MEX: "es-MX",
};

/** A price in thousandths, as the storefront writes it. */
export function price(thousandths, currency, storefront) {
  const format = new Intl.NumberFormat(locales[storefront] ?? "en", { style: "currency", currency: currency ?? "USD" });
  return format.format((thousandths ?? 0) / 1000);
}

const units = { D: "day", W: "week", M: "month", Y: "year" };

/** `P1M` as "month", `P3M` as "3 months". */
export function period(iso) {
  const [, count, unit] = /^P(\d+)([DWMY])$/.exec(iso ?? "") ?? [];
  if (!unit) return iso ?? "";
  return count === "1" ? units[unit] : `${count} ${units[unit]}s`;
}

/** What an introductory or promotional offer gives. */
export function offer(offer, storefront) {
  const total = (text) => text.replace(/^P(\d+)/, (_, count) => `P${count * offer.numberOfPeriods}`);
  const length = period(total(offer.period));
  const counted = /^\d/.test(length) ? length : `1 ${length}`;
  const cost = price(offer.price, offer.currency, storefront);
  if (/free/i.test(offer.paymentMode)) return `${counted} free`;
  if (/front/i.test(offer.paymentMode)) return `${cost} for ${counted}`;
  return `${cost} per ${period(offer.period)} for ${counted}`;
}

/** What Advanced Commerce sold: items of the developer's own catalogue, and which of them were taken back. */
export function commerceItems(info) {
  return info.items.map((item) => item.revocationDate ? `${item.displayName} (taken back)` : item.displayName).join(", ");
}

export const statusNames = { 1: "Active", 2: "Expired", 3: "Billing retry", 4: "Grace period", 5: "Revoked" };
export const statusTone = { 1: "good", 2: "", 3: "bad", 4: "warn", 5: "bad" };
