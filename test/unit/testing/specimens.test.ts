/** Bodies that follow from declarations, and where it is told what follows from none. */

import { expect } from 'chai';
import { always } from '../../../engine/condition.ts';
import { buildRegistry } from '../../../engine/features/index.ts';
import {
  BelongsTo,
  defineResource,
  Enum,
  EnumSet,
  Integer,
  Json,
  Nullable,
  say,
  Text,
} from '../../../engine/index.ts';
import { loadDefinitions } from '../../../engine/model/compile.ts';
import { resourceAt } from '../../../engine/model/resource.ts';
import { fitFirst, fitTogether } from '../../../package/testing/specimens/declared.ts';
import { findMissingRules } from '../../../package/testing/specimens/foreseen.ts';
import { type RuleBook, readRules, ruleFile } from '../../../package/testing/specimens/rule-book.ts';
import type { Body, SpecimenRules } from '../../../package/testing/specimens/rules.ts';
import { nearest, stateFor, wayTo } from '../../../package/testing/specimens/states.ts';
import { resourcesFolder } from '../../../service/project/project.ts';
import { systemPaths } from '../../../service/project/registry.ts';

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

  it('know which fields wait for a state, and go on to one that is open', async () => {
    expect(['lent_to', 'name'].map((name) => stateFor(resource, name))).to.deep.equal(['lent', undefined]);
    expect(nearest(resource, 'state', ['scrapped', 'broken'])).to.equal('broken');
    expect(nearest(resource, 'state', ['broken', 'ready'])).to.equal('ready');
    const lent = { state: 'lent', lent_to: null };
    await fitTogether(resource, lent, new Set(['lent_to']), async () => null, { state: 'lent' });
    expect(lent.state).to.equal('ready');
    const scrapped = { state: 'scrapped', lent_to: 'Ann' };
    await fitTogether(resource, scrapped, new Set(), async () => null, { state: 'scrapped' });
    expect(scrapped).to.deep.equal({ state: 'scrapped', lent_to: null });
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
    expect(strange).to.equal('There are specimens of “zone”, which is not a resource.');
  });
});

describe('rules for specimens that are missing', () => {
  const path = {
    to: 'zones',
    links: [{ table: 'racks', foreign: 'id', column: 'id' }],
    seen: () => always,
  } as const;
  const racks = defineResource({
    name: 'rack',
    path: 'racks',
    table: 'racks',
    scope: 'global',
    operations: ['list', 'create', 'delete'],
    fields: {
      name: Text(),
      code: Nullable(Text({ pattern: '^[A-Z]+$' })),
      plan: Json({ type: 'object' }),
      colours: EnumSet({ table: 'rack_colours', own: 'rack_id', column: 'colour', min: 1 }),
      notes: Nullable(Json({ type: 'object' })),
      zone_id: BelongsTo('zones'),
    },
    filtersThrough: { hall_id: path },
    sort: ['name'],
    defaultSort: 'name',
    restrictDelete: [{ table: 'rack_labels', column: 'rack_id', what: 'labels' }],
    actions: {
      paint: {
        on: 'row',
        permission: 'create',
        summary: 'Paints it.',
        input: { hue: Text({ pattern: '^#' }), coats: Integer(), gloss: Nullable(Text({ pattern: '^g' })) },
        answer: { done: Integer() },
        run: async ({ answer }) => answer({ done: 1 }),
      },
    },
  });
  const lists = defineResource({
    ...{ name: 'list', path: 'lists', table: 'lists', scope: 'global', operations: ['list'] },
    ...{ fields: { name: Text() }, sort: ['name'], defaultSort: 'name' },
  });
  const definitions = [racks, lists].map((definition) => ({
    file: `resources/${definition.path}.ts`,
    definition,
  }));
  const all = buildRegistry([...own, ...definitions], systemPaths);
  const missing = (book: RuleBook, registry = all, looked = ['racks', 'lists']) =>
    findMissingRules(
      registry,
      book,
      looked.map((one) => resourceAt(registry, one)),
    ).map(({ file, key, problem }) => `${file}, ${key} ${problem}`);

  it('are told by the file where they belong, as far as definitions show them', () => {
    const told = (key: string, problem: string) =>
      `resources/racks.specimen.ts, ${key} must define ${problem}.`;
    expect(missing(new Map())).to.deep.equal([
      told('values', 'valid values of code'),
      told('values', 'valid values of plan'),
      told('values', 'valid values of colours'),
      told('values', 'valid values of hue'),
      told('filters', 'the values by which the filter hall_id finds a row'),
      told('blockers', 'a row of rack_labels that prevents a delete'),
      'resources/lists.specimen.ts, populate must define how rows of lists are created.',
    ]);
  });

  it('are none where they are written, or follow from a definition', async () => {
    const value = () => 'A';
    const written: SpecimenRules = {
      values: { code: value, plan: value, colours: value, hue: value },
      filters: { hall_id: () => [] },
      blockers: { rack_labels: (rack_id) => ({ rack_id }) },
    };
    const populate = async () => {};
    expect(
      missing(
        new Map([
          ['racks', written],
          ['lists', { populate }],
        ]),
      ),
    ).to.deep.equal([]);
    // Those of the project pass their tests.
    expect(
      missing(
        await readRules(all),
        all,
        own.map(({ definition }) => definition.path),
      ),
    ).to.deep.equal([]);
  });
});
