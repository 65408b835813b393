/** The code on a machine: unique at its site, in upper or lower case. */
import type { Knex } from 'knex';
import { dropParts } from './columns/changes.ts';
import { alterTable, copyWith, sortedText } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await alterTable(knex, 'materials', (t) => {
    sortedText(t, 'code', 64).nullable();
    copyWith(t, 'site_id', 'int unsigned', ['code_key']);
    t.unique(['code_key', 'site_id_with_code_key']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropParts(knex, 'materials', {
    uniques: [['code_key', 'site_id_with_code_key']],
    columns: ['site_id_with_code_key', 'code_key', 'code'],
  });
}
