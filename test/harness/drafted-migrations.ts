/** Migrations as `npm run migration:new` drafts them, with every kind of line, for tests that kill them. */
import type { Knex } from 'knex';
import { changeColumn } from '../../migrations/columns/change.ts';
import {
  addedRank,
  addedRankedChoice,
  addedReference,
  dropParts,
  rerank,
} from '../../migrations/columns/changes.ts';
import {
  alterTable,
  choice,
  copyWith,
  createTable,
  decimal,
  dropTable,
  moment,
  money,
  rankedChoice,
  reference,
  searchText,
  sortedText,
} from '../../migrations/columns/index.ts';
import { renameColumn, renameTable } from '../../migrations/columns/rename.ts';
import { addSearchIndex, dropSearchIndex } from '../../migrations/columns/search.ts';

const creation: Knex.Migration = {
  async up(knex) {
    await createTable(knex, 'depots', (t) => {
      t.increments('id');
      sortedText(t, 'name').notNullable();

      t.unique(['name']);
    });
    await createTable(knex, 'tools', (t) => {
      t.increments('id');
      sortedText(t, 'name', 80).notNullable();
      reference(t, 'depot_id', 'depots').nullable();
      rankedChoice(t, 'state', ['good', 'worn']);
      choice(t, 'kind');
      money(t, 'price').nullable();
      decimal(t, 'weight', 3).nullable();
      t.integer('origin').nullable();
      reference(t, 'maker_id', 'depots').nullable();
      moment(t, 'created_at').notNullable();
      searchText(t, knex);

      t.unique(['name', 'kind'], { indexName: 'tools_by_name' });
      t.index(['name_key', 'id']);
      t.index(['state_rank', 'id']);
      t.index(['depot_id', 'id'], 'tools_by_depot');
      t.index(['maker_id', 'id']);
    });
    await addSearchIndex(knex, 'tools');
    await createTable(knex, 'tool_depots', (t) => {
      reference(t, 'tool_id', 'tools', 'CASCADE').notNullable();
      reference(t, 'depot_id', 'depots').notNullable();

      t.primary(['tool_id', 'depot_id']);
      t.index(['depot_id', 'tool_id']);
    });
    const made = { created_at: '2026-01-31 08:00:00.000', search_text: '' };
    const tools = ['Axe', 'Saw'].map((name, at) => ({
      id: at + 1,
      name,
      name_key: name,
      kind: 'a',
      ...{ weight: 1500 * at, origin: at + 1, maker_id: 1 },
      ...made,
    }));
    // If a step is killed after its rows were written, it must not write them twice.
    await knex('tools').delete();
    await knex('depots').delete();
    await knex('depots').insert([1, 2].map((id) => ({ id, name: `${id}`, name_key: `${id}` })));
    await knex('tools').insert(tools.map((tool) => ({ ...tool, state: 'worn' })));
  },
  async down(knex) {
    await dropTable(knex, 'tool_depots');
    await dropSearchIndex(knex, 'tools');
    await dropTable(knex, 'tools');
    await dropTable(knex, 'depots');
  },
};

const change: Knex.Migration = {
  async up(knex) {
    await changeColumn(knex, 'tools', (t) => t.string('name', 200).notNullable());
    await changeColumn(knex, 'tools', (t) => reference(t, 'origin', 'depots').nullable());
    await changeColumn(knex, 'tools', (t) => reference(t, 'maker_id', 'depots', 'SET NULL').nullable());
    await alterTable(knex, 'tools', (t) => {
      t.string('notes', 50).nullable();
      moment(t, 'seen_at').nullable();
      addedReference(t, knex, 'home_id', 'depots');
      addedRankedChoice(t, 'condition', ['sound', 'doubtful'], 'doubtful');
      addedRank(t, 'kind', ['a', 'b']);
      t.unique(['notes']);
      copyWith(t, 'kind', 'varchar(32)', ['home_id']);
      t.unique(['home_id', 'kind_with_home_id']);
      t.index(['home_id', 'id']);
      t.index(['condition_rank', 'id']);
    });
    await knex('tools').update({ seen_at: knex.ref('created_at') });
    await dropSearchIndex(knex, 'tools');
    await dropParts(knex, 'tools', {
      indexes: ['tools_by_depot', ['name_key', 'id']],
      uniques: ['tools_by_name'],
      columns: ['depot_id', 'search_text', 'name_key'],
    });
    await rerank(knex, 'tools', 'state', ['good', 'lost', 'worn'], [['state_rank', 'id']]);
    await renameColumn(knex, 'tools', 'price', 'cost');
    await knex('tools').update({ cost: 100 });
    await changeColumn(knex, 'tools', (t) => money(t, 'cost').notNullable());
  },
  async down(knex) {
    await changeColumn(knex, 'tools', (t) => reference(t, 'maker_id', 'depots').nullable());
    await changeColumn(knex, 'tools', (t) => t.integer('origin').nullable());
    await changeColumn(knex, 'tools', (t) => t.string('name', 80).notNullable());
    await changeColumn(knex, 'tools', (t) => money(t, 'cost').nullable());
    await renameColumn(knex, 'tools', 'cost', 'price');
    await rerank(knex, 'tools', 'state', ['good', 'worn'], [['state_rank', 'id']]);
    await alterTable(knex, 'tools', (t) => {
      t.string('name_key', 511).nullable();
      searchText(t, knex);
      addedReference(t, knex, 'depot_id', 'depots');
      t.unique(['name', 'kind'], { indexName: 'tools_by_name' });
      t.index(['name_key', 'id']);
      t.index(['depot_id', 'id'], 'tools_by_depot');
    });
    await addSearchIndex(knex, 'tools');
    await dropParts(knex, 'tools', {
      indexes: [
        ['home_id', 'id'],
        ['condition_rank', 'id'],
      ],
      uniques: [['home_id', 'kind_with_home_id'], ['notes']],
      columns: [
        'kind_with_home_id',
        'kind_rank',
        'condition_rank',
        'condition',
        'home_id',
        'seen_at',
        'notes',
      ],
    });
  },
};

const renaming: Knex.Migration = {
  async up(knex) {
    await renameTable(knex, 'depots', 'stores', { depots_name_unique: 'stores_name_unique' });
    await renameTable(knex, 'tool_depots', 'tool_stores', {});
  },
  async down(knex) {
    await renameTable(knex, 'tool_stores', 'tool_depots', {});
    await renameTable(knex, 'stores', 'depots', { stores_name_unique: 'depots_name_unique' });
  },
};

const migrations: Readonly<Record<string, Knex.Migration>> = {
  '1_tools': creation,
  '2_change_tools': change,
  '3_rename_depots': renaming,
};

/** The source from which Knex reads them. */
export const draftedMigrations: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(migrations),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = migrations[name];
    if (!migration) throw new Error(`There is no migration ${name}.`);
    return migration;
  },
};
