// What the page knows: the store's state as last told, and whose eyes the page looks through.

import { get } from "./api.js";

const views = [];
let loading;
let again = false;

export const model = { state: undefined, account: undefined, timeline: undefined };

/** Calls `view` with every new state. */
export function show(view) {
  views.push(view);
}

/** Asks for the state and draws it. Calls while one is under way are answered by one more. */
export async function refresh() {
  if (loading) {
    again = true;
    return loading;
  }
  loading = load().finally(() => (loading = undefined));
  await loading;
  if (again) {
    again = false;
    await refresh();
  }
}

async function load() {
  const state = await get("state");
  const names = state.accounts.map((account) => account.id);
  if (!names.includes(model.account)) model.account = names[0];
  const path = model.account && `accounts/${encodeURIComponent(model.account)}`;
  model.timeline = path ? await get(`${path}/timeline`) : undefined;
  // Prices and titles are those of the customer's storefront.
  if (model.account) state.products = (await get(`products?account=${encodeURIComponent(model.account)}`)).products;
  model.state = state;
  draw();
}

export function draw() {
  if (model.state) for (const view of views) view(model.state);
}

/** Looks through the eyes of another customer. */
export function choose(account) {
  model.account = account;
  return refresh();
}

export const customer = () => model.state.accounts.find((account) => account.id === model.account);
export const product = (id) => model.state.products.find((item) => item.productId === id);
export const title = (id) => product(id)?.title || id;
