/** Sends requests as the browser client must: with the session's cookie and, to change something, with the CSRF token. */

/** Where the service is: the page lies at its root, also behind a proxy that puts the service under a path. */
export const base = new URL('.', document.baseURI).href.replace(/\/$/, '');

const changing = ['POST', 'PUT', 'PATCH', 'DELETE'];

function readToken() {
  const start = `${document.documentElement.dataset.token}=`;
  const pair = document.cookie.split('; ').find((one) => one.startsWith(start));
  return pair ? decodeURIComponent(pair.slice(start.length)) : null;
}

/** Gets a new token, where there is none or the service has refused the old one. */
export async function renewToken() {
  await fetch(`${base}/spa/csrf-cookie`);
}

/** The headers that a request needs beside its own. */
export async function headersFor(method) {
  const common = { 'X-Requested-With': 'XMLHttpRequest' };
  if (!changing.includes(method.toUpperCase())) return common;
  if (readToken() === null) await renewToken();
  return { ...common, 'X-XSRF-TOKEN': readToken() ?? '' };
}

/**
 * Calls the API.
 * @returns the answer's body, null where it has none
 * @throws Error with the message of a failure, and its `status`
 */
export async function call(method, path, body) {
  const send = async () =>
    fetch(`${base}/api/v1${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        ...(await headersFor(method)),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
  let response = await send();
  if (response.status === 419) {
    await renewToken();
    response = await send();
  }
  const text = await response.text();
  const answer = text === '' ? null : JSON.parse(text);
  if (!response.ok)
    throw Object.assign(new Error(answer?.message ?? response.statusText), { status: response.status });
  return answer;
}
