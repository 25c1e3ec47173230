// What the server is set up with. What flags or the file say is shown as it is; the rest is changed here.

import { get, mayChange, part, post, put, remove } from "./api.js";
import { actions, asking, nameField, opening, select, table } from "./commands.js";
import { h } from "./dom.js";
import { words } from "./format.js";
import { run } from "./messages.js";
import { empty, refresh } from "./model.js";
import { quiet } from "./pieces.js";
import { panel, sheet } from "./sheet.js";

const below = (...names) => `settings/${names.map(part).join("/")}`;
const list = (text) => text.split(/[\s,]+/).filter(Boolean);

/** Where something comes from. */
const origin = (item) => (item.isSetAside ? h("span", { class: "badge warn" }, "Set aside: the file says it")
  : h("span", { class: `badge ${item.origin === "console" ? "good" : ""}` },
    { fixed: "Fixed by flag or file", console: "Set up here", usual: "As usual" }[item.origin]));

async function change(options) {
  if (await sheet({ action: "Save", ...options })) await refresh();
}

export function address(settings) {
  const url = settings.notificationAddress ?? `${location.origin}/apple/notifications`;
  const field = () => h("input", { type: "url", name: "address", required: true, maxLength: 1024, value: url });
  const edit = () => {
    const text = field();
    return change({
      title: "Address for notifications",
      content: [h("p", {}, "Where the App Store reaches this server, as it is seen from outside."), h("label", {}, "Address", text)],
      act: () => put(below("notification-address"), { address: text.value.trim() }),
    });
  };
  return h("div", { class: "card form" },
    h("p", {}, "Enter this address in App Store Connect, below App Information, for both App Stores and version 2:"),
    h("div", { class: "row" }, h("code", { class: "address" }, url), h("button", {
      class: "small", key: "copy-address", onclick: (event) => run(event.currentTarget, () => navigator.clipboard.writeText(url), "Copied."),
    }, "Copy"), mayChange() && settings.notificationAddressOrigin !== "fixed" && opening("Change…", "address-change", edit,
      { about: "address for notifications" }), origin({ origin: settings.notificationAddressOrigin })),
    !url.startsWith("https://") && h("p", { class: "alert" }, "The App Store sends to https only."),
    settings.notificationAddressOrigin === "usual" && quiet("Taken from the address of this page; behind a proxy it may be another."),
    mayChange() && settings.apps.filter((app) => app.asksServerApi && !app.isSetAside).flatMap((app) =>
      app.environments.map((environment) => h("div", { class: "row" }, h("button", {
        class: "small", key: `test-${app.bundleIds[0]}-${environment}`,
        onclick: (event) => run(event.currentTarget, () => test(app.bundleIds[0], environment)),
      }, `Have ${environment} send a test for ${app.bundleIds[0]}`)))));
}

