/**
 * The ledger of stock: rows are added, never changed. The unique index on `reverses_id` lets a movement be
 * reversed once.
 */
import type { Knex } from 'knex';
import {
  createTable,
  dropTable,
  moment,
  money,
  rankedChoice,
  reference,
  resource,
  searchText,
  site,
} from './columns/index.ts';

/** The values that these columns may have from now on. */
export const values = {
  item_movements: {
    type: ['entry', 'exit'],
  },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'item_movements', (t) => {
    resource(t);
    site(t);
    t.string('name', 400).notNullable();
    reference(t, 'item_id', 'items').notNullable();
    rankedChoice(t, 'type', values.item_movements.type);
    t.integer('quantity').notNullable();
    // Its effect on the stock: an entry adds, an exit takes away.
    t.integer('signed_quantity').notNullable();
    money(t, 'unit_price').notNullable();
    money(t, 'total_price').notNullable();
    // Its effect on the parts_cost of its maintenance: an exit adds its total, the reversal of one subtracts it.
    money(t, 'cost').notNullable().defaultTo(0);
    reference(t, 'company_id', 'companies').nullable();
    t.string('invoice_number', 100).nullable();
    t.date('invoice_date').nullable();
    reference(t, 'maintenance_id', 'maintenances').nullable();
    t.text('notes').nullable();
    moment(t, 'moved_at').notNullable();
    reference(t, 'reverses_id', 'item_movements').nullable();
    // An entry that came with a price of its own; the latest of them is the item's current price.
    t.boolean('sets_price').notNullable().defaultTo(0);
    searchText(t, knex);

    t.unique(['reverses_id']);
    t.index(['site_id', 'moved_at', 'id']);
    t.index(['moved_at', 'id']); // The default order at the headquarters, where a list covers every site.
    t.index(['site_id', 'type_rank', 'id']);
    t.index(['site_id', 'quantity', 'id']);
    t.index(['site_id', 'total_price', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['item_id', 'moved_at', 'id']);
    t.index(['maintenance_id', 'moved_at', 'id']);
    t.index(['company_id', 'moved_at', 'id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'item_movements');
}
