// How dates and names are written.

const dateFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const timeFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });

export const date = (milliseconds) => (milliseconds == null ? "–" : dateFormat.format(milliseconds));
export const moment = (milliseconds) => (milliseconds == null ? "–" : timeFormat.format(milliseconds));

const clockFormat = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "UTC" });
export const time = (milliseconds) => (milliseconds == null ? "" : clockFormat.format(milliseconds));

/** `waitingForApproval` as "Waiting for approval". */
export function words(name) {
  const text = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
