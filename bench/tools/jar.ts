/**
 * The work of a browser for a generated client: it keeps cookies, sends the page's origin, and returns the token. Copied beside
 * each client, where it replaces `fetch`.
 */
const service = process.env.SERVICE ?? '';
const cookies = new Map<string, string>();

/** The last answer, independent of the client. */
export const last = { status: 0, etag: '', url: '' };

const send = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const request = new Request(input instanceof Request ? input : new URL(input, service), init);
  request.headers.set('Origin', process.env.ORIGIN ?? service);
  request.headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
  const token = cookies.get('XSRF-TOKEN');
  if (token !== undefined) request.headers.set('X-XSRF-TOKEN', decodeURIComponent(token));
  const response = await send(request);
  // Prism joins several with commas.
  for (const line of response.headers.getSetCookie().flatMap((all) => all.split(/, ?(?=[\w-]+=)/))) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
    cookies.set(name, value);
  }
  Object.assign(last, {
    status: response.status,
    etag: response.headers.get('ETag') ?? '',
    url: request.url,
  });
  return response;
};
