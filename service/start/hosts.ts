/** Changes of the database's host in the log. */
import type { Logger } from 'pino';
import { onHostNews } from '../../engine/database/hosts/told.ts';
import type { Database } from '../../engine/database/open.ts';

/** Says to which host it writes from now on, and warns where one is lost, or several are written to. */
export function reportHosts(database: Database, log: Pick<Logger, 'info' | 'warn'>): void {
  onHostNews(database, ({ kind, sentence }) => {
    if (kind === 'writes to') log.info(sentence);
    else log.warn(sentence);
  });
}
