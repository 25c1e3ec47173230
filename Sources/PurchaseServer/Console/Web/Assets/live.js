// What happens now: events, notifications, deliveries, what waits, what is asked next, how the App Store answers.

import { get, mayChange, part, post } from "./api.js";
import { button, opening, select, table, when } from "./commands.js";
import { fill, h } from "./dom.js";
import { moment, words } from "./format.js";
import { run } from "./messages.js";
import { ask, empty, heading, to } from "./model.js";
import { block, counted, deliveryBadge, json, quiet, spoken } from "./pieces.js";
import { waitingRefunds, waitingTable } from "./refunds.js";
import { panel } from "./sheet.js";

/** How often the place is shown anew where nobody tells when something happened, and at most where somebody does; milliseconds. */
const [pace, least] = [5000, 1000];
let [stream, closing, due, isSoon] = [];
/** How often something was told. What is told while the place is drawn may not be in it. */
let news = 0;

/** Has the place, drawn when so much was told, drawn anew when something happened; without a stream every few seconds. */
function follow(draw, known) {
  clearTimeout(closing);
  if (!stream) {
    stream = new EventSource("/v1/activity/stream");
    stream.isTold = stream.wasLost = false;
    stream.addEventListener("error", (event) => Object.assign(event.target, { isTold: false, wasLost: true }));
  }
  clearTimeout(due);
  isSoon = false;
  const again = () => {
    // What is told meanwhile is shown with it; put off each time, a busy server would never be shown.
    if (isSoon) return;
    isSoon = true;
    clearTimeout(due);
    due = setTimeout(draw, least);
  };
  // The first event of a connection says only that it stands; after one that was lost, anything may have happened meanwhile.
  stream.onmessage = undefined;
  stream.told && stream.removeEventListener("change", stream.told);
  stream.told = (event) => {
    const isNews = event.target.isTold || event.target.wasLost || event.lastEventId !== "0";
    Object.assign(event.target, { isTold: true, wasLost: false });
    if (!isNews) return;
    news += 1;
    again();
  };
  stream.addEventListener("change", stream.told);
  if (news !== known) again();
  else if (!stream.isTold) due = setTimeout(draw, pace);
  return () => {
    clearTimeout(due);
    // Drawn anew at once it goes on; left, it ends.
    closing = setTimeout(() => {
      stream.close();
      stream = undefined;
    }, 100);
  };
}

export async function livePlace(section, parts, query, isCurrent) {
  const known = news;
  const again = () => isCurrent() && ask(query);
  try {
    await drawLive(section, query, isCurrent);
  } catch (error) {
    // What could not be asked now is asked again.
    if (isCurrent()) due = setTimeout(again, pace);
    throw error;
  }
  return isCurrent() ? follow(again, known) : undefined;
}

async function drawLive(section, query, isCurrent) {
  const [activity, hooks, refunds] = await Promise.all([get("activity"), get("webhooks"), waitingRefunds()]);
  const state = query.get("state") ?? "";
  const deliveries = await Promise.all(hooks.webhooks.map((hook) => get(`webhooks/${part(hook.id)}/deliveries?limit=20`
    + (state ? `&state=${part(state)}` : ""))));
  if (!isCurrent()) return;
  fill(section, heading("Live", `As of ${moment(activity.date)} UTC; what happens is shown as it does.`),
    block("live-health", "The App Store, as seen from here", health(activity.appStore)),
    block("live-events", "Events", events(activity.events)),
    block("live-notifications", "Notifications of the App Store", notifications(activity.notifications)),
    block("live-refunds", "Refunds that wait for an answer", waitingTable(refunds, customer)),
    block("live-deliveries", "Deliveries to webhooks", hooks.webhooks.length > 0 && stateField(state),
      hooks.webhooks.length ? hooks.webhooks.map((hook, index) => delivered(hook, deliveries[index].deliveries))
        : empty("Nobody is told what happens.", h("a", { href: to("setup") }, "Add a webhook in the set-up."))),
    block("live-uploads", "Uploads that wait for the App Store", uploads(activity)),
    block("live-polls", "What is asked next", polls(activity)));
}

const customer = (name) => (name ? h("a", { href: to("customers", [name]) }, name) : "–");

function health(list) {
  if (!list.length) return quiet("It was not asked yet since the server was started.");
  return table(["Address", "Health", "Answered", "Failed", "Last"], list.map((item) => h("tr", {}, h("td", {}, item.host),
    h("td", {}, h("span", { class: `badge ${item.isWell ? "good" : "bad"}` }, item.isWell ? "Answers" : "Does not answer")),
    h("td", {}, item.answeredCount), h("td", {}, item.failedCount, item.lastFailure && quiet(item.lastFailure)),
    when(item.lastDate))));
}

