/**
 * Accepts a file that is attached to a row: `POST /{resource}/{id}/attachments`. Checks that do not need its bytes run first.
 * Then the upload is read, which can take minutes, without a transaction, lock or connection. Then one short transaction creates
 * the row.
 */
import { and, eq } from '../../condition.ts';
import { Failure, invalid } from '../../failure.ts';
import { say } from '../../message.ts';
import { texts } from '../../messages.ts';
import type { Resource } from '../../model/resource.ts';
import { countRows, readRow } from '../../read/rows.ts';
import { settle } from '../../request/body.ts';
import { readViewIntent } from '../../request/intent.ts';
import type { FilePart, MultipartTerms } from '../../request/multipart.ts';
import { planView } from '../../request/plan.ts';
import type { Request, Response, WriteTerms } from '../../request/request.ts';
import type { Engine } from '../../serve/engine.ts';
import { readingOf, rowId } from '../../serve/operations.ts';
import type { PlannedOperation } from '../../serve/route.ts';
import type { Signal } from '../../signal.ts';
import { planWrite } from '../../write/changeset.ts';
import { runInTransaction } from '../../write/unit-of-work.ts';
import { ownRequest, type Room, runAdd } from '../attached/feature.ts';
import type { fileFields } from './file-fields.ts';
import { Intake, type IntakeTerms, type TakenFile, takenFields } from './intake.ts';
import type { StoredFile } from './store/store.ts';
import type { FileTypeName } from './types.ts';

const [fileName, thumbnailName, captionName] = ['file', 'thumbnail', 'caption'] as const;

/** The maximum size of a body without its file. */
const besideFile = 128 * 1024;
const [thumbnailBytes, thumbnailSide] = [64 * 1024, 512];
const thumbnailTypes: readonly FileTypeName[] = ['jpeg', 'png', 'webp'];

const noUpload = say('Send a file in a request of its own, as multipart/form-data.');
const largeThumbnail = say('A thumbnail has at most {limit} KiB.', { limit: thumbnailBytes / 1024 });

/** The maximum number of files of a row. */
const mostFiles = 100;
const tooManyFiles = say('There are {limit} files here already.', { limit: mostFiles });

const intakeTerms: Readonly<Record<string, IntakeTerms>> = {
  [fileName]: { field: fileName },
  [thumbnailName]: { field: thumbnailName, types: thumbnailTypes, longestSide: thumbnailSide },
};

/**
 * @param request of the row
 * @throws Failure 403, 404, 415 and 422 of the query before the body is read; then 400, 408, 413, 422 and 429
 */
export async function planAttach(
  engine: Engine,
  request: Request,
  hung: Resource,
): Promise<PlannedOperation> {
  const own = ownRequest(request, hung);
  const intent = readViewIntent(hung, request.query);
  await requireSight(engine, request);
  const { upload, actor } = request;
  if (!upload || !actor.site) throw new Failure('unsupported_media_type', { message: noUpload });
  const came = new Map<string, CameFile>();
  const forget = async () => {
    for (const { stored } of came.values()) await engine.files.store.forget(stored);
  };
  try {
    const siteId = actor.site.id;
    const take = async ({ name, filename, bytes }: FilePart) => {
      const intake = new Intake(bytes, filename, {
        ...(intakeTerms[name] ?? { field: name }),
        signal: request.signal,
      });
      const stored = await engine.files.store.write(siteId, intake);
      came.set(name, { stored, taken: intake.taken });
    };
    const { [captionName]: caption } = await upload(termsOf(engine, Number(actor.id), take));
    for (const one of came.values()) await askKeep(engine, hung, one, request.signal);
    const values = fileValues(came);
    const body = { name: values.name, ...(caption !== undefined && { [captionName]: caption }) };
    const read = engine.readerOf(hung).create(body);
    settle(read.errors);
    const plan = await planWrite(engine.services, own, { ...read, values: { ...read.values, ...values } });
    const { sha256, name, thumbnail_sha256 } = values;
    const room: Room = async (db, place) => {
      const where = and(...Object.entries(place).map(([column, value]) => eq(column, value)));
      if ((await countRows(readingOf(own, db), { table: hung.table, where })) >= mostFiles)
        throw invalid({ [fileName]: [tooManyFiles] });
    };
    const sent = { digest: [name, sha256, thumbnail_sha256, caption ?? null], forget };
    return {
      writes: true,
      run: (db) => runAdd(engine, db, { request, own, plan, intent, room }),
      runWith: (terms, run) => runAttach(engine, request, terms, run, sent),
    };
  } catch (error) {
    // Files that cannot be removed now are removed by the sweep.
    await forget().catch(() => {});
    throw error;
  }
}

