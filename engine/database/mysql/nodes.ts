/**
 * Notices that services write to different nodes of a Galera cluster, if each knows one address: each node that is written to has a
 * row with its time.
 */
import type { Knex } from 'knex';
import { storedNow } from '../../values.ts';
import { identityOf } from '../knex-internals.ts';
import { query } from '../query.ts';
import { transact } from '../transaction.ts';

/** How often a process looks, and for how long a row is valid, in milliseconds. */
export const [lookMs, toldMs] = [10_000, 25_000];
/** After a change of nodes, rows of former places are still valid for a while. Only what lasts longer is told. */
const lastsMs = 30_000;

/** The databases that are also written to elsewhere. */
const writtenElsewhere = new WeakSet<object>();

/** Whether the cluster is also written to on another node, by what `NodeWatch` has found. */
export function isWrittenElsewhere(db: Knex): boolean {
  return writtenElsewhere.has(identityOf(db));
}

interface NodeRow {
  id: number;
  written_at: string;
}

/** The nodes of a cluster that services have written to lately: 1 is the row of a database without a cluster. @param now milliseconds */
export async function writtenNodes(db: Knex, now: number): Promise<readonly NodeRow[]> {
  const valid = storedNow(new Date(now - toldMs));
  return db<NodeRow>('write_probes').where('id', '>', 1).where('written_at', '>', valid);
}

/** The place of the node of a connection in its cluster; null if it is none. */
async function placeInCluster(trx: Knex): Promise<number | null> {
  const [row] = await query(trx, { text: "show status like 'wsrep_local_index'", bindings: [] });
  const place = Number(row?.Value ?? Number.NaN);
  // Without a cluster it is the largest number there is.
  return place < 1000 ? place : null;
}

export class NodeWatch {
  readonly #db: Knex;
  readonly #place: typeof placeInCluster;
  #since: number | null = null;

  /** @param place for tests */
  constructor(db: Knex, place: typeof placeInCluster = placeInCluster) {
    this.#db = db;
    this.#place = place;
  }

  /**
   * Writes the row of its node, and looks for those of others.
   *
   * @param now milliseconds
   * @returns whether others are written to, for longer than a change of nodes takes; null if there is no cluster
   */
  async look(now: number): Promise<boolean | null> {
    const others = await transact(this.#db, async (trx) => {
      const place = await this.#place(trx);
      if (place === null) return null;
      const row = { id: 2 + place, written_at: storedNow(new Date(now)) };
      const written: number = await trx<NodeRow>('write_probes').where('id', row.id).update(row);
      if (written === 0) await trx<NodeRow>('write_probes').insert(row).onConflict('id').merge();
      return (await writtenNodes(trx, now)).filter(({ id }) => Number(id) !== row.id);
    });
    if (others === null) return null;
    this.#since = others.length === 0 ? null : (this.#since ?? now);
    const found = this.#since !== null && now - this.#since >= lastsMs;
    if (found) writtenElsewhere.add(identityOf(this.#db));
    else writtenElsewhere.delete(identityOf(this.#db));
    return found;
  }
}
