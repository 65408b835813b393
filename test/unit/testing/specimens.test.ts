/** Bodies that follow from declarations, and where it is told what follows from none. */
import { expect } from 'chai';
import { resourcesFolder, systemPaths } from '../../../app.ts';
import { defineResource, Enum, Integer, Nullable, say, Text } from '../../../engine/index.ts';
import { buildRegistry, loadDefinitions } from '../../../engine/model/compile.ts';
import { resourceAt } from '../../../engine/model/resource.ts';
import { fitFirst, fitTogether } from '../../../testing/specimens/declared.ts';
import { readRules, ruleFile } from '../../../testing/specimens/rule-book.ts';
import type { Body } from '../../../testing/specimens/rules.ts';
import { wayTo } from '../../../testing/specimens/states.ts';

const tools = defineResource({
  name: 'tool',
  path: 'tools',
  table: 'tools',
  scope: 'global',
  operations: ['list', 'create', 'update'],
  fields: {
    name: Text(),
    state: Enum(['ready', 'lent', 'broken', 'scrapped'], { default: 'ready' }),
    lent_to: Nullable(Text()),
    spare: Nullable(Integer()),
    places: Nullable(Integer()),
  },
  sort: ['name'],
  defaultSort: 'name',
  states: {
    field: 'state',
    initial: ['ready'],
    transitions: { ready: ['lent'], lent: ['ready', 'broken'], broken: ['scrapped'], scrapped: [] },
  },
  only: [{ fields: ['lent_to'], beside: { state: ['lent'] }, message: say('It is not lent.') }],
  requiredWhen: [{ field: 'lent_to', beside: { state: ['lent'] }, message: say('Say to whom.') }],
  order: [{ lower: 'spare', upper: 'places', blames: 'lower' }],
});

const own = await loadDefinitions(resourcesFolder);
const registry = buildRegistry([...own, { file: 'resources/tools.ts', definition: tools }], systemPaths);

describe('specimens', () => {
  const resource = resourceAt(registry, 'tools');
  const fitted = async (body: Body, ...pinned: string[]): Promise<Body> => {
    fitFirst(resource, body, new Set(pinned));
    await fitTogether(resource, body, new Set(pinned), async (name) => `some ${name}`);
    return body;
  };

  it('begin in a state in which a row can be made, and go on from there', async () => {
    expect(await fitted({ state: 'broken' })).to.deep.equal({ state: 'ready' });
    expect(await fitted({ state: 'broken' }, 'state')).to.deep.equal({ state: 'broken' });
    expect(wayTo(resource, 'scrapped')).to.deep.equal(['ready', 'lent', 'broken', 'scrapped']);
    expect(wayTo(resource, 'ready')).to.deep.equal([]);
    expect(wayTo(resource, undefined)).to.deep.equal([]);
  });

  it('have what fields ask of each other, and keep what is pinned', async () => {
    expect(await fitted({ state: 'ready', lent_to: 'Ann' })).to.deep.equal({ state: 'ready', lent_to: null });
    const kept = await fitted({ state: 'ready', lent_to: 'Ann' }, 'lent_to');
    expect(kept).to.deep.equal({ state: 'lent', lent_to: 'Ann' });
    const asked = await fitted({ state: 'lent', lent_to: null }, 'state');
    expect(asked).to.deep.equal({ state: 'lent', lent_to: 'some lent_to' });
    const left = await fitted({ state: 'ready', lent_to: null }, 'lent_to');
    expect(left).to.deep.equal({ state: 'ready', lent_to: null });
    expect(await fitted({ spare: 3, places: 2 })).to.include({ spare: 3, places: 3 });
    expect(await fitted({ spare: 3, places: 2 }, 'places')).to.include({ spare: 2, places: 2 });
  });

  it('have their rules beside the definition, and in no other place', async () => {
    expect(ruleFile(resource)).to.equal('resources/tools.specimen.ts');
    const rules = await readRules(registry, { zones: { reason: 'given' } });
    expect(rules.get('zones')).to.deep.equal({ reason: 'given' });
    expect([...rules.keys()]).to.include.members(['users', 'roles', 'incidents']);
    const strange = await readRules(registry, { zone: {} }).catch(({ message }: Error) => message);
    expect(strange).to.equal('There are specimens of “zone”, which is no resource.');
  });
});
