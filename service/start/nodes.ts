/** Looks whether other nodes of a cluster are written to. */
import type { Logger } from 'pino';
import { lookMs, NodeWatch } from '../../engine/database/mysql/nodes.ts';
import type { Database } from '../../engine/database/open.ts';

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
