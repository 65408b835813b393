/**
 * Reads `multipart/form-data` bodies (RFC 7578): fields, and files that are passed on as they arrive. A body may take long, and
 * is never held in memory.
 */
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Context } from 'koa';
import { Failure } from '../../../engine/failure.ts';
import { say } from '../../../engine/message.ts';
import type { MultipartFields, MultipartTerms } from '../../../engine/request/multipart.ts';
import { quotaHeaders } from '../../../engine/serve/quota.ts';
import { awaitLonger } from '../listener.ts';
import { withoutTimeLimit } from '../request-time.ts';
import { Body, type BodyTimes, malformed, mostOfField, tooLarge } from './body.ts';

const usualTimes: BodyTimes = { wholeMs: 600_000, idleMs: 30_000 };

/** The maximum number of concurrent bodies per person. */
const mostAtOnce = 4;
/** The maximum size of the headers of a part. */
const mostOfHead = 16 * 1024;

/** Reads a body. Call it after all checks that do not need the body. */
type MultipartReader = (
  ctx: Pick<Context, 'req' | 'request' | 'state'>,
  terms: MultipartTerms,
) => Promise<MultipartFields>;

/**
 * Creates a reader of bodies for a process. It returns the fields by name.
 *
 * It throws Failure `unsupported_media_type` (415), `malformed_multipart` (400), `payload_too_large` (413), `rate_limited` (429),
 * `request_timeout` (408), and `validation_failed` (422) on the name of a part that is too many, missing or unknown. By then no
 * file is being read any more, and reading it has thrown the same.
 */
export function createMultipartReader(times = usualTimes): MultipartReader {
  const reading = new Map<number | string, number>();
  return async ({ req, request, state }, terms) => {
    const { type, length } = request;
    if (type !== 'multipart/form-data' || request.get('Content-Encoding') !== '')
      throw new Failure('unsupported_media_type', { message: say(wanted) });
    const parser = createParser(request.get('Content-Type'), req, terms);
    if (length > terms.bytes) throw tooLarge(terms.bytes);
    const own = reading.get(terms.sender) ?? 0;
    if (own >= mostAtOnce) throw tooManyBodies(own);
    reading.set(terms.sender, own + 1);
    awaitLonger(req);
    try {
      return await withoutTimeLimit(state.signal, () => new Body(req, parser, terms, times).read());
    } finally {
      const left = (reading.get(terms.sender) ?? 1) - 1;
      if (left > 0) reading.set(terms.sender, left);
      else reading.delete(terms.sender);
    }
  };
}

const wanted = say('Send the body as multipart/form-data, without a Content-Encoding.');
const tooManyOwn = say('You are sending {limit} files already. Wait until one of them is there.');

function tooManyBodies(own: number): Failure {
  const quota = {
    name: 'uploads',
    limit: mostAtOnce,
    remaining: mostAtOnce - own,
    unit: 'concurrent-requests',
  } as const;
  const headers = { 'Retry-After': '10', ...quotaHeaders([quota]) };
  return new Failure('rate_limited', { message: say(tooManyOwn, { limit: mostAtOnce }), headers });
}

/** @throws Failure `malformed_multipart` without a boundary */
function createParser(
  type: string,
  { headers }: IncomingMessage,
  { fields }: MultipartTerms,
): BusboyInstance {
  if (!/;\s*boundary=(?:"[^"]{1,70}"|[^\s";]{1,70})/i.test(type)) throw malformed();
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      preservePath: true,
      // An unknown part is refused at its start.
      isPartAFile: (name = '') => !fields.includes(name),
      limits: { fieldSize: mostOfField, headerSize: mostOfHead, headerPairs: 20, parts: 100 },
    });
  } catch (error) {
    throw malformed(error);
  }
}
