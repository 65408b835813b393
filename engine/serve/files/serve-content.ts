/** Answers the bytes of files, to users who may view the row. Each request checks this. */
import { Readable } from 'node:stream';
import { describeBytes } from '../../describe/operations/hung.ts';
import { Failure } from '../../failure.ts';
import type { Resource } from '../../model/resource.ts';
import { readRow } from '../../read/rows.ts';
import { readDownload } from '../../request/intent.ts';
import { planView } from '../../request/plan.ts';
import type { Request, Response } from '../../request/request.ts';
import type { Engine } from '../engine.ts';
import { readingOf, rowId } from '../operations.ts';
import type { PlannedOperation, Route } from '../route.ts';
import { type ContentFacts, contentAnswer } from './content.ts';

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
}) =>
  sha256 === null
    ? null
    : {
        ...{ name: String(name), type: String(type), size: Number(size), sha256: String(sha256) },
        isImage: true,
      };

/** The routes of the bytes of a row that is a file, and of its thumbnail. */
export function fileRoutes({ definition }: Resource): Route[] {
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
