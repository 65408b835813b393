/** Writes without a user session: the service itself makes them at a site. */
import type { Knex } from 'knex';
import { transact } from '../../database/transaction.ts';
import type { HookContext } from '../../definition/hooks.ts';
import type { Actor } from '../../policy.ts';
import type { WriteContext, WriteParts } from '../../write/context.ts';
import { hookContext } from '../../write/hook-context.ts';
import { runWrite } from '../../write/unit-of-work.ts';

export interface SiteWriting extends Pick<WriteContext, 'now' | 'requestId' | 'signal'> {
  readonly db: Knex;
  readonly parts: WriteParts;
  /** The service itself at a site, within a transaction; null if the site does not exist. */
  systemActor(db: Knex, siteId: number): Promise<Actor | null>;
}

/** Does work at a site in one transaction, which may be retried. @returns null if the site does not exist */
export function writeAtSite<T>(
  { db, parts, systemActor, now, requestId, signal }: SiteWriting,
  siteId: number,
  work: (site: HookContext) => Promise<T>,
): Promise<T | null> {
  return transact(
    db,
    async (trx) => {
      const actor = await systemActor(trx, siteId);
      const asking = { db: trx, now, requestId, signal };
      return actor && runWrite(parts, { ...asking, actor }, (writing) => work(hookContext(writing)));
    },
    signal,
  );
}
