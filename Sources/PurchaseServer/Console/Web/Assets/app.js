// Puts the console together.

import { logOut, look, onLine, onSession, person } from "./api.js";
import { byID, fill, h } from "./dom.js";
import { drawLogIn } from "./login.js";
import { run } from "./messages.js";
import { place, refresh } from "./model.js";

// Each place is loaded when somebody goes there.
place("overview", "Overview", async (...place) => (await import("./overview.js")).overviewPlace(...place));
place("customers", "Customers", async (...place) => (await import("./customers.js")).customersPlace(...place));
place("live", "Live", async (...place) => (await import("./live.js")).livePlace(...place));
place("setup", "Set-up", async (...place) => (await import("./setup.js")).setupPlace(...place));
place("log", "Log", async (...place) => (await import("./audit.js")).auditPlace(...place));

/** How often the page looks whether the server is there, in milliseconds: rarely, and oftener while it is away. */
const [calm, anxious] = [15000, 2000];
let isOnline = true;
let known;

onLine((answers) => {
  const wasAway = !isOnline;
  isOnline = answers;
  say(answers ? "live" : "lost", answers ? "Live" : "Connection lost, trying again…");
  if (answers && wasAway && known) refresh();
});

onSession((session) => {
  byID("places").hidden = byID("person").hidden = !session;
  if (!session) {
    known = undefined;
    drawLogIn();
    return;
  }
  const isSame = known?.consoleToken === session.consoleToken;
  known = session;
  if (isSame) return;
  fill(byID("person"), `${session.name ?? (session.role === "admin" ? "Admin" : "Reader")} · `
    + `${session.role === "admin" ? "may change things" : "looks only"} `,
  h("button", { class: "small", key: "log-out", onclick: (event) => run(event.currentTarget, logOut) }, "Log out"));
  byID("main").replaceChildren();
  refresh();
});

function say(state, text) {
  const element = byID("connection");
  element.dataset.state = state;
  if (element.textContent !== text) element.textContent = text;
}

addEventListener("hashchange", async () => {
  if (!person()) return;
  await refresh();
  scrollTo(0, 0);
  document.querySelector("#place-title")?.focus({ preventScroll: true });
});

async function watch() {
  try {
    await look();
  } catch {
    // The line says so.
  }
  setTimeout(watch, isOnline ? calm : anxious);
}
watch();
