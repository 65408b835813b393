/**
 * Every option of every kind of field changes under rows, and each kind becomes each other one: the comparison tells it, a migration is
 * drafted, refuses what does not fit before it changes anything, and requests at the new bounds are answered as they should be.
 */

import { expect } from 'chai';
import { changedColumns } from '../../../../../commands/schema/holdings.ts';
import * as wrappers from '../../../../../engine/definition/field.ts';
import { defineResource, ManyToMany, Text } from '../../../../../engine/index.ts';
import * as scalars from '../../../../../engine/kinds/constructors.ts';
import { type Field, factsOf } from '../../../../../engine/kinds/field.ts';
import { isColumn, isReference, isText, scalarOf } from '../../../../../engine/kinds/kind.ts';
import { integer } from '../../../../../engine/kinds/scalars/integer.ts';
import { store } from '../../../../../engine/kinds/scalars/scalar.ts';
import { describeIndexes } from '../../../../../engine/schema/introspect.ts';
import { createTestDatabase, type TestDatabase } from '../../../../harness/database.ts';
import { serveDefinitions } from '../../../../harness/definitions-folder.ts';
import { askDoctor } from '../../../../harness/doctor.ts';
import { Drafts } from '../../../../harness/drafts.ts';
import { cases } from '../../../../service/engine/schema/column-cases.ts';
import { all, definitions, type Named } from '../../../../service/engine/schema/column-resources.ts';

const moment = '2026-01-31 08:00:00.000';
const place = ({ table, field }: Named) => `${table}.${field}`;
const pathOf = (table: string) => table.replaceAll('_', '-');

function stored(field: Field, value: unknown) {
  const facts = factsOf(field);
  return store(isColumn(facts) ? facts.scalar : integer, value);
}

/** A row of each table by its name. */
function rowsOf(name: string, value: (one: Named) => unknown): Map<string, Record<string, unknown>> {
  const rows = new Map<string, Record<string, unknown>>();
  for (const one of all) {
    const base = { version: 1, created_at: moment, updated_at: moment, name, name_key: name };
    const row: Record<string, unknown> = rows.get(one.table) ?? base;
    rows.set(one.table, row);
    if (!one.added) row[one.field] = stored(one.before, value(one));
  }
  return rows;
}

/** Values at the bounds of a field, and one that is beyond each. */
function bounds(field: Field): { within: unknown[]; beyond: unknown[] } {
  const { maxLength, minimum, maximum, enum: values } = field;
  const facts = factsOf(field);
  if (isReference(facts)) return { within: [1], beyond: [0, 999_999] };
  if (Array.isArray(values)) return { within: values.filter((value) => value !== null), beyond: ['no such'] };
  if (isText(facts) && typeof maxLength === 'number') {
    return { within: ['😀'.repeat(maxLength)], beyond: ['x'.repeat(maxLength + 1)] };
  }
  if (typeof minimum === 'number' && typeof maximum === 'number') {
    const step = 10 ** -(scalarOf(facts)?.scale ?? 0);
    return { within: [minimum, maximum, minimum + 1], beyond: [minimum - 1, maximum + 1, step / 10] };
  }
  const given = { mark: 'x', variant: 1, serial: 1, distinct: false, locales: ['en'] };
  const right = isColumn(facts) ? facts.scalar.specimen.right(field, given, facts) : undefined;
  return { within: [right ?? [7]], beyond: [{}] };
}

