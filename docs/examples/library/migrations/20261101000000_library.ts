/**
 * The tables of authors, books and loans.
 */
import {
  addSearchIndex,
  choice,
  createTable,
  dropSearchIndex,
  dropTable,
  type Knex,
  reference,
  resource,
  searchText,
  site,
  sortedText,
} from 'millwright/migration';

/** The values that these columns may have from now on. */
export const values = {
  books: { state: ['good', 'worn', 'lost'] },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'authors', (t) => {
    resource(t);
    sortedText(t, 'name', 255).notNullable();
    t.integer('born').nullable();
    searchText(t, knex);

    t.unique(['name']);
    t.index(['name_key', 'id']);
    t.index(['created_at', 'id']);
  });
  await addSearchIndex(knex, 'authors');
  await createTable(knex, 'books', (t) => {
    resource(t, 'site_id');
    site(t);
    sortedText(t, 'name', 255).notNullable();
    reference(t, 'author_id', 'authors').notNullable();
    t.string('shelf', 20).nullable();
    choice(t, 'state');
    searchText(t, knex);

    t.index(['site_id', 'name_key', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['name_key', 'id']);
    t.index(['author_id', 'site_id']);
  });
  await addSearchIndex(knex, 'books');
  await createTable(knex, 'loans', (t) => {
    resource(t, 'site_id');
    site(t);
    t.string('name', 255).notNullable();
    reference(t, 'book_id', 'books').notNullable();
    t.date('due_on').notNullable();
    t.date('returned_on').nullable();
    t.boolean('late').notNullable();
    searchText(t, knex);

    t.index(['site_id', 'due_on', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['due_on', 'id']);
    t.index(['book_id', 'id']);
  });
  await addSearchIndex(knex, 'loans');
}

export async function down(knex: Knex): Promise<void> {
  await dropSearchIndex(knex, 'loans');
  await dropTable(knex, 'loans');
  await dropSearchIndex(knex, 'books');
  await dropTable(knex, 'books');
  await dropSearchIndex(knex, 'authors');
  await dropTable(knex, 'authors');
}
