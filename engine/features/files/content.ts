/** Answers the bytes of files, to users who may view the row. Each request checks this. */
import { Readable } from 'node:stream';
import { pascal } from '../../describe/openapi/names.ts';
import { needs } from '../../describe/openapi/notes.ts';
import {
  closed,
  type Endpoint,
  type Parameter,
  type ResponseSpec,
  type Schema,
} from '../../describe/openapi/spec.ts';
import type { Setting } from '../../describe/openapi/values.ts';
import { Failure } from '../../failure.ts';
import type { Resource } from '../../model/resource.ts';
import { readRow } from '../../read/rows.ts';
import { matchesAnswer } from '../../read/single.ts';
import { readDownload } from '../../request/intent.ts';
import { planView } from '../../request/plan.ts';
import type { Request, Response } from '../../request/request.ts';
import type { Engine } from '../../serve/engine.ts';
import { readingOf, rowId } from '../../serve/operations.ts';
import type { PlannedOperation, Route } from '../../serve/route.ts';

type StoredRow = Readonly<Record<string, unknown>>;

/** The file of a row; null if it has none. */
type BytesOf = (row: StoredRow) => ContentFacts | null;

const content: BytesOf = ({ name, type, size, sha256, is_image: isImage }) => ({
  ...{ name: String(name), type: String(type), size: Number(size), sha256: String(sha256) },
  isImage: isImage === true,
});

const thumbnail: BytesOf = ({
  name,
  thumbnail_type: type,
  thumbnail_size: size,
  thumbnail_sha256: sha256,
}) => (sha256 === null ? null : content({ name, type, size, sha256, is_image: true }));

/** The routes of the bytes of a row that is a file, and of its thumbnail. */
export function contentRoutes({ definition }: Resource): Route[] {
  if (!definition.hung?.files) return [];
  const each = { content, thumbnail };
  return (['content', 'thumbnail'] as const).map((name) => ({
    method: 'get',
    path: `/:id/${name}`,
    name,
    needs: ['view'],
    answers: 'bytes',
    plan: async (engine, request) => planBytes(engine, request, each[name]),
    describe: (setting, path) => describeBytes(setting, name, path),
  }));
}

function planBytes(engine: Engine, request: Request, bytesOf: BytesOf): PlannedOperation {
  const { resource, actor, query, ifNoneMatch, bytes } = request;
  const download = readDownload(query);
  const where = planView(resource, rowId(request), actor);
  return {
    writes: false,
    run: async (db): Promise<Response> => {
      const stored = engine.storedOf(resource);
      const found = await readRow(readingOf(request, db), resource.table, where, stored);
      const facts = found && bytesOf(found.answer);
      if (!found || !facts) throw new Failure('not_found');
      const { none = false, ...asked } = bytes ?? { range: null, ifRange: null };
      const { status, headers, range } = contentAnswer(facts, { ...asked, ifNoneMatch, download });
      if (status === 416) throw new Failure('range_not_satisfiable', { headers });
      if (range === null || none) return { status, headers, body: null };
      const file = { siteId: Number(found.answer.site_id), sha256: facts.sha256 };
      const pieces = await begun(engine.files.store.read(file, range));
      // Reads one piece at a time, as the client takes it. Reading stops when the client leaves.
      const body = Readable.from(pieces, { objectMode: false, highWaterMark: 1 });
      return { status, headers, body };
    },
  };
}

/** The same pieces, the first of which has been read: lost bytes are then a failure, and no answer that breaks off. */
async function begun(pieces: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const all = pieces[Symbol.asyncIterator]();
  let first: IteratorResult<Buffer> | null = await all.next();
  const next = async () => {
    const one = first ?? (await all.next());
    first = null;
    return one;
  };
  const leave = async () => (await all.return?.()) ?? { done: true as const, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
}

/** The metadata of a file, known before its bytes are read. */
export interface ContentFacts {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Whether every browser shows it as a picture. */
  readonly isImage: boolean;
}

/** The relevant headers of a request; null for a missing header. */
export interface ContentAsked {
  readonly ifNoneMatch: string | null;
  /** Null for HEAD, too. */
  readonly range: string | null;
  readonly ifRange: string | null;
  /** Save the file instead of showing it. */
  readonly download: boolean;
}

interface ContentAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** The first and last byte to send; null for none. */
  readonly range: { readonly start: number; readonly end: number } | null;
}

/**
 * The answer to a request for a file, without its bytes: all of them, one range (RFC 9110, 14), or none because the client has
 * them. Browsers show an uploaded file in place only if it is a picture, and execute nothing.
 */
