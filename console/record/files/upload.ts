/** Uploads a file. Not by `fetch`, which cannot report the progress. */
import { addressOf } from '../../service/address.ts';
import { csrfToken, fetchToken, forActor, refusalOf } from '../../service/call.ts';
import { Unreachable } from '../../service/failure.ts';

interface Upload {
  readonly body: FormData;
  /** The key with which a repeated upload is added once. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** @param share of the body that was sent, 0 to 1 */
  onProgress(share: number): void;
}

/**
 * Sends a form with files to the service.
 * @param path below the API, or an address from an answer
 * @throws Refusal for a failure; Unreachable without an answer; DOMException `AbortError` if the signal ends it
 */
export async function upload(path: string, given: Upload): Promise<void> {
  const meant = forActor();
  if (csrfToken() === '') await fetchToken();
  let response = await send(path, given, meant);
  if (response.status === 419) {
    await fetchToken();
    response = await send(path, given, meant);
  }
  if (!response.ok) throw await refusalOf(response);
}

function send(
  path: string,
  { body, key, signal, onProgress }: Upload,
  meant: ReturnType<typeof forActor>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(stopped());
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', addressOf(path));
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-XSRF-TOKEN', csrfToken());
    request.setRequestHeader('Idempotency-Key', key);
    for (const [name, value] of Object.entries(meant)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const wait = request.getResponseHeader('Retry-After');
      const { status, statusText, responseText } = request;
      resolve(
        new Response(responseText, { status, statusText, headers: wait ? { 'Retry-After': wait } : {} }),
      );
    };
    request.onerror = () => reject(new Unreachable());
    request.ontimeout = () => reject(new Unreachable());
    request.onabort = () => reject(stopped());
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.send(body);
  });
}

const stopped = () => new DOMException('The upload was given up.', 'AbortError');