describe('columns whose definitions change', () => {
  let drafts: Drafts;
  let database: TestDatabase;
  let served: Awaited<ReturnType<typeof serveDefinitions>> | undefined;
  before(async () => {
    drafts = await Drafts.begin();
    database = await createTestDatabase('demo');
  });
  after(async () => {
    await served?.end();
    await drafts?.end();
    await database?.drop();
  });

  const migrate = async (stage: 'bare' | 'before') => {
    const draft = await drafts.draft(definitions(stage));
    await (await drafts.run(draft?.source ?? ''))(database.knex);
    expect(await drafts.lacks(definitions(stage))).to.deep.equal([]);
  };

  it('have a case for each kind of field', () => {
    const makers = Object.entries({ ...scalars, ...wrappers }).filter(([, one]) => typeof one === 'function');
    expect(makers.map(([name]) => name).sort()).to.deep.equal(Object.keys(cases).sort());
  });

  it('have rows', async () => {
    await migrate('bare');
    const fitting = rowsOf('fits', ({ had = null, misfit }) => (misfit === null ? 3 : had));
    const misfitting = rowsOf('misfit', ({ had = null, misfit = had }) => misfit);
    for (const rows of [fitting, misfitting]) {
      for (const [table, row] of rows) await database.knex(table).insert(row);
    }
    await migrate('before');
  });

  it('are told, each by its name', async () => {
    const told = await drafts.lacks(definitions('after'));
    for (const one of all) {
      const own = told.filter(
        (line) =>
          line.startsWith(`fields.${one.field}: `) &&
          (one.table === 'samples' || line.includes(`“${one.table}”`)),
      );
      expect(own.length === 1 ? own[0] : own.join(), place(one)).to.match(one.told);
    }
  });

  it('of pairs are told where they refer to other rows', async () => {
    const other = await Drafts.begin();
    const of = (to: string) =>
      defineResource({
        ...{ name: 'kit', path: 'kits', table: 'kits', scope: 'global', operations: ['list', 'view'] },
        fields: {
          name: Text(),
          role_ids: ManyToMany(to, { table: 'kit_roles', own: 'kit_id', other: 'role_id' }),
        },
        ...{ sort: ['name'], defaultSort: 'name' },
      });
    await other.run((await other.draft([of('roles')]))?.source ?? '');
    expect(await other.lacks([of('roles')])).to.deep.equal([]);
    expect(await other.lacks([of('companies')])).to.deep.equal([
      'fields.role_ids: “role_id” of “kit_roles” refers to “roles”, but must refer to “companies”.',
    ]);
    await other.end();
  });

  it('are told by the doctor where the database is not what definitions say', async () => {
    const told = async (when: 'before' | 'after') => {
      const known = { database: database.knex, registry: await drafts.registry(definitions(when)) };
      return (await askDoctor('tables', known)).map(({ state }) => state);
    };
    expect(await told('after')).to.include('fault');
    expect(await told('before')).to.deep.equal(['fine']);
  });

  it('are changed once all rows fit, of which the migration tells before it changes anything', async () => {
    const { knex } = database;
    const draft = await drafts.draft(definitions('after'));
    const run = await drafts.run(draft?.source ?? '');
    expect(await drafts.lacks(definitions('after'))).to.deep.equal([]);
    const before = await describeIndexes(knex);
    const refused: string[] = [];
    for (let left = 2 * all.length; left > 0; left -= 1) {
      const said = await run(knex).then(
        () => 'done',
        (error: Error) => error.message,
      );
      if (said === 'done') break;
      const found = [...said.matchAll(/“(\w+)” has 1 row with (something in|nothing in|a) “(\w+)”/g)];
      if (found.length === 0) throw new Error(said);
      if (refused.length === 0) expect(await describeIndexes(knex), said).to.deep.equal(before);
      for (const [, table = '', what, field = ''] of found) {
        refused.push(`${table}.${field}`);
        await knex(table)
          .where({ name: 'misfit' })
          .update({ [field]: what === 'nothing in' ? 3 : null });
      }
    }
    expect(refused.sort()).to.deep.equal(
      all
        .filter(({ misfit }) => misfit !== undefined)
        .map(place)
        .sort(),
    );
    const schema = await describeIndexes(knex);
    for (const resource of (await drafts.registry(definitions('after'))).values()) {
      const table = schema.get(resource.table);
      const registry = await drafts.registry(definitions('after'));
      expect(
        table && changedColumns(resource, registry, table).map(({ expected }) => expected.column),
        resource.table,
      ).to.deep.equal([]);
    }
  });

  it('are served, with what rows had and up to their new bounds', async () => {
    served = await serveDefinitions(database, definitions('after'));
    const client = await served.service.signedIn('admin@demo.test');
    for (const { table } of definitions('after')) {
      const fields = all.filter((one) => one.table === table);
      const { status, body } = await client.get(`/${pathOf(table)}/1`);
      expect(status, table).to.equal(200);
      for (const one of fields.filter(({ added }) => !added)) {
        const { had = null, becomes = had, misfit } = one;
        expect(body.data[one.field], place(one)).to.deep.equal(misfit === null ? 3 : becomes);
      }
      const bodies = (which: 'within' | 'beyond', at: number) =>
        Object.fromEntries(
          fields.flatMap(({ field, after: now }) => {
            const values = bounds(now)[which];
            return which === 'within' || values[at] !== undefined ? [[field, values[at] ?? values[0]]] : [];
          }),
        );
      for (const at of [0, 1, 2]) {
        const given = bodies('within', at);
        const made = await client.post(`/${pathOf(table)}`, { name: `at ${at}`, ...given });
        expect(made.status, `${table}: ${made.text.slice(0, 500)}`).to.equal(201);
        const read = await client.get(`/${pathOf(table)}/${made.body.data.id}`);
        for (const [field, value] of Object.entries(given)) {
          expect(read.body.data[field], `${table}.${field}`).to.deep.equal(value);
        }
        const beyond = bodies('beyond', at);
        const refused = await client.post(`/${pathOf(table)}`, {
          name: 'x',
          ...bodies('within', 0),
          ...beyond,
        });
        if (Object.keys(beyond).length === 0) continue;
        expect(refused.status, `${table}: ${refused.text.slice(0, 500)}`).to.equal(422);
        expect(Object.keys(refused.body.errors).sort()).to.deep.equal(Object.keys(beyond).sort());
      }
    }
  });
});
