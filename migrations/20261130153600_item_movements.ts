/** The ledger of stock: rows are added, never changed. The unique index on `reverses_id` lets a movement be reversed once. */
import * as make from './columns/index.ts';

export const values = { item_movements: { type: ['entry', 'exit'] } };

export const { up, down } = make.migrationOf({
  item_movements: (t, knex) => {
    make.siteResource(t);
    t.string('name', 400).notNullable();
    make.reference(t, 'item_id', 'items').notNullable();
    make.rankedChoice(t, 'type', values.item_movements.type);
    t.integer('quantity').notNullable();
    // Its effect on the stock: an entry adds, an exit takes away.
    t.integer('signed_quantity').notNullable();
    for (const column of ['unit_price', 'total_price']) make.money(t, column).notNullable();
    // Its effect on the parts_cost of its maintenance: an exit adds its total, the reversal of one subtracts it.
    make.money(t, 'cost').notNullable().defaultTo(0);
    make.reference(t, 'company_id', 'companies').nullable();
    t.string('invoice_number', 100).nullable();
    t.date('invoice_date').nullable();
    make.reference(t, 'maintenance_id', 'maintenances').nullable();
    t.text('notes').nullable();
    make.moment(t, 'moved_at').notNullable();
    make.reference(t, 'reverses_id', 'item_movements').nullable();
    // An entry that came with a price of its own; the latest of them is the item's current price.
    t.boolean('sets_price').notNullable().defaultTo(0);
    make.searchText(t, knex);

    t.unique(['reverses_id']);
    make.orders(t, ['site_id'], 'moved_at', 'type_rank', 'quantity', 'total_price', 'created_at');
    t.index(['moved_at', 'id']);
    for (const column of ['item_id', 'maintenance_id', 'company_id']) t.index([column, 'moved_at', 'id']);
    t.index(['site_id', 'type', 'moved_at', 'id']);
    t.index(['company_id', 'site_id']); // Whether a company occurs at a site.
  },
});
