// How the values of figures are read and written: exact text from the server becomes a number for pictures only.

/** What a picture needs of a value; null where there is none, as the share of nothing. */
export function number(value) {
  const text = value?.share ?? value?.money ?? value?.count;
  if ("part" in (value ?? {}) && value.share === undefined) return null;
  if ("total" in (value ?? {}) && value.money === undefined) return null;
  return text === undefined ? null : Number(text);
}

const counts = new Intl.NumberFormat("en");
const shares = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
const monies = new Map();

function moneyFormat(currency, isShort) {
  const key = `${currency} ${isShort}`;
  if (!monies.has(key)) {
    monies.set(key, new Intl.NumberFormat("en", {
      style: "currency", currency, ...(isShort ? { notation: "compact", maximumFractionDigits: 1 } : {}),
    }));
  }
  return monies.get(key);
}

/** A value as people read it. */
export function text(value, currency) {
  const amount = number(value);
  if (amount === null) return "–";
  if (value.part !== undefined) {
    return `${shares.format(amount)} (${counts.format(Number(value.part))} of ${counts.format(Number(value.whole))})`;
  }
  return short(value, currency, false);
}

/** The same in few letters, for a tile or an axis. */
export function short(value, currency, isShort = true) {
  const amount = number(value);
  return amount === null ? "–" : written(amount, kind(value), currency, isShort);
}

/** What a value is: a share, money or a count. */
export const kind = (value) => (value?.part !== undefined ? "share" : value?.money !== undefined || value?.total !== undefined
  ? "money" : "count");

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** A number of a kind. */
export function written(amount, kind, currency, isShort = true) {
  if (kind === "share") return shares.format(amount);
  if (kind === "money") return moneyFormat(currency, isShort && Math.abs(amount) >= 1000).format(amount);
  return isShort && Math.abs(amount) >= 10000 ? compact.format(amount) : counts.format(amount);
}

/** Money without its sign: what is given back is told as people say it. */
export const unsigned = (value) => (value?.money?.startsWith("-") ? { money: value.money.slice(1) } : value);

/** How far a value is from the one before, in words and whether that is more; undefined where nothing can be said. */
export function change(value, before) {
  const [now, then] = [number(value), number(before)];
  if (now === null || then === null) return undefined;
  if (kind(value) === "share") {
    const points = Math.round((now - then) * 1000) / 10;
    return { text: `${points > 0 ? "+" : ""}${points} points`, direction: Math.sign(points) };
  }
  if (then === 0) return now === 0 ? { text: "as before", direction: 0 } : undefined;
  const share = (now - then) / Math.abs(then);
  // What was next to nothing grows by percentages that nobody can read.
  if (then > 0 && share >= 9) return { text: `${counts.format(Math.round(now / then))} times as much`, direction: 1 };
  return { text: share === 0 ? "as before" : `${share > 0 ? "+" : ""}${shares.format(share)}`, direction: Math.sign(share) };
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });
const fullFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A period of days; `end` is the day after the last. */
export function days(start, end) {
  const [first, next] = [new Date(`${start}T00:00:00Z`), new Date(`${end}T00:00:00Z`)];
  const last = new Date(next - 86_400_000);
  if (first >= last) return fullFormat.format(first);
  if (first.getUTCDate() === 1 && next.getUTCDate() === 1 && next - first < 32 * 86_400_000) return monthFormat.format(first);
  return `${fullFormat.format(first)} to ${fullFormat.format(last)}`;
}

export const shortDay = (start) => dayFormat.format(new Date(`${start}T00:00:00Z`));
export const month = (start) => monthFormat.format(new Date(`${start}T00:00:00Z`));