export function contentAnswer(facts: ContentFacts, asked: ContentAsked): ContentAnswer {
  const { size, sha256 } = facts;
  const etag = `"${sha256}"`;
  // `no-cache`: the client asks each time, so that a revoked permission takes effect at once.
  // A 304 has these too: a browser replaces the headers that it has kept with those of a 304 (RFC 9111, 3.2).
  const always = {
    ...{ ETag: etag, 'Cache-Control': 'private, no-cache' },
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-site',
  };
  if (asked.ifNoneMatch !== null && matchesAnswer(asked.ifNoneMatch, etag))
    return { status: 304, headers: always, range: null };
  // A date never matches: files have none. A weak tag does not guarantee equal bytes.
  const isSame = asked.ifRange === null || asked.ifRange.trim() === etag;
  const range = isSame && asked.range !== null ? rangeOf(asked.range, size) : null;
  if (range === 'out of reach')
    return { status: 416, headers: { 'Content-Range': `bytes */${size}` }, range: null };
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const headers = {
    ...always,
    'Content-Type': facts.type === 'text/plain' ? 'text/plain; charset=utf-8' : facts.type,
    'Content-Length': String(end - start + 1),
    'Content-Disposition': disposition(facts, asked.download),
    'Accept-Ranges': 'bytes',
  };
  if (range === null) return { status: 200, headers, range: { start, end } };
  return { status: 206, headers: { ...headers, 'Content-Range': `bytes ${start}-${end}/${size}` }, range };
}

/** A single range of bytes. Null for several or invalid ranges: then all bytes are sent. */
function rangeOf(header: string, size: number): { start: number; end: number } | 'out of reach' | null {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'out of reach' : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Number(last)];
  if (last !== '' && end < start) return null;
  return start >= size ? 'out of reach' : { start, end: Math.min(end, size - 1) };
}

/** The name for saving (RFC 6266). Old clients get it without its special characters. */
function disposition({ name, isImage }: ContentFacts, download: boolean): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const shown = isImage && !download ? 'inline' : 'attachment';
  return `${shown}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${exact}`}`;
}

const fileNote =
  'What it is, its bytes say, never its name. Pictures lose their metadata, but orientation and colours. An `Idempotency-Key` compares the file by its digest.';

const binary = (description: string): Schema => ({ type: 'string', format: 'binary', description });

const fileSchema = closed(
  {
    file: binary('The file, with its name.'),
    thumbnail: binary('A small picture of it: JPEG, PNG or WebP of at most 64 KiB and 512 pixels a side.'),
    caption: { type: 'string', maxLength: 255, description: 'What is to be seen.' },
  },
  ['file'],
);

/** What a request sends for a file. */
export const describedUpload = {
  body: { required: true, type: 'multipart/form-data', schema: fileSchema } as const,
  note: fileNote,
};

const anyBytes = { '*/*': { schema: binary('The bytes.') } };

const headerParameter = (name: string, description: string, example: string): Parameter => ({
  ...{ name, in: 'header', description, schema: { type: 'string' }, example },
});

const parameters: NonNullable<Endpoint['parameters']> = [
  'Id',
  {
    ...{ name: 'download', in: 'query', description: 'Whether it is to be saved, and not shown.' },
    ...{ schema: { type: 'boolean', default: false }, example: true },
  },
  headerParameter('Range', 'One range of bytes. Of several all bytes are answered.', 'bytes=0-1023'),
  headerParameter(
    'If-Range',
    'An `ETag`: the range is answered only where the bytes are still those.',
    '"3b1f…"',
  ),
  'IfNoneMatch',
];

const bytesAnswer = (description: string, headers: ResponseSpec['headers'] = []): ResponseSpec => ({
  ...{ description, content: anyBytes },
  headers: ['ETag', 'Content-Disposition', 'Accept-Ranges', ...headers],
});

/** The bytes of a file, or of its thumbnail. */
function describeBytes({ resource }: Setting, name: 'content' | 'thumbnail', path: string): Endpoint {
  return {
    ...{ method: 'get', path, id: `${name}${pascal(resource.name)}`, access: 'session', parameters },
    summary: name === 'content' ? 'The bytes of a file' : 'The thumbnail of a file',
    description: needs(resource, 'view', 'They never change. HEAD tells of them.'),
    answers: {
      200: bytesAnswer('All bytes.'),
      206: bytesAnswer('The bytes of the range.', ['Content-Range']),
      304: { description: 'What you have is still the answer.', headers: ['ETag'] },
    },
    failures: ['forbidden', 'not_found', 'range_not_satisfiable'],
  };
}
