import { expect } from 'chai';
import { checkLabels } from '../../../../commands/words/labels.ts';
import type { Catalogue } from '../../../../engine/definition/words.ts';
import { buildRegistry } from '../../../../engine/features/index.ts';
import {
  BelongsTo,
  Bool,
  defineResource,
  Enum,
  Internal,
  ManyToMany,
  Nullable,
  report,
  Text,
} from '../../../../engine/index.ts';
import { heading, render, say, speak } from '../../../../engine/message.ts';
import { translations } from '../../../../locales/index.ts';

const system = { sites: 'crates', users: 'crates' };
const definition = defineResource({
  name: 'crate',
  path: 'crates',
  table: 'crates',
  scope: 'global',
  operations: ['list', 'view'],
  fields: {
    name: Text(),
    top_speed: Text({ label: 'highest speed', heading: 'Speed' }),
    inside_id: Nullable(BelongsTo('crates')),
    copy_ids: ManyToMany('crates', { table: 'copies', own: 'crate_id', other: 'copy_id' }),
    state: Enum(['wide_open', 'shut']),
    hidden: Internal(Bool()),
  },
  sort: ['name'],
  defaultSort: 'name',
});
const loaded = [{ file: 'resources/crates.ts', definition }];

const worded = {
  title: { one: 'caisse', many: 'caisses' },
  fields: { name: 'nom', top_speed: 'vitesse', inside_id: 'contenant', copy_ids: 'copies', state: 'état' },
  headings: { top_speed: 'Vitesse' },
  values: { state: { wide_open: 'grande ouverte', shut: 'fermée' } },
};
const complete: Catalogue = { crate: worded };

const keysOf = (fr: Catalogue) =>
  checkLabels(loaded, { fr }, (language) => `locales/${language}.ts`).map(
    ({ file, key, problem }) => `${file}, ${key}: ${problem}`,
  );

