/** What must hold for every answer to any request. */
import { failures } from '../../../engine/failure.ts';
import type { Reply } from '../client.ts';

const codes: Readonly<Record<string, readonly [status: number, ...rest: unknown[]]>> = failures;
const known = ['message', 'code', 'errors', 'index'];
/** Texts that can only come from the inside of the service. */
const inside = /node_modules|SQLITE_|\bER_[A-Z]{3,}|\bat \S+ \(|\.ts:\d+/;

/** The fault of an answer; null if it is a success or a documented failure. */
export function faultIn(reply: Reply): string | null {
  const { status, headers, text, body } = reply;
  if (typeof headers['x-request-id'] !== 'string') return 'it has no X-Request-Id';
  const type = String(headers['content-type'] ?? '');
  if (/html/i.test(type)) return `it is ${type}`;
  if (status === 204 || status === 304) return text === '' ? null : `${status} has a body`;
  if (status >= 200 && status < 300) return faultInSuccess(type, reply);
  if (status < 400 || status > 499) return `its status is ${status}`;
  return faultInFailure(type, status, text, body) ?? missingHeader(reply);
}

function faultInSuccess(type: string, { headers, body }: Reply): string | null {
  if (/^text\/csv/.test(type)) return null;
  // The bytes of a file.
  if (headers['accept-ranges'] === 'bytes')
    return headers['x-content-type-options'] === 'nosniff'
      ? null
      : `a browser may take ${type} for another type`;
  if (!/^application\/json/.test(type)) return `it is ${type || 'of no type'}`;
  return typeof body === 'object' && body !== null ? null : 'its body is no object';
}

function faultInFailure(type: string, status: number, text: string, body: unknown): string | null {
  if (!/^application\/json/.test(type)) return `it is ${type || 'of no type'}`;
  if (!isRecord(body)) return 'its body is no object';
  const extra = Object.keys(body).filter((key) => !known.includes(key));
  if (extra.length > 0) return `it has the keys ${extra.join()}`;
  const { message, code, errors, index } = body;
  if (typeof message !== 'string' || message === '') return 'it has no message';
  if (typeof code !== 'string' || codes[code]?.[0] !== status)
    return `${String(code)} is no code of ${status}`;
  if (index !== undefined && !Number.isInteger(index)) return 'its index is no number';
  if ((status === 422) !== (errors !== undefined)) return 'errors go with 422, and 422 with errors';
  if (errors !== undefined && !areErrors(errors)) return 'its errors are none';
  return inside.test(text) ? 'it tells about the inside' : null;
}

function missingHeader({ status, headers }: Reply): string | null {
  if (status === 405 && !headers.allow) return '405 without Allow';
  return status === 429 && !headers['retry-after'] ? '429 without Retry-After' : null;
}

function areErrors(errors: unknown): boolean {
  if (!isRecord(errors)) return false;
  const lists = Object.values(errors);
  return lists.length > 0 && lists.every(isListOfTexts);
}

function isListOfTexts(list: unknown): boolean {
  return (
    Array.isArray(list) && list.length > 0 && list.every((text) => typeof text === 'string' && text !== '')
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