/** Whether files may be attached to the row, as known at this time. The transaction checks again. */
async function requireSight(engine: Engine, request: Request): Promise<void> {
  const { resource, actor } = request;
  const where = planView(resource, rowId(request), actor);
  const projection = engine.projectionOf(resource, ['id', 'site_id']);
  const found = await readRow(readingOf(request, engine.db), resource.table, where, projection);
  if (!found) throw new Failure('not_found');
  if (found.answer.site_id !== actor.site?.id)
    throw new Failure('forbidden', { message: say(texts.elsewhere) });
}

function termsOf({ files }: Engine, sender: number, take: MultipartTerms['take']): MultipartTerms {
  return {
    ...{ sender, take, bytes: files.limit + besideFile, fields: [captionName] },
    files: {
      [fileName]: { bytes: files.limit, isRequired: true },
      [thumbnailName]: { bytes: thumbnailBytes, excess: largeThumbnail },
    },
  };
}

/** The row's fields that describe the received file. */
function fileValues(came: ReadonlyMap<string, CameFile>) {
  const [file, thumbnail] = [came.get(fileName), came.get(thumbnailName)];
  if (!file) throw invalid({ [fileName]: [say(texts.required, { field: fileName })] });
  const facts: Record<keyof typeof fileFields, unknown> = {
    ...takenFields(file.taken, file.stored),
    thumbnail_type: thumbnail?.taken.type ?? null,
    thumbnail_size: thumbnail?.stored.size ?? null,
    thumbnail_sha256: thumbnail?.stored.sha256 ?? null,
  };
  return { name: file.taken.name, ...facts };
}

/**
 * Creates the row of a received file. If no row is created, the file is removed: after a failure, a dry run, or a repeated
 * answer.
 */
async function runAttach(
  engine: Engine,
  request: Request,
  terms: WriteTerms,
  run: PlannedOperation['run'],
  { digest, forget }: SentFiles,
): Promise<Response> {
  const fingerprint = { ...terms.fingerprint, body: async () => digest };
  let isKept = false;
  try {
    const response = await runInTransaction(engine, request, { ...terms, fingerprint }, run);
    isKept = !terms.dryRun && response.headers['Idempotent-Replayed'] === undefined;
    return response;
  } finally {
    // Files that cannot be removed now are removed by the sweep.
    if (!isKept) await forget().catch(() => {});
  }
}

/** Files that are stored before the row that they belong to. */
interface SentFiles {
  /** For comparison with another request that has the same `Idempotency-Key`, in place of the body. */
  readonly digest: unknown;
  /** Removes them: no row was created for them. */
  forget(): Promise<void>;
}

/** A completely received file that no row refers to. */
export interface CameFile {
  readonly stored: StoredFile;
  readonly taken: TakenFile;
}

/**
 * @param resource the one whose rows are files
 * @throws Failure of its hook `beforeKeep`
 */
export async function askKeep(
  { files, services }: Pick<Engine, 'files' | 'services'>,
  resource: Resource,
  { stored, taken: { name, type } }: CameFile,
  signal: Signal,
): Promise<void> {
  const { siteId, sha256, size } = stored;
  const read = () => files.store.read({ siteId, sha256 }, { start: 0, end: size - 1 });
  const file = { siteId, name, type, size, sha256, read };
  await resource.definition.hooks?.beforeKeep?.({ file, services, signal });
}
