/** Something that happens while a request is under way. */
import type { Database } from '../../engine/database/open.ts';

/** A statement that reads the hash of a password, which is then compared: that takes a while. */
export const readsPassword = /^select .*password_hash/;

/**
 * Sends a request, and does something at once when the database has answered the first statement that `asked` fits.
 * @param event `query` for one whose text goes to the driver as it is: of its answer nobody is told
 * @returns the answer of the request, when both have come to their end
 */
export async function during<Reply>(
  database: Database,
  send: () => Promise<Reply>,
  change: () => PromiseLike<unknown>,
  asked = readsPassword,
  event: 'query' | 'query-response' = 'query-response',
): Promise<Reply> {
  const changed = new Promise((resolve, reject) => {
    // A question is told alone, an answer in front of its question.
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
