/** One `multipart/form-data` body while it arrives: its parts, and errors that end it early. */
import type { IncomingMessage } from 'node:http';
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { Failure, invalid } from '../../../engine/failure.ts';
import { say } from '../../../engine/message.ts';
import type { MultipartFields, MultipartTerms } from '../../../engine/request/multipart.ts';

/** Timeouts of a body, in milliseconds. */
export interface BodyTimes {
  /** In total. */
  readonly wholeMs: number;
  /** Between two bytes. */
  readonly idleMs: number;
}

/** The maximum size of a field in bytes. */
export const mostOfField = 64 * 1024;

const unknownPart = say('There is no part “{name}” here. Allowed: {allowed}.');
const repeatedPart = say('The part “{name}” comes too often: {limit} at most.');
const missingPart = say('The part “{name}” is required.');
const tooMuch = say('More than {limit} were sent.');
const units = { mebibytes: say('{count} MiB'), kibibytes: say('{count} KiB') };
const notUtf8 = say('The body has bytes that are not UTF-8.');

export const malformed = (cause?: unknown) => new Failure('malformed_multipart', { cause });
const late = () => new Failure('request_timeout', { headers: { Connection: 'close' } });

/** @param limit in bytes */
export function tooLarge(limit: number): Failure {
  const [mebibytes, kibibytes] = [Math.floor(limit / 2 ** 20), Math.ceil(limit / 2 ** 10)];
  const told =
    mebibytes > 0 ? say(units.mebibytes, { count: mebibytes }) : say(units.kibibytes, { count: kibibytes });
  return new Failure('payload_too_large', { message: say(tooMuch, { limit: told }) });
}

/** One body while it arrives. */
export class Body {
  readonly #request: IncomingMessage;
  readonly #parser: BusboyInstance;
  readonly #terms: MultipartTerms;
  readonly #times: BodyTimes;
  readonly #fields: Record<string, string> = Object.create(null);
  readonly #counts = new Map<string, number>();
  readonly #taking: Promise<void>[] = [];
  readonly #files: BusboyFileStream[] = [];
  #listeners: Readonly<Record<string, (chunk: Buffer) => void>> = {};
  #length = 0;
  /** The length at which the time for idleness begins anew. */
  #due = 0;
  /** Runs while waiting for bytes, not while they are processed. */
  #idle: NodeJS.Timeout | undefined;

  constructor(request: IncomingMessage, parser: BusboyInstance, terms: MultipartTerms, times: BodyTimes) {
    this.#request = request;
    this.#parser = parser;
    this.#terms = terms;
    this.#times = times;
  }

  async read(): Promise<MultipartFields> {
    const { signal } = this.#terms;
    let whole: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        whole = setTimeout(() => reject(late()), this.#times.wholeMs);
        this.#listen(resolve, reject);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      await Promise.all(this.#taking);
    } catch (error) {
      for (const file of this.#files) file.destroy(error instanceof Error ? error : malformed(error));
      throw error;
    } finally {
      clearTimeout(whole);
      this.#leave();
      await Promise.allSettled(this.#taking);
    }
    for (const [name, { isRequired }] of Object.entries(this.#terms.files))
      if (isRequired && !this.#counts.has(name)) throw invalid({ [name]: [say(missingPart, { name })] });
    return this.#fields;
  }

  #listen(resolve: () => void, reject: (error: unknown) => void): void {
    const [request, parser] = [this.#request, this.#parser];
    const wait = () => {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => reject(late()), this.#times.idleMs);
      this.#due = this.#length + (this.#terms.leastBytes ?? 1);
    };
    const attempt = (work: () => void) => {
      try {
        work();
      } catch (error) {
        reject(error);
      }
    };
    this.#listeners = {
      data: (chunk) => {
        this.#length += chunk.length;
        if (this.#length > this.#terms.bytes) return reject(tooLarge(this.#terms.bytes));
        if (!parser.write(chunk)) {
          clearTimeout(this.#idle);
          request.pause();
        } else if (this.#length >= this.#due) wait();
      },
      end: () => {
        clearTimeout(this.#idle);
        parser.end();
      },
      close: () => {
        if (!request.complete) reject(malformed(new Error('The client has left.')));
      },
    };
    for (const [event, listener] of Object.entries(this.#listeners)) request.on(event, listener);
    parser.on('drain', () => {
      wait();
      request.resume();
    });
    parser.on('file', (name = '', stream, filename = '') => {
      // The parser reports it as well.
      stream.on('error', () => {});
      attempt(() => this.#begin(name, stream, filename, reject));
    });
    parser.on('field', (name, value, _name, isCut) => attempt(() => this.#keep(name, value, isCut)));
    parser.on('partsLimit', () => reject(malformed()));
    parser.on('error', (error) => reject(malformed(error)));
    parser.on('finish', resolve);
    wait();
  }

  /** The rest of it is read from the connection later. */
  #leave(): void {
    clearTimeout(this.#idle);
    for (const [event, listener] of Object.entries(this.#listeners)) this.#request.off(event, listener);
    this.#request.pause();
    for (const event of ['drain', 'file', 'field', 'partsLimit', 'finish'])
      this.#parser.removeAllListeners(event);
  }

  #begin(name: string, stream: BusboyFileStream, filename: string, reject: (error: unknown) => void): void {
    const { files, fields, take } = this.#terms;
    const terms = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!terms) {
      const allowed = [...Object.keys(files), ...fields];
      throw invalid({ [name]: [say(unknownPart, { name, allowed })] });
    }
    this.#count(name, terms.most ?? 1);
    this.#files.push(stream);
    // Browsers encode quotation marks this way (HTML, multipart/form-data).
    const called = filename.replaceAll('%22', '"');
    const taking = take({ name, filename: called, bytes: atMost(name, terms, stream) });
    // An unread rest of it would block the next part.
    const taken = taking.then(() => void stream.resume());
    taken.catch(reject);
    this.#taking.push(taken);
  }

  #keep(name: string, value: string, isCut: boolean): void {
    this.#count(name, 1);
    if (isCut) throw tooLarge(mostOfField);
    if (value.includes('\uFFFD')) throw new Failure('malformed_multipart', { message: say(notUtf8) });
    this.#fields[name] = value;
  }

  /** Counts the parts with a name. @throws Failure `validation_failed` */
  #count(name: string, limit: number): void {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    if (count > limit) throw invalid({ [name]: [say(repeatedPart, { name, limit })] });
  }
}

/** @throws Failure `payload_too_large`, or `validation_failed` on the part, as soon as the limit is exceeded */
async function* atMost(
  name: string,
  { bytes: limit, excess }: MultipartTerms['files'][string],
  stream: BusboyFileStream,
): AsyncGenerator<Buffer, void> {
  let length = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > limit) throw excess ? invalid({ [name]: [excess] }) : tooLarge(limit);
    yield chunk;
  }
}