const events = (list) => (list.length ? table(["When", "Event", "Customer", "Product", "More"], list.map((item) => h("tr", {},
  when(item.createdDate), h("td", {}, item.type), h("td", {}, customer(item.customer)), h("td", {}, item.productId ?? "–"),
  h("td", {}, opening("All of it", `event-${item.id}`, () => panel(item.type, json(item)), { about: item.type })))))
  : empty("Nothing has happened yet.", quiet("Every purchase, renewal, refund and grant will be here.")));

const tones = { verified: "good", repeated: "", refused: "bad" };

const search = (transaction) => h("a", {
  href: to("customers", [], new URLSearchParams({ originalTransactionId: transaction })),
}, transaction);

const notifications = (list) => (list.length ? table(["When", "Type", "Outcome", "Purchase", "More"], list.map((item) => h("tr", {},
  when(item.date), h("td", {}, item.type ? spoken(item.type) : "Not known",
    item.environment && quiet(item.environment)),
  h("td", {}, h("span", { class: `badge ${tones[item.outcome]}` }, words(item.outcome)),
    item.rule && quiet(`by the rule “${item.rule}”`), item.message && quiet(item.message)),
  h("td", {}, item.originalTransactionId && item.outcome !== "refused" ? search(item.originalTransactionId)
    : item.originalTransactionId ?? "–"),
  h("td", {}, opening("Inspect", `inspect-${item.number}`, (event) => inspect(event.currentTarget, item),
    { about: `${item.type ?? "notification"} ${item.number}` })))))
  : empty("None came since the server was started.", quiet("Is the address of the set-up entered in App Store Connect?")));

/** A notification rule by rule, as it would be judged now. */
async function inspect(pressed, item) {
  const answer = await run(pressed, () => get(`activity/notifications/${item.number}`));
  if (!answer) return;
  const { content } = await import("./documents.js");
  await panel(item.type ? spoken(item.type) : "Notification",
    item.message && h("p", { class: "alert" }, `${item.code}: ${item.message}`),
    answer.document ? content(answer.document, "h3") : quiet("It was too long to be kept."));
}

const stateField = (state) => h("div", { class: "row fields below" }, h("label", {}, "Which",
  select([["", "All"], ["pending", "Waiting"], ["delivered", "Delivered"], ["dead", "Given up"]], state, {
    key: "delivery-state", name: "state",
    onchange: (event) => ask(new URLSearchParams(event.currentTarget.value ? { state: event.currentTarget.value } : {})),
  })));

const delivered = (hook, list) => h("div", {}, h("h4", {}, hook.address), list.length
  ? table(["Delivery", "State", "Attempts", "Last answer", "Actions"], list.map((item) => h("tr", {},
    h("td", {}, item.type, quiet(String(item.id))),
    h("td", {}, deliveryBadge(item),
      item.nextAttemptDate && quiet(`next ${moment(item.nextAttemptDate)}`)),
    h("td", {}, item.attemptCount), h("td", {}, item.lastStatus ?? item.lastFailure ?? "–"),
    h("td", {}, h("div", { class: "row" }, opening("Attempts", `attempts-${item.id}`, async () => {
      const answer = await get(`deliveries/${part(item.id)}/attempts`);
      await panel(`Attempts of ${item.type}`, answer.attempts.length ? table(["When", "Status", "Failure"],
        answer.attempts.map((attempt) => h("tr", {}, when(attempt.date), h("td", {}, attempt.status ?? "–"),
          h("td", {}, attempt.failure ?? "–")))) : quiet("None yet."));
    }, { about: `delivery ${item.id}` }), mayChange() && button("Resend", `resend-${item.id}`,
      () => post(`deliveries/${part(item.id)}/resend`), { done: "Will be sent again.", about: `delivery ${item.id}` }))))))
  : quiet("Nothing of that kind."));

function uploads({ waitingUploadCount, waitingUploads }) {
  if (!waitingUploads.length) return quiet("None: everything that was sent is verified.");
  return [quiet(`${counted(waitingUploadCount)} in all.`), table(["Sent", "Customer", "Asked again", "Failed attempts"], waitingUploads.map(
    (item) => h("tr", {}, when(item.date), h("td", {}, customer(item.customer)), when(item.nextAttemptDate),
      h("td", {}, item.failedCount))))];
}

function polls({ nextQuestions }) {
  if (!nextQuestions.length) return quiet("Nothing: no subscription that could renew is known.");
  return table(["When", "Subscription", "App Store", "Failed attempts"], nextQuestions.map((item) => h("tr", {}, when(item.date),
    h("td", {}, search(item.originalTransactionId)), h("td", {}, item.environment), h("td", {}, item.failedCount))));
}
