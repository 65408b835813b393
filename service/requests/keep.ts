/** Stores a request of a person without an account: once, and within the limits. */
import { hash } from 'node:crypto';
import type { Knex } from 'knex';
import { dialectOf, query, run } from '../../engine/database/query.ts';
import { Failure } from '../../engine/failure.ts';
import { type SiteWriting, writeAtSite } from '../../engine/features/tasks/feature.ts';
import type { Sent } from './body.ts';
import { newReference } from './codes.ts';
import { onPhotos, type Photo, photoRow, requirePhotos } from './photos.ts';
import { filesPath, findPoint, type Point, requestsPath } from './places.ts';

/** In this time, the same text from the same address at the same point is the same request. */
const repeatMs = 2 * 60_000;

export type Outcome = 'kept' | 'repeated' | 'trapped';

interface Keeping extends SiteWriting {
  /** Counts a request, in the transaction that stores it. @throws Failure `rate_limited` */
  count(trx: Knex, pointId: number): Promise<void>;
}

/**
 * Stores a request at a point.
 *
 * @param address of the sender, for limits
 * @param photos its stored photos
 * @returns its reference; for a repeated request that of the first one
 * @throws Failure `rate_limited`; `not_found` if the point no longer accepts requests; `validation_failed` on `photo`
 */
export async function keepRequest(
  keeping: Keeping,
  { id, siteId }: Point,
  token: string,
  sent: Sent,
  address: string,
  photos: readonly Photo[],
): Promise<{ readonly reference: string; readonly outcome: Outcome }> {
  const kept = await writeAtSite(keeping, siteId, async ({ db, rows }) => {
    const wanted = newReference();
    const reference = await claim(db, [id, address, sent.description, sent.trapped], wanted);
    if (reference !== wanted) return { reference, outcome: 'repeated' as const };
    await keeping.count(db, id);
    // Its token may have been renewed, or the point deactivated, since it was looked up.
    const point = await findPoint(db, token, true);
    if (!point) throw new Failure('not_found');
    requirePhotos(point, photos);
    if (sent.trapped) return { reference, outcome: 'trapped' as const };
    const { description, name, contact } = sent;
    const { id: request } = await rows<SentRow>(requestsPath).create({
      ...{ reference, description, request_point_id: id },
      ...{ requester_name: name, requester_contact: contact },
    });
    // Last: other files of the site wait from here on.
    if (photos.length > 0) {
      const made = photos.map((one) => photoRow(one, requestsPath, request));
      await rows(filesPath)
        .createAll(made)
        .catch((error: unknown) => Promise.reject(onPhotos(error)));
    }
    return { reference, outcome: 'kept' as const };
  });
  if (!kept) throw new Failure('not_found');
  return kept;
}

interface SentRow {
  readonly id: number;
  readonly reference: string;
  readonly description: string;
  readonly request_point_id: number;
  readonly requester_name: string | null;
  readonly requester_contact: string | null;
}

/**
 * Claims a text, or finds the earlier request with it: of two at the same moment, the second waits. @returns its reference, or
 * that of the first
 */
async function claim(
  db: Knex,
  what: readonly (string | number | boolean)[],
  reference: string,
): Promise<string> {
  const digest = hash('sha256', JSON.stringify(what), 'base64url');
  const { milliseconds: now, onDuplicate } = dialectOf(db);
  const over = `sent_texts.expire <= ${now}`;
  await run(db, {
    // MySQL assigns from left to right: the reference must still see the old `expire`.
    text:
      `insert into sent_texts (\`key\`, reference, expire) values (?, ?, ${now} + ?) ${onDuplicate.head} ` +
      `reference = case when ${over} then ${onDuplicate.given('reference')} else sent_texts.reference end, ` +
      `expire = case when ${over} then ${onDuplicate.given('expire')} else sent_texts.expire end`,
    bindings: [digest, reference, repeatMs],
  });
  const [row] = await query(db, {
    text: 'select reference from sent_texts where `key` = ?',
    bindings: [digest],
  });
  return String(row?.reference);
}

/** Deletes expired claims. @returns the number of deleted rows */
export async function sweepSent(db: Knex): Promise<number> {
  return db('sent_texts')
    .where('expire', '<=', db.raw(dialectOf(db).milliseconds))
    .delete();
}
