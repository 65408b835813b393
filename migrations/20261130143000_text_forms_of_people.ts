/** Texts of people and sites that look alike are one text: see `columns/tidy-texts.ts`. */
import type { Knex } from 'knex';
import { tidyTexts } from './columns/tidy-texts.ts';

const phones = ['office_phone', 'cell_phone'];

export async function up(knex: Knex): Promise<void> {
  await tidyTexts(knex, {
    users: { line: ['username', 'email', 'first_name', 'last_name', 'full_name', ...phones] },
    sites: { line: ['name', 'email', 'zip_code', 'city', 'country', ...phones], lines: ['address'] },
    roles: { line: ['name'], lines: ['description'] },
  });
}

/** The texts stay as they are: earlier versions read them, too. */
export async function down(): Promise<void> {}
