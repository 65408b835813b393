/** Changes of the database's host in the log. */
import type { Logger } from 'pino';
import { hostsOf } from '../../engine/database/hosts.ts';
import type { Database } from '../../engine/database/open.ts';

/** Says to which host it writes from now on, and warns where one is lost, or several are written to. */
export function reportHosts(database: Database, log: Pick<Logger, 'info' | 'warn'>): void {
  hostsOf(database)?.news.listen(({ kind, sentence }) => {
    if (kind === 'writes to') log.info(sentence);
    else log.warn(sentence);
  });
}
