// The server's interface, asked by the session of this browser.

/** A refusal by the server, with its stable code. */
class ServerError extends Error {
  constructor(message, code, status) {
    super(message);
    [this.code, this.status] = [code, status];
  }
}

/** How long an answer may take, in milliseconds. */
const patience = 30000;

/** Who is logged in; undefined for nobody. Its token is shown with everything that changes something. */
let session;
const listeners = { session: [], line: [] };

/** Calls `listener` with whoever is logged in, or undefined, when that changes. */
export const onSession = (listener) => listeners.session.push(listener);
/** Calls `listener` with whether the server answers. */
export const onLine = (listener) => listeners.line.push(listener);

export const person = () => session;
export const mayChange = () => session?.role === "admin";

function become(next) {
  session = next;
  for (const listener of listeners.session) listener(next);
}

async function send(method, path, body, headers = {}) {
  const fields = { ...headers };
  if (body !== undefined) fields["Content-Type"] = "application/json";
  if (session && method !== "GET") fields["X-Purser-Console"] = session.consoleToken;
  let response;
  try {
    response = await fetch(path, {
      method, headers: fields, body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(patience), credentials: "same-origin",
    });
  } catch (error) {
    say(false);
    throw new ServerError(error.name === "TimeoutError"
      ? "The server has not answered for a while. It may still do what it was told."
      : "The server does not answer. Is it still running?", "unreachable");
  }
  say(true);
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  const refusal = new ServerError(answer.error?.message ?? `The server answers ${response.status}.`,
    answer.error?.code, response.status);
  if (refusal.code === "console-session-over" && session) become(undefined);
  throw refusal;
}

let isOnline;
function say(answers) {
  if (isOnline === answers) return;
  isOnline = answers;
  for (const listener of listeners.line) listener(answers);
}

async function ask(method, path, body, headers) {
  const response = await send(method, path, body, headers);
  return response.json().catch(() => ({}));
}

/** The address of a path and what is asked. Forms write a blank as "+", which is a plus everywhere else. */
export const below = (path) => `/v1/${path.replaceAll("+", "%20")}`;
export const get = (path) => ask("GET", below(path));
export const post = (path, body = {}) => ask("POST", below(path), body);
export const put = (path, body, headers) => ask("PUT", below(path), body, headers);
export const patch = (path, body) => ask("PATCH", below(path), body);
export const remove = (path) => ask("DELETE", below(path));

/** A part of a path. */
export const part = (text) => encodeURIComponent(text);

/** Asks who is logged in. */
export async function look() {
  try {
    become(await ask("GET", "/console/session"));
  } catch (error) {
    if (error.code !== "console-session-over") throw error;
    become(undefined);
  }
}

export async function logIn(secret, name) {
  become(await ask("POST", "/console/session", name ? { secret, name } : { secret }));
}

export async function logOut() {
  await send("DELETE", "/console/session");
  become(undefined);
}
