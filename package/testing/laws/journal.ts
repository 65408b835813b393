/** Replays the journal: what its entries say of a row must be what the row says of itself. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { always, eq } from '../../../engine/condition.ts';
import { isNested, isOwned, isPaired } from '../../../engine/kinds/kind.ts';
import type { Resource } from '../../../engine/model/resource.ts';
import { loadOwned } from '../../../engine/read/nested.ts';
import { isSame } from '../../../engine/values.ts';
import { changesIn, isRecorded, secret } from '../../../engine/write/journal.ts';
import { readOthers } from '../../../engine/write/rows.ts';
import { createRegistry } from '../../../service/project/registry.ts';

type Values = Record<string, unknown>;

/** Every row of every resource, as far as the journal tells of it. @returns how many values it tells */
export async function expectReplayed(knex: Knex): Promise<number> {
  const wrong: string[] = [];
  let values = 0;
  for (const resource of (await createRegistry()).values()) {
    if (resource.scope === 'own' || resource.hung) continue;
    const told = await replay(knex, resource, wrong);
    const rows = await readAll(knex, resource);
    for (const [id, { known, isGone }] of told) {
      const row = rows.get(id);
      // A row may be deleted without an entry, by a person at the database.
      if (!row) continue;
      if (isGone) wrong.push(`${resource.path} ${id} is said to be deleted`);
      for (const [name, value] of Object.entries(known)) {
        values += 1;
        const both = `${say(value)} in the journal, ${say(row[name])} in the row`;
        if (!isEqual(value, row[name])) wrong.push(`${resource.path} ${id} ${name}: ${both}`);
      }
    }
  }
  expect(wrong.length, `${wrong.length} of ${values}:\n${wrong.slice(0, 40).join('\n')}`).to.equal(0);
  return values;
}

/** A list of ids or words has no order, and an empty one is none. */
function isEqual(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => (Array.isArray(value) ? value.map(say).sort() : []);
  if (!Array.isArray(one) && !Array.isArray(other)) return isSame(one, other);
  return isSame(plain(one), plain(other));
}

const say = (value: unknown) => JSON.stringify(value) ?? 'nothing';

/** What the entries of a resource say, by the id of its rows. An entry must begin with what the one before has left. */
async function replay(knex: Knex, resource: Resource, wrong: string[]) {
  const recorded = [...resource.fields.values()]
    .filter((one) => isRecorded(one) && !isNested(one.facts))
    .map(({ name }) => name);
  const told = new Map<number, { known: Values; isGone: boolean }>();
  const entries = await knex('activities').where({ resource: resource.name }).orderBy('id');
  for (const { record_id, action, changes } of entries) {
    const id = Number(record_id);
    const empty = Object.fromEntries(action === 'create' ? recorded.map((name) => [name, null]) : []);
    const { known } = action === 'create' ? { known: empty } : (told.get(id) ?? { known: {} });
    for (const [name, [before, after]] of Object.entries(changesIn(changes))) {
      // Other entries of the row, such as those of what is attached to it, tell more than its fields.
      if (after === secret || !recorded.includes(name)) continue;
      if (name in known && !isEqual(known[name], before))
        wrong.push(
          `${resource.path} ${id} ${name}: ${say(known[name])} before the ${action}, which says ${say(before)}`,
        );
      known[name] = after;
    }
    told.set(id, { known, isGone: action === 'delete' });
  }
  return told;
}

/** The rows that are not deleted, with their lists. */
async function readAll(knex: Knex, resource: Resource): Promise<Map<number, Values>> {
  const live = resource.softDelete ? eq('live', 1) : always;
  const found = await readOthers({ db: knex, locked: new Map() }, resource, live, {});
  const rows = new Map<number, Values>(found.map((row) => [row.id, { ...row }]));
  for (const { name, facts } of resource.fields.values()) {
    if (isOwned(facts)) {
      const lists = await loadOwned(knex, facts, [...rows.keys()]);
      for (const [id, row] of rows) row[name] = lists.get(id) ?? [];
    }
    if (!isPaired(facts)) continue;
    for (const row of rows.values()) row[name] = [];
    const pairs: Record<string, number | string>[] = await knex(facts.table).select(facts.own, facts.column);
    for (const pair of pairs) {
      const list = rows.get(Number(pair[facts.own]))?.[name];
      if (Array.isArray(list)) list.push(pair[facts.column]);
    }
  }
  return rows;
}
