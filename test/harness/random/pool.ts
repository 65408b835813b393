/** The rows that random requests may name: those at the start of the search, so that a seed always names the same ones. */
import fc from 'fast-check';
import type { Database } from '../../../engine/database/open.ts';
import type { Registry } from '../../../engine/model/resource.ts';

interface PoolRow {
  readonly id: number;
  /** Null if rows belong to no site. */
  readonly site: number | null;
}

/** The maximum number of named rows per table: enough for references to coincide. */
const most = 60;

export class Pool {
  readonly #rows: ReadonlyMap<string, readonly PoolRow[]>;

  private constructor(rows: ReadonlyMap<string, readonly PoolRow[]>) {
    this.#rows = rows;
  }

  static async read(knex: Database, registry: Registry): Promise<Pool> {
    const rows = new Map<string, readonly PoolRow[]>();
    for (const { path, table, scope } of registry.values()) {
      const found: { id: number; site_id?: number }[] = await knex(table)
        .select(scope === 'site' ? ['id', 'site_id'] : ['id'])
        .orderBy('id');
      const step = Math.max(1, Math.floor(found.length / most));
      const some = found.filter((_, index) => index % step === 0);
      rows.set(
        path,
        some.map(({ id, site_id }) => ({
          id: Number(id),
          site: site_id === undefined ? null : Number(site_id),
        })),
      );
    }
    return new Pool(rows);
  }

  /** Ids of rows of a resource: mostly of a site (or without one), sometimes of another site or of no row. */
  ids(path: string, site: number): fc.Arbitrary<number> {
    const all = this.#rows.get(path) ?? [];
    const near = all.filter((row) => row.site === null || row.site === site).map(({ id }) => id);
    const far = all.map(({ id }) => id);
    return fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...(near.length > 0 ? near : [1])) },
      { weight: 1, arbitrary: fc.constantFrom(...far, 1) },
      { weight: 1, arbitrary: fc.constantFrom(0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53) },
    );
  }
}
