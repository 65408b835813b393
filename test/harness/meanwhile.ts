/** Something that happens while a request is under way. */
import type { Database } from '../../engine/database/open.ts';

/** A statement that reads the hash of a password, which is then compared: that takes a while. */
export const readsPassword = /^select .*password_hash/;

/**
 * Sends a request, and does something at once when the database has answered the first statement that `asked` fits.
 * @returns the answer of the request, when both have come to their end
 */
export async function during<Reply>(
  database: Database,
  send: () => Promise<Reply>,
  change: () => PromiseLike<unknown>,
  asked = readsPassword,
): Promise<Reply> {
  const changed = new Promise((resolve, reject) => {
    const hear = (_: unknown, { sql }: { sql: string }) => {
      if (!asked.test(sql)) return;
      database.off('query-response', hear);
      change().then(resolve, reject);
    };
    database.on('query-response', hear);
  });
  const [reply] = await Promise.all([send(), changed]);
  return reply;
}
