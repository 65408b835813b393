/** What code may set beyond what bodies may name. */

import { expect } from 'chai';
import { buildRegistry } from '../../../../engine/features/index.ts';
import { defineResource, Owned, ReadOnly, Text } from '../../../../engine/index.ts';
import { codeFields, resourceAt } from '../../../../engine/model/resource.ts';
import { readOwnValues } from '../../../../engine/write/changeset.ts';

const kits = defineResource({
  name: 'kit',
  path: 'kits',
  table: 'kits',
  scope: 'global',
  operations: ['list', 'view', 'create'],
  fields: {
    name: Text(),
    code: ReadOnly(Text()),
    parts: ReadOnly(
      Owned({
        ...{ table: 'kit_parts', by: 'kit_id', order: 'place', max: 9 },
        fields: { title: Text({ max: 40 }) },
      }),
    ),
  },
  sort: ['name'],
  defaultSort: 'name',
});

describe('values that code sets', () => {
  const registry = buildRegistry([{ file: 'resources/kits.ts', definition: kits }], {
    sites: 'kits',
    users: 'kits',
  });
  const resource = resourceAt(registry, 'kits');

  it('are those of all fields that the engine writes, entries of their own among them', () => {
    const values = { name: 'One', code: 'K-1', parts: [{ title: 'Screw' }] };
    expect(codeFields(resource).map(({ name }) => name)).to.have.members(Object.keys(values));
    const seen: unknown[] = [];
    const read = (body: object) => {
      seen.push(body);
      return { values: { ...body }, errors: {} };
    };
    expect(readOwnValues(resource, values, read).values).to.deep.equal(values);
    expect(seen).to.deep.equal([{ name: 'One' }]);
  });

  it('are none that follow from others', () => {
    const read = () => ({ values: {}, errors: {} });
    expect(() => readOwnValues(resource, { created_at: 'now' }, read)).to.throw('no code can set created_at');
  });
});
