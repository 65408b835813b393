/**
 * Classes of equipment, and the tree, the value and the end of materials. The journal says when a material was decommissioned. If
 * it does not, the last change of the material counts.
 */
import type { Knex } from 'knex';
import { addedReference, dropParts } from './columns/changes.ts';
import {
  alterTable,
  createTable,
  dropTable,
  moment,
  money,
  reference,
  resource,
  searchText,
  sortedText,
} from './columns/index.ts';
import { addSearchIndex, dropSearchIndex } from './columns/search.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'equipment_classes', (t) => {
    resource(t);
    sortedText(t, 'name', 255).notNullable();
    sortedText(t, 'code', 10).nullable();
    t.text('description').nullable();
    reference(t, 'parent_id', 'equipment_classes').nullable();
    searchText(t, knex);

    t.unique(['name']);
    t.unique(['code_key']);
    t.index(['name_key', 'id']);
    t.index(['parent_id', 'id']);
  });
  await addSearchIndex(knex, 'equipment_classes');
  await alterTable(knex, 'materials', (t) => {
    addedReference(t, knex, 'parent_id', 'materials');
    addedReference(t, knex, 'equipment_class_id', 'equipment_classes');
    money(t, 'replacement_value').nullable();
    moment(t, 'decommissioned_at').nullable();
    t.index(['parent_id', 'name_key', 'id']);
    t.index(['equipment_class_id', 'site_id', 'name_key', 'id']);
  });
  await dateEnds(knex);
}

/** The moment at which a material was decommissioned. A killed run has set some. */
export async function dateEnds(knex: Knex): Promise<void> {
  const ended = { status: 'decommissioned', decommissioned_at: null };
  const ids: number[] = await knex('materials').where(ended).orderBy('id').pluck('id');
  for (const id of ids) {
    const entries: { id: number; changes: string | null }[] = await knex('activities')
      .where({ resource: 'material', record_id: id })
      .orderBy('id', 'desc')
      .select('id', 'changes');
    const last = entries.find(({ changes }) => endsIn(changes));
    const moment = last
      ? knex('activities').where({ id: last.id }).select('created_at')
      : knex.ref('updated_at');
    await knex('materials').where({ id }).update({ decommissioned_at: moment });
  }
}

/** Whether an entry of the journal says that the material came into that state. */
function endsIn(changes: string | null): boolean {
  const [before, after] = JSON.parse(changes ?? '{}').status ?? [];
  return after === 'decommissioned' && before !== after;
}

export async function down(knex: Knex): Promise<void> {
  await dropParts(knex, 'materials', {
    indexes: [
      ['parent_id', 'name_key', 'id'],
      ['equipment_class_id', 'site_id', 'name_key', 'id'],
    ],
    columns: ['decommissioned_at', 'replacement_value', 'equipment_class_id', 'parent_id'],
  });
  await dropSearchIndex(knex, 'equipment_classes');
  await dropTable(knex, 'equipment_classes');
}
