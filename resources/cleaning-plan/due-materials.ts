/** The materials of a round that need cleaning now: computed when rounds are read, so that it is always correct. */
import type { Knex } from 'knex';
import { query, storeInstant } from '../../engine/index.ts';
import { frequencies } from '../plans/days.ts';
import { type RoundRule, roundDates } from './round-dates.ts';

/** The maximum number per round: the rest is listed when these are done. */
export const mostDue = 1000;

/** The number of rounds per statement: SQLite joins at most 500 selects. */
const batch = 100;

/** A round in stored form. */
interface StoredRound extends Omit<RoundRule, 'active'> {
  readonly id: number;
  readonly type: string;
  readonly zone_id: number | null;
  readonly timezone: string;
}

/** A round that is due. */
interface DueRound extends StoredRound {
  /** The last date, as a stored instant. */
  readonly since: string;
}

/**
 * The materials of rounds that have had no cleaning of the round's type since the last date, in ascending order: a daily cleaning
 * does not replace a yearly one. Decommissioned materials are left out.
 */
export async function loadDueMaterials(ids: readonly number[], db: Knex): Promise<Map<number, number[]>> {
  const due = new Map(ids.map((id): [number, number[]] => [id, []]));
  const rounds = await findDueRounds(ids, db);
  for (let at = 0; at < rounds.length; at += batch) {
    const parts = rounds.slice(at, at + batch).map(selectDue);
    const found = await query(db, {
      text: parts.map(({ text }, index) => `select * from (${text}) r${index}`).join(' union all '),
      bindings: parts.flatMap(({ bindings }) => bindings),
    });
    for (const { round, material } of found) due.get(Number(round))?.push(Number(material));
  }
  for (const materials of due.values()) materials.sort((a, b) => a - b);
  return due;
}

async function findDueRounds(ids: readonly number[], db: Knex): Promise<DueRound[]> {
  const now = new Date().toISOString();
  const rounds: StoredRound[] = await db('cleaning_rounds as r')
    .join('sites as s', 's.id', 'r.site_id')
    .whereIn('r.id', [...ids])
    .where('r.active', 1)
    // A later version may have further frequencies, which this version cannot compute: such rounds show no due materials.
    .whereIn('r.frequency', [...frequencies])
    .select('r.id', 'r.type', 'r.zone_id', 'r.starts_on', 'r.due_time', 'r.frequency', 'r.every')
    .select('r.weekday_list', 's.timezone');
  return rounds.flatMap((round) => {
    const { last } = roundDates({ ...round, active: true }, round.timezone, now);
    return last === null ? [] : [{ ...round, since: storeInstant(last) }];
  });
}

const longAgo = '1000-01-01 00:00:00.000';

function selectDue({ id, type, zone_id: zone, since }: DueRound) {
  const [from, place] =
    zone === null
      ? ['cleaning_round_materials p join materials m on m.id = p.material_id', 'p.cleaning_round_id = ?']
      : ['materials m', 'm.zone_id = ?'];
  // The latest cleaning of a type is the first entry of an index, at any number of cleanings.
  const latest =
    'select c.cleaned_at from cleanings c where c.material_id = m.id and c.type = ? order by c.cleaned_at desc limit 1';
  return {
    text:
      `select ? as round, m.id as material from ${from} where ${place} and m.status <> 'decommissioned' ` +
      `and coalesce((${latest}), '${longAgo}') < ? order by m.id limit ${mostDue}`,
    bindings: [id, zone ?? id, type, since],
  };
}