/** Has the App Store send a test, and waits until it says what became of it. */
async function test(bundleId, environment) {
  const { token } = await post("notification-tests", { bundleId, environment });
  for (let attempt = 0; attempt < 15; attempt += 1) {
    const answer = await get(`notification-tests/${part(token)}?bundleId=${part(bundleId)}&environment=${part(environment)}`);
    if (answer.outcome !== undefined) {
      await panel(answer.outcome === "SUCCESS" ? "The test arrived" : "The test did not arrive", h("p", {}, answer.outcome));
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
  throw new Error("The App Store has not said what became of the test. Look at Live in a while.");
}

// Apps

const stores = ["Production", "Sandbox"];

function editApp(app) {
  const name = nameField({ name: "bundleId", maxLength: 128, value: app?.bundleIds[0] ?? "", readOnly: Boolean(app) });
  const more = h("input", { type: "text", name: "more", value: app?.bundleIds.slice(1).join(" ") ?? "", autocomplete: "off" });
  const number = h("input", { type: "text", name: "appAppleId", inputMode: "numeric", pattern: "[0-9]*", value: app?.appAppleId ?? "" });
  const boxes = stores.map((store) => h("input", {
    type: "checkbox", name: store, value: store, checked: app ? app.environments.includes(store) : true,
  }));
  const tokens = select([["off", "Off: the customer's name is enough"], ["required", "Required"]], app?.customerTokens ?? "off", { name: "tokens" });
  // With "off" browsers put the secret of the log-in here.
  const secret = h("input", { type: "password", name: "sharedSecret", autocomplete: "new-password", maxLength: 128 });
  const keyId = h("input", { type: "text", name: "keyId", autocomplete: "off", spellcheck: false, maxLength: 128 });
  const issuerId = h("input", { type: "text", name: "issuerId", autocomplete: "off", spellcheck: false, maxLength: 128 });
  const privateKey = h("textarea", { name: "privateKey", rows: 4, spellcheck: false, autocomplete: "off" });
  // Of a key that is filled in by half the server says what is missing.
  const key = () => Object.fromEntries(Object.entries({ keyId, issuerId, privateKey })
    .map(([name, field]) => [name, field.value.trim()]).filter(([, text]) => text));
  return change({
    title: app ? "Change the app" : "New app",
    content: [
      h("label", {}, "Bundle identifier", name), h("label", {}, "Further ones, separated by blanks", more),
      h("label", {}, "Number in the App Store; purchases of production must name it", number),
      h("fieldset", {}, h("legend", {}, "App Stores that count"), boxes.map((box) => h("label", { class: "check" }, box, box.value))),
      h("label", {}, "Customer tokens", tokens),
      h("fieldset", {}, h("legend", {}, "Secrets; what is left empty stays as it is"),
        h("label", {}, "Shared secret", secret), h("label", {}, "In-App Purchase key: its identifier", keyId),
        h("label", {}, "Its issuer", issuerId), h("label", {}, "The text of its .p8 file", privateKey),
        quiet("They are kept in the server's database and shown to nobody.")),
    ],
    act: () => put(below("apps", name.value.trim()), {
      moreBundleIds: list(more.value), environments: boxes.filter((box) => box.checked).map((box) => box.value),
      customerTokens: tokens.value,
      ...(number.value ? { appAppleId: Number(number.value) } : {}), ...(secret.value ? { sharedSecret: secret.value } : {}),
      ...(Object.keys(key()).length ? { serverApiKey: key() } : {}),
    }),
  });
}

export const apps = (items) => [
  items.length ? table(["App", "App Stores", "Asks the App Store", "Customer tokens", "From", "Actions"], items.map((app) => h("tr", {},
    h("td", {}, app.bundleIds.join(", "), app.appAppleId && quiet(`number ${app.appAppleId}`)), h("td", {}, app.environments.join(", ")),
    h("td", {}, app.asksServerApi ? `Yes, with the key ${app.serverApiKeyId}` : "No: no In-App Purchase key is set",
      quiet(app.hasSharedSecret ? "has a shared secret" : "has no shared secret")),
    h("td", {}, app.customerTokens), h("td", {}, origin(app)),
    h("td", {}, mayChange() && app.origin === "console" && actions([
      opening("Change…", `app-${app.bundleIds[0]}`, () => editApp(app), { about: app.bundleIds[0] }),
      asking("Remove", `app-remove-${app.bundleIds[0]}`, "Its purchases and notifications are refused from now on. What is known of its "
        + "customers stays.", () => remove(below("apps", app.bundleIds[0])), app.bundleIds[0]),
    ], app.bundleIds[0], app.bundleIds[0])))))
    : empty("No app is served yet.", quiet("Enter the bundle identifier of yours; then apps can send purchases.")),
  mayChange() && h("div", { class: "row above" }, opening("New app…", "app-new", () => editApp())),
];

// Levels

function editLevel(level) {
  const name = nameField({ name: "level", maxLength: 128, value: level?.level ?? "", readOnly: Boolean(level) });
  const products = h("input", { type: "text", name: "products", value: level?.productIds.join(" ") ?? "", autocomplete: "off" });
  return change({
    title: level ? "Change the level" : "New level",
    content: [h("label", {}, "Name, as your programs know it", name), h("label", {}, "Products that give it, separated by blanks", products)],
    act: () => put(below("levels", name.value.trim()), { productIds: list(products.value) }),
  });
}

export const levels = (settings) => [
  settings.levels.length ? table(["Level", "Is given by", "From", "Actions"], settings.levels.map((level) => h("tr", {},
    h("td", {}, level.level), h("td", {}, level.productIds.join(", ") || "grants only"), h("td", {}, origin(level)),
    h("td", {}, mayChange() && level.origin === "console" && h("div", { class: "row" },
      opening("Change…", `level-${level.level}`, () => editLevel(level), { about: level.level }),
      asking("Remove", `level-remove-${level.level}`, "Whoever has it by a product has it no more; purchases stay.",
        () => remove(below("levels", level.level)), level.level))))))
    : empty("No product gives a level yet.", quiet("A level is what your programs ask for: “pro”, whichever product gives it.")),
  mayChange() && h("div", { class: "row above" }, opening("New level…", "level-new", () => editLevel())),
  settings.credits.length > 0 && table(["Consumable", "Fills"], settings.credits.map((item) => h("tr", {}, h("td", {}, item.productId),
    h("td", {}, item.amounts.map((amount) => `${amount.amount} ${amount.currency}`).join(", "))))),
];

// Policies

/** What can be chosen, as people say it. */
const meanings = {
  transfer: "Goes to whoever came last", transferIfInactive: "Goes to whoever came last, unless it gives access now",
  share: "Belongs to everybody for whom it turned up", refuse: "Stays with whoever came first",
  takeBack: "All of it, even below nothing", takeBackToZero: "What is left of it", keep: "Nothing",
  fourWeeks: "Four times as much, as RevenueCat counts", calendar: "4.345 times as much, by the calendar",
  adapty: "4.348 times as much, as Adapty counts",
};
const meaning = (item) => (item.choices ? meanings[item.value] ?? words(item.value) : item.value);

function editPolicy(item) {
  const field = item.choices ? select(item.choices.map((name) => [name, meanings[name] ?? words(name)]), item.value, { name: "value" })
    : h("input", { type: "number", name: "value", required: true, min: item.least, max: item.most, step: "any", value: item.value });
  return change({
    title: "Change the policy", content: [h("label", {}, item.name, field),
      item.policy === "weekFactor" && quiet("All figures are booked again by it; until that is done they say how much is missing.")],
    act: () => put(below("policies", item.policy), { value: String(field.value) }),
  });
}

export const policies = (settings) => table(["Policy", "Is", "From", "Actions"], settings.policies.map((item) => h("tr", {},
  h("td", {}, item.name), h("td", {}, meaning(item)), h("td", {}, origin(item)),
  h("td", {}, mayChange() && item.policy && item.origin !== "fixed" && h("div", { class: "row" },
    opening("Change…", `policy-${item.policy}`, () => editPolicy(item), { about: item.name }),
    item.origin === "console" && asking("As usual", `policy-usual-${item.policy}`, "What is usual counts again.",
      () => remove(below("policies", item.policy)), item.name))))));
