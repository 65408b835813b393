/** Logs changes of the database's hosts. */
import type { Logger } from 'pino';
import { hostsOf } from '../../engine/database/hosts.ts';
import type { Database } from '../../engine/database/open.ts';

/** Logs the new writer, and warns if one is lost, or several are written to. */
export function reportHosts(database: Database, log: Pick<Logger, 'info' | 'warn'>): void {
  hostsOf(database)?.news.listen(({ kind, sentence }) => {
    if (kind === 'writes to') log.info(sentence);
    else log.warn(sentence);
  });
}