describe('labels', () => {
  const crates = (fr: Catalogue) => {
    const resource = buildRegistry(loaded, system, { fr }).get('crates');
    if (!resource) throw new Error('There are no crates.');
    return resource;
  };
  const labels = (fr: Catalogue, language: string) => {
    const { title, fields } = crates(fr);
    const names = ['name', 'top_speed', 'inside_id', 'copy_ids', 'state', 'created_at'];
    const values = [...(fields.get('state')?.values.values() ?? [])];
    return [...[title.one, title.many], ...names.map((name) => fields.get(name)?.label), ...values].map(
      (text) => text && render(say(text), language),
    );
  };

  const sentences = {
    ...{ 'creation time': 'date de création', created: 'créé le' },
    'up to, not including': 'jusqu’au, non compris',
  };
  before(() => speak({ fr: sentences }));
  after(() => speak(translations));

  it('are made from the names in English, or said by the definition', () => {
    expect(labels(complete, 'en')).to.deep.equal([
      ...['crate', 'crates', 'name', 'highest speed', 'inside', 'copies', 'state', 'creation time'],
      ...['wide open', 'shut'],
    ]);
  });

  it('are others over a column where the definition or the system says so', () => {
    const headings = (language: string) =>
      ['name', 'top_speed', 'created_at'].map((name) => {
        const text = crates(complete).fields.get(name)?.heading;
        return text && heading(text, language);
      });
    expect(headings('en')).to.deep.equal(['Name', 'Speed', 'Created']);
    expect(headings('fr')).to.deep.equal(['Nom', 'Vitesse', 'Créé le']);
  });

  it('come from the catalogue in another language', () => {
    expect(labels(complete, 'fr')).to.deep.equal([
      ...['caisse', 'caisses', 'nom', 'vitesse', 'contenant', 'copies', 'état', 'date de création'],
      ...['grande ouverte', 'fermée'],
    ]);
  });

  it('are those of one report where a word names it, and of the engine where it adds the field', () => {
    const reporting = defineResource({
      ...definition,
      reports: {
        weight: report({
          ...{ on: 'collection', summary: 'How heavy they are.', run: async () => [] },
          input: { until: Text({ label: 'last day' }) },
          answer: { grams: Text() },
        }),
        losses: report({
          ...{ on: 'collection', summary: 'How many are lost.', window: true, run: async () => [] },
          answer: { grams: Text() },
        }),
      },
    });
    const { title, fields, headings, values } = worded;
    const words = { title, headings, values, fields: { ...fields, until: 'jusqu’au', grams: 'poids' } };
    const named = { ...words, fields: { ...words.fields, 'weight.until': 'jusqu’au, compris' } };
    const loadedOne = [{ file: 'resources/crates.ts', definition: reporting }];
    const labelled = (fr: Catalogue, own: string) => {
      const field = buildRegistry(loadedOne, system, { fr })
        .get('crates')
        ?.reports.get(own)
        ?.input.get('until');
      return field && render(say(field.label), 'fr');
    };
    expect(labelled({ crate: words }, 'weight')).to.equal('jusqu’au');
    expect(labelled({ crate: named }, 'weight')).to.equal('jusqu’au, compris');
    expect(labelled({ crate: named }, 'losses')).to.equal('jusqu’au, non compris');
    const spare = { ...named, fields: { ...named.fields, 'losses.until': 'fin', 'weight.grams': 'grammes' } };
    expect(checkLabels(loadedOne, { fr: { crate: spare } }, () => 'fr').map(({ key }) => key)).to.deep.equal([
      'crate.fields.losses.until',
    ]);
  });

  it('are English where a resource is to be shown in English', () => {
    expect(labels({ crate: 'english' }, 'fr')).to.include.members(['crates', 'highest speed', 'wide open']);
    expect(keysOf({ crate: 'english' })).to.deep.equal([]);
  });

  it('are not asked for where all of them are there', () => {
    expect(keysOf(complete)).to.deep.equal([]);
  });

  it('are asked for one by one, but not those that are not shown', () => {
    expect(keysOf({ crate: {} })).to.deep.equal([
      'resources/crates.ts, title: locales/fr.ts has no words for it.',
      'resources/crates.ts, fields.name: locales/fr.ts has no words for it.',
      'resources/crates.ts, fields.top_speed: locales/fr.ts has no words for it.',
      'resources/crates.ts, fields.top_speed.heading: locales/fr.ts has no words for it.',
      'resources/crates.ts, fields.inside_id: locales/fr.ts has no words for it.',
      'resources/crates.ts, fields.copy_ids: locales/fr.ts has no words for it.',
      'resources/crates.ts, fields.state: locales/fr.ts has no words for it.',
      'resources/crates.ts, fields.state: locales/fr.ts has no words for it.',
    ]);
    const [, , , , , , , values] = checkLabels(loaded, { fr: { crate: {} } }, () => 'locales/fr.ts');
    expect(values?.remedy).to.match(/^Add wide_open, shut to `values\.state` under `crate` there/);
  });

  it('are asked for all at once, to be filled in, where there are none', () => {
    const [finding, ...more] = checkLabels(loaded, { fr: {} }, () => 'locales/fr.ts');
    expect(more).to.deep.equal([]);
    expect(finding).to.include({ file: 'resources/crates.ts', key: 'words' });
    expect(finding?.remedy).to.equal(
      "Add there: crate: { title: { one: '…', many: '…' }, " +
        "fields: { name: '…', top_speed: '…', inside_id: '…', copy_ids: '…', state: '…' }, headings: { top_speed: '…' }, " +
        "values: { state: { wide_open: '…', shut: '…' } } }, " +
        "or `'crate': 'english'` to show this resource in English on purpose.",
    );
  });

  it('must not stay behind when what they name goes', () => {
    const words = {
      title: { one: 'caisse', many: 'caisses' },
      fields: {
        ...{ name: 'nom', top_speed: 'vitesse', inside_id: 'contenant', copy_ids: 'copies', state: 'état' },
        ...{ gone: 'parti' },
      },
      headings: { top_speed: 'Vitesse', state: 'État' },
      values: {
        state: { wide_open: 'grande ouverte', shut: 'fermée', ajar: 'entrouverte' },
        name: { a: 'a' },
      },
    };
    expect(keysOf({ crate: words, barrel: {} })).to.deep.equal([
      'locales/fr.ts, crate.fields.gone: nothing has this name.',
      'locales/fr.ts, crate.headings.state: nothing has this name.',
      'locales/fr.ts, crate.values.state.ajar: nothing has this name.',
      'locales/fr.ts, crate.values.name.a: nothing has this name.',
      'locales/fr.ts, barrel: nothing has this name.',
    ]);
  });
});
