/** Logs changes of the database's hosts. */
import type { Logger } from 'pino';
import { hostsOf } from '../../engine/database/hosts.ts';
import { lookMs, NodeWatch } from '../../engine/database/mysql/nodes.ts';
import type { Database } from '../../engine/database/open.ts';

/** Logs the new writer, and warns if one is lost, or several are written to. */
export function reportHosts(database: Database, log: Pick<Logger, 'info' | 'warn'>): void {
  hostsOf(database)?.news.listen(({ kind, sentence }) => {
    if (kind === 'writes to') log.info(sentence);
    else log.warn(sentence);
  });
}

/** Warns once if services with a single address write to different nodes of a cluster. It looks until there is no cluster. */
export function watchNodes(database: Database, log: Pick<Logger, 'warn'>): void {
  const watch = new NodeWatch(database);
  let told = false;
  const look = async (): Promise<void> => {
    // A database that cannot be reached is reported elsewhere.
    const found = await watch.look(Date.now()).catch(() => false);
    if (found === null) clearInterval(timer);
    if (found && !told)
      log.warn(
        'The database is a cluster, and another node is written to as well: give all services the address of the same node.',
      );
    told = found === true;
  };
  const timer = setInterval(() => void look(), lookMs).unref();
}
