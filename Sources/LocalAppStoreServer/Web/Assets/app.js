// Puts the page together.

import { drawClock, tick } from "./clock.js";
import { byID } from "./dom.js";
import { drawFaults } from "./faults.js";
import { drawManager } from "./manager.js";
import { draw, refresh, show } from "./model.js";
import { drawNotifications } from "./notifications.js";
import { drawSettings } from "./settings.js";
import { drawShelf } from "./shelf.js";
import { drawShop } from "./shop.js";
import { drawSnapshots } from "./snapshots.js";
import { follow } from "./stream.js";
import { drawTimeline } from "./timeline.js";

show((state) => {
  byID("app-name").textContent = `${state.app.bundleId} ${state.app.version} · ${state.environment}`;
});
for (const view of [drawClock, drawShop, drawTimeline, drawManager, drawFaults, drawSettings, drawShelf, drawSnapshots,
  drawNotifications]) {
  show(view);
}

const tabs = ["shop", "manager"];

/** On a narrow screen one pane is shown at a time. */
function select(name, focus = false) {
  for (const pane of tabs) {
    const tab = byID(`tab-${pane}`);
    tab.setAttribute("aria-selected", String(pane === name));
    tab.tabIndex = pane === name ? 0 : -1;
    byID(pane).dataset.folded = String(pane !== name);
    if (pane === name && focus) tab.focus();
  }
  // Pictures are drawn as wide as their place, which a folded pane does not have.
  draw();
}

for (const name of tabs) {
  const tab = byID(`tab-${name}`);
  tab.addEventListener("click", () => select(name));
  tab.addEventListener("keydown", (event) => {
    if (["ArrowLeft", "ArrowRight"].includes(event.key)) select(tabs.find((other) => other !== name), true);
  });
}
select("shop");

let width = innerWidth;
addEventListener("resize", () => {
  if (width !== innerWidth) drawTimeline();
  width = innerWidth;
});
setInterval(tick, 1000);
refresh();
follow();
