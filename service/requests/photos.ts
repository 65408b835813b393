/** Photos that come with a request of somebody without an account: few and small ones, of which few come at once. */
import type { RouterContext } from '@koa/router';
import { Failure, type FieldErrors, invalid, noErrors } from '../../engine/failure.ts';
import { Intake, takenFields } from '../../engine/files/intake.ts';
import type { FileStore } from '../../engine/files/store/store.ts';
import type { FileTypeName } from '../../engine/files/types.ts';
import { say } from '../../engine/message.ts';
import type { MultipartFields, MultipartTerms } from '../../engine/request/multipart.ts';
import type { CameFile } from '../../engine/serve/files/ask-keep.ts';
import type { Signal } from '../../engine/signal.ts';
import { sentFields, trap } from './body.ts';
import type { Point } from './places.ts';

/** What their part is called, and where what is wrong with them stands. */
export const photo = 'photo';
/** How many a request has at most. */
export const mostPhotos = 3;
const mebibyte = 2 ** 20;
/** Most bytes of one. */
const largest = 5 * mebibyte;
const types: readonly FileTypeName[] = ['jpeg', 'png', 'webp'];
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Most bytes of a body. It is more than photos may have: who has chosen one that is too large gets the form again, with what was typed. */
const mostOfBody = 25 * mebibyte;
/** Parts that are read to their end, though they are too many: a dialog for files lets people choose any number. */
const mostParts = 20;
/** Most bodies that come at once to this process. Of one address the reader takes fewer. */
const mostAtOnce = 16;

const noPhotos = say('Leave out photos: this place takes none.');
const tooMany = say('At most {limit} photos are taken.', { limit: mostPhotos });
const tooLarge = say('A photo has at most {limit} MiB.');
const busy = say('Many photos are being sent at the moment. Try again shortly.');

/** Most MiB of a photo. @param limit most bytes of any file */
export const photoMebibytes = (limit: number): number => Math.floor(Math.min(limit, largest) / mebibyte);

/** Bytes that are kept, and what they are. */
export type Photo = CameFile;

/** What a form has beside its photos. */
export interface SentForm {
  readonly fields: MultipartFields;
  /** What is wrong with its photos. */
  readonly errors: FieldErrors;
}

export interface PhotoParts {
  multipart(ctx: RouterContext, terms: MultipartTerms): Promise<MultipartFields>;
  readonly files: { readonly store: FileStore; readonly limit: number };
  /** Asks whether one that has come whole is kept. @throws Failure where it is not */
  askKeep(one: Photo, signal: Signal): Promise<void>;
}

/**
 * Reads a form with photos, as it comes; no transaction and no connection is held meanwhile.
 *
 * - `sender`: whose it is, as limits know it
 * - `kept` gets each photo that is written: to be forgotten where no request is made
 *
 * It throws Failure as a reader of bodies does, and `rate_limited` where too many come at once.
 */
type FormReader = (ctx: RouterContext, point: Point, sender: string, kept: Photo[]) => Promise<SentForm>;

export function createFormReader({ multipart, files, askKeep }: PhotoParts): FormReader {
  let reading = 0;
  return async (ctx, point, sender, kept) => {
    if (reading >= mostAtOnce)
      throw new Failure('rate_limited', { message: busy, headers: { 'Retry-After': '10' } });
    reading += 1;
    try {
      return await readForm(ctx, point, sender, kept);
    } finally {
      reading -= 1;
    }
  };

  async function readForm(...[ctx, point, sender, kept]: Parameters<FormReader>): Promise<SentForm> {
    const errors = noErrors();
    let count = 0;
    const write = async (chunks: AsyncIterable<Buffer>, filename: string) => {
      if (!point.photos) throw invalid({ [photo]: [noPhotos] });
      count += 1;
      if (count > mostPhotos) throw invalid({ [photo]: [tooMany] });
      // Nothing more is kept of a request that is refused.
      if (errors[photo]) return;
      const intake = new Intake(chunks, filename, { field: photo, types });
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
      ...{ sender: `visitor ${sender}`, bytes: mostOfBody, fields: [...Object.keys(sentFields), trap] },
      files: {
        [photo]: {
          ...{ bytes: Math.min(files.limit, largest), most: mostParts },
          excess: say(tooLarge, { limit: photoMebibytes(files.limit) }),
        },
      },
      take: async ({ filename, bytes }) => {
        const chunks = bytes[Symbol.asyncIterator]();
        const first = await chunks.next();
        // A form without a photo has an empty one.
        if (first.done) return;
        await noted(() => write(follow(first.value, chunks), filename));
        // All of the form is read, so that it can be shown again.
        await noted(async () => {
          while (!(await chunks.next()).done);
        });
      },
    });
    if (!errors[photo])
      await noted(async () => {
        for (const one of kept) await askKeep(one, ctx.state.signal).catch(asPhotos);
      });
    // A form has its lines with CR and LF.
    const lines = Object.entries(fields).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]);
    return { fields: Object.fromEntries(lines), errors };
  }
}

async function* follow(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Takes away what was written for a request that was not made. What cannot be removed now is swept. */
export async function forgetPhotos(store: FileStore, photos: readonly Photo[]): Promise<void> {
  for (const { stored } of photos) await store.forget(stored).catch(() => {});
}

/** The row of a file for a photo of a request. */
export function photoRow({ stored, taken }: Photo, resource: string, record: number) {
  return { resource, record_id: record, name: taken.name, ...takenFields(taken, stored) };
}

const asPhotos = (error: unknown) => Promise.reject(onPhotos(error));

/** What is wrong with rows of files, as it stands on photos. */
export function onPhotos(error: unknown): unknown {
  if (!(error instanceof Failure) || error.status !== 422) return error;
  return invalid({ [photo]: Object.values(error.errors ?? {}).flat() });
}

/** @throws Failure `validation_failed` where a point takes none any more */
export function requirePhotos({ photos }: Point, sent: readonly Photo[]): void {
  if (!photos && sent.length > 0) throw invalid({ [photo]: [noPhotos] });
}
