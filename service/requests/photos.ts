/** Photos in a request of a person without an account: few and small ones, with few concurrent uploads. */
import type { RouterContext } from '@koa/router';
import { heaviest, networksOf } from '../../auth/index.ts';
import { Failure, type FieldErrors, invalid, noErrors } from '../../engine/failure.ts';
import type { CameFile } from '../../engine/features/files/attach.ts';
import { Intake, takenFields } from '../../engine/features/files/intake.ts';
import type { FileStore } from '../../engine/features/files/store/store.ts';
import type { FileTypeName } from '../../engine/features/files/types.ts';
import { say } from '../../engine/message.ts';
import type { MultipartFields, MultipartTerms } from '../../engine/request/multipart.ts';
import type { Signal } from '../../engine/signal.ts';
import { mebibyte } from '../config/files.ts';
import { sentFields, trap } from './body.ts';
import type { Point } from './places.ts';

/** The name of their part, and of their errors. */
export const photo = 'photo';
/** The maximum number per request. */
export const mostPhotos = 3;
/** The maximum size of one in bytes. */
const largest = 5 * mebibyte;
const types: readonly FileTypeName[] = ['jpeg', 'png', 'webp'];
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/**
 * The maximum size of a body in bytes. It is larger than that of all photos: after a photo that is too large, the form is shown
 * again with the typed text.
 */
const mostOfBody = 25 * mebibyte;
/** Extra parts up to this number are read to their end: a file dialog lets people choose any number. */
const mostParts = 20;
/** The maximum number of bodies with photos at once in this process. The reader allows fewer per address. */
const mostAtOnce = 16;
/** How many bytes of a body must come in half a minute: the slowest telephone sends many times as many. */
const leastBytes = 16 * 1024;
/** How many seconds a body keeps its place, however slow it is. Who is refused tries again after that. */
const turn = 10;

const noPhotos = say('Leave out photos: this place takes none.');
const tooMany = say('At most {limit} photos are taken.', { limit: mostPhotos });
const tooLarge = say('A photo has at most {limit} MiB.');
const busy = say('Many photos are being sent at the moment. Try again shortly.');

/** The maximum size of a photo in MiB. @param limit maximum size of any file in bytes */
export const photoMebibytes = (limit: number): number => Math.floor(Math.min(limit, largest) / mebibyte);

/** Stored bytes, and their type. */
export type Photo = CameFile;

/** The content of a form beside its photos. */
export interface SentForm {
  readonly fields: MultipartFields;
  /** The errors of its photos. */
  readonly errors: FieldErrors;
}

export interface PhotoParts {
  multipart(ctx: RouterContext, terms: MultipartTerms): Promise<MultipartFields>;
  readonly files: { readonly store: FileStore; readonly limit: number };
  /** Checks whether a complete photo is stored. @throws Failure if it is not */
  askKeep(one: Photo, signal: Signal): Promise<void>;
  now?(): number;
}

/**
 * Reads a form with photos while it arrives; no transaction and no connection is held meanwhile.
 *
 * - `sender`: the sender, for limits
 * - `kept` receives each stored photo: to be removed if no request is created
 *
 * A body takes a place with its first photo. If there is none left, the network with the most bodies gives way, so nobody takes
 * the places of others. Of networks with as many, the slowest body that had its time gives way, so many networks do not either.
 *
 * It throws Failure as a reader of bodies does, and `rate_limited` if it is this body that gives way.
 */
type FormReader = (ctx: RouterContext, point: Point, sender: string, kept: Photo[]) => Promise<SentForm>;

/** A body that is being read. */
interface Reading {
  readonly lane: readonly string[];
  readonly ending: AbortController;
  /** When it took its place, and how much of its photos has come. */
  since: number;
  bytes: number;
}

