/** What is sent of an event, within its limit, and which events a pattern means. */

import { expect } from 'chai';
import { defineResource } from '../../../../../engine/definition/definition.ts';
import { buildRegistry } from '../../../../../engine/features/index.ts';
import { Once, Text } from '../../../../../engine/index.ts';
import { loadDefinitions } from '../../../../../engine/model/compile.ts';
import type { Changes } from '../../../../../engine/write/context.ts';
import { bodyOf, payloadOf } from '../../../../../service/outbox/webhooks/deliveries.ts';
import { heardResources, means } from '../../../../../service/outbox/webhooks/patterns.ts';
import { resourcesFolder } from '../../../../../service/project/project.ts';
import { systemPaths } from '../../../../../service/project/registry.ts';

const largest = 64 * 1024;

describe('the body of a webhook', () => {
  const event = (changes: Changes) =>
    payloadOf({
      ...{
        id: 'evt_1',
        type: 'zone.update',
        resource: 'zone',
        recordId: 1,
        action: 'update',
        siteId: 2,
        actorId: 3,
      },
      ...{ changes, requestId: 'r', createdAt: '2026-01-31T08:00:00.000Z' },
    });

  it('has at most 64 KiB: else the changes are left out, and the row where that is not enough', () => {
    const small = { name: ['a', 'b'] } as const;
    expect(JSON.parse(bodyOf(event(small)))).to.deep.equal(event(small));
    // In bytes, of which an accent has two.
    const long = { notes: ['é'.repeat(largest / 2), ''] } as const;
    const { data } = JSON.parse(bodyOf(event(long)));
    expect(data).to.include({ truncated: true, id: 1 }).and.to.have.deep.property('changes', {});
    const row = { ...event(long), data: { ...event(long).data, row: { id: 1 } } };
    expect(JSON.parse(bodyOf(row)).data.row).to.deep.equal({ id: 1 });
    const huge = { ...row, data: { ...row.data, row: { notes: 'x'.repeat(largest) } } };
    expect(JSON.parse(bodyOf(huge)).data).to.include({ truncated: true, row: null });
    for (const one of [event(long), row, huge]) expect(Buffer.byteLength(bodyOf(one))).to.be.at.most(largest);
  });

  const patterns: readonly [pattern: string, type: string, isMeant: boolean][] = [
    ['*', 'zone.create', true],
    ['zone.*', 'zone.low', true],
    ['zone.*', 'item.create', false],
    ['*.delete', 'zone.delete', true],
    ['*.delete', 'zone.update', false],
    ['item-movement.create', 'item-movement.create', true],
    ['item.create', 'item-movement.create', false],
  ];
  for (const [pattern, type, isMeant] of patterns) {
    it(`${isMeant ? 'is' : 'is not'} sent of ${type} for ${pattern}`, () => {
      const [resource = '', action = ''] = type.split('.');
      expect(means(pattern, { resource, action })).to.equal(isMeant);
    });
  }

  it('is of every kind of event that the journal names, own actions that give out a secret among them', async () => {
    const gates = defineResource({
      ...{ name: 'gate', path: 'gates', table: 'gates', scope: 'site' },
      operations: ['list', 'view', 'create', 'update'],
      fields: { name: Text() },
      sort: ['name'],
      defaultSort: 'name',
      actions: {
        renew: {
          ...{ on: 'row', permission: 'update', summary: 'Makes a new key.' },
          answer: { key: Once(Text()) },
          run: async ({ answer }) => answer({ key: 'x' }),
        },
        open: {
          ...{ on: 'row', permission: 'update', summary: 'Opens it.' },
          run: ({ update }) => update({}),
        },
      },
    });
    const others = await loadDefinitions(resourcesFolder);
    const registry = buildRegistry([...others, { file: 'gates.ts', definition: gates }], systemPaths);
    const actions = heardResources(registry).find(({ name }) => name === 'gate')?.actions;
    expect(actions).to.deep.equal(['create', 'update', 'delete', 'renew']);
  });
});
