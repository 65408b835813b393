/** Runs something while a request is in progress. */
import type { Database } from '../../engine/database/open.ts';

/** The statement that reads the hash of a password. The comparison that follows takes a while. */
export const readsPassword = /^select .*password_hash/;

/**
 * Sends a request, and runs something at once when the database has answered the first statement that matches `asked`.
 * @param event `query` for a statement whose text goes to the driver directly: its answer has no event
 * @returns the answer of the request, after both have ended
 */
export async function during<Reply>(
  database: Database,
  send: () => Promise<Reply>,
  change: () => PromiseLike<unknown>,
  asked = readsPassword,
  event: 'query' | 'query-response' = 'query-response',
): Promise<Reply> {
  const changed = new Promise((resolve, reject) => {
    // The event of a query has one argument; that of an answer has the answer first.
    const hear = (...told: readonly { readonly sql?: string }[]) => {
      const { sql = '' } = told.at(event === 'query' ? 0 : 1) ?? {};
      if (!asked.test(sql)) return;
      database.off(event, hear);
      change().then(resolve, reject);
    };
    database.on(event, hear);
  });
  const [reply] = await Promise.all([send(), changed]);
  return reply;
}