export function createFormReader({ multipart, files, askKeep, now = Date.now }: PhotoParts): FormReader {
  const reading = new Set<Reading>();
  /** Milliseconds a byte; 0 while it keeps its place. */
  const slowness = ({ since, bytes }: Reading) => (now() - since < 1000 * turn ? 0 : (now() - since) / bytes);
  const takePlace = (own: Reading) => {
    if (reading.has(own)) return;
    own.since = now();
    // Of equals the last gives way.
    const all = [...reading, own].sort((a, b) => slowness(a) - slowness(b));
    const last = reading.size < mostAtOnce ? null : heaviest(all, ({ lane }) => lane);
    const failure = new Failure('rate_limited', { message: busy, headers: { 'Retry-After': String(turn) } });
    if (last === own) throw failure;
    if (last) {
      reading.delete(last);
      last.ending.abort(failure);
    }
    reading.add(own);
  };
  return async (ctx, point, sender, kept) => {
    const own = { lane: networksOf(sender), ending: new AbortController(), since: 0, bytes: 0 };
    const errors = noErrors();
    let count = 0;
    const write = async (chunks: AsyncIterable<Buffer>, filename: string) => {
      if (!point.photos) throw invalid({ [photo]: [noPhotos] });
      count += 1;
      if (count > mostPhotos) throw invalid({ [photo]: [tooMany] });
      // Nothing more is stored for a refused request.
      if (errors[photo]) return;
      const intake = new Intake(chunks, filename, { field: photo, types, signal: ctx.state.signal });
      const stored = await files.store.write(point.siteId, intake);
      kept.push({ stored, taken: intake.taken });
    };
    const noted = async (work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof Failure) || error.status !== 422) throw error;
        errors[photo] ??= error.errors?.[photo] ?? [error.said];
      }
    };
    const fields = await multipart(ctx, {
      ...{ sender: `visitor ${sender}`, bytes: mostOfBody, leastBytes, signal: own.ending.signal },
      ...{ fields: [...Object.keys(sentFields), trap] },
      files: {
        [photo]: {
          ...{ bytes: Math.min(files.limit, largest), most: mostParts },
          excess: say(tooLarge, { limit: photoMebibytes(files.limit) }),
        },
      },
      take: async ({ filename, bytes }) => {
        const chunks = bytes[Symbol.asyncIterator]();
        const first = await chunks.next();
        // A form without a photo contains an empty one.
        if (first.done) return;
        takePlace(own);
        await noted(() => write(follow(first, chunks, own), filename));
        // The whole form is read, so that it can be shown again.
        await noted(async () => {
          while (!(await chunks.next()).done);
        });
      },
    }).finally(() => reading.delete(own));
    if (!errors[photo])
      await noted(async () => {
        for (const one of kept) await askKeep(one, ctx.state.signal).catch(asPhotos);
      });
    // A form has line breaks of CR and LF.
    const lines = Object.entries(fields).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]);
    return { fields: Object.fromEntries(lines), errors };
  };
}

async function* follow(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>, own: Reading) {
  for (let next = first; !next.done; next = await rest.next()) {
    own.bytes += next.value.length;
    yield next.value;
  }
}

/** Removes stored photos of a request that was not created. Those that cannot be removed now are removed by the sweep. */
export async function forgetPhotos(store: FileStore, photos: readonly Photo[]): Promise<void> {
  for (const { stored } of photos) await store.forget(stored).catch(() => {});
}

/** The file row of a request's photo. */
export function photoRow({ stored, taken }: Photo, resource: string, record: number) {
  return { resource, record_id: record, name: taken.name, ...takenFields(taken, stored) };
}

const asPhotos = (error: unknown) => Promise.reject(onPhotos(error));

/** Moves the errors of file rows to the photo field. */
export function onPhotos(error: unknown): unknown {
  if (!(error instanceof Failure) || error.status !== 422) return error;
  return invalid({ [photo]: Object.values(error.errors ?? {}).flat() });
}

/** @throws Failure `validation_failed` if a point no longer accepts photos */
export function requirePhotos({ photos }: Point, sent: readonly Photo[]): void {
  if (!photos && sent.length > 0) throw invalid({ [photo]: [noPhotos] });
}
