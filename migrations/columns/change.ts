/**
 * Changes columns of tables with rows: longer or shorter, another kind, another target. Values that do not fit are counted and
 * refused before anything is changed. If a run was killed, the next one does the rest. Migrations are history: change nothing
 * here that a released one uses.
 */
import type { Knex } from 'knex';
import { isMySQL } from './index.ts';
import {
  type Build,
  isAsWanted,
  isSameReference,
  keptIn,
  type Present,
  readPresent,
  readWanted,
  type Wanted,
} from './present.ts';
import { nameOf, rewriteTable } from './text.ts';

/** The new values of rows that have a value. */
export interface Conversion {
  /** The new value in SQL, with the column in backticks for the old value; by default the old value. */
  readonly becomes?: string;
  /** Which of them fit, as SQL of the value that they have; `false` for none. */
  readonly only?: string;
}

/**
 * Refuses rows whose values do not fit into the changed columns, with their numbers: before anything is changed.
 * @param changes as for `changeColumn`
 * @throws Error if there are some, for all columns at once
 */
export async function requireFit(
  knex: Knex,
  table: string,
  changes: readonly (readonly [build: Build, conversion?: Conversion])[],
): Promise<void> {
  const present = isMySQL(knex) ? await readPresent(knex, table) : null;
  const looked = changes.flatMap(([build, conversion]) => {
    const wanted = readWanted(knex, table, build);
    const now = present?.get(wanted.name);
    // A run that was killed has come further: it has looked.
    const isFurther = present !== null && (!now || now.isBegun || isAsWanted(now, wanted));
    return isFurther ? [] : misfitsOf(knex, wanted, conversion);
  });
  await refuse(knex, table, looked);
}

/**
 * Gives a column another type, or another target. `build` also says whether it may be null, and its default.
 * @param build the column as in a `createTable`
 * @throws Error with the number of rows whose value does not fit
 */
export async function changeColumn(
  knex: Knex,
  table: string,
  build: Build,
  conversion: Conversion = {},
): Promise<void> {
  const wanted = readWanted(knex, table, build);
  if (!isMySQL(knex)) {
    await refuse(knex, table, misfitsOf(knex, wanted, conversion));
    await changeEmbedded(knex, table, wanted, conversion);
    return;
  }
  const now = (await readPresent(knex, table)).get(wanted.name);
  // A killed run has come further, to where the column has another name.
  if (!now) return;
  const isDone = isAsWanted(now, wanted);
  if (!isDone && !now.isBegun) await refuse(knex, table, misfitsOf(knex, wanted, conversion));
  await changeOnServer(knex, table, wanted, now, isDone && !now.isBegun ? {} : conversion);
}

/** Rows that do not fit: their condition, and its description. */
interface Misfit {
  readonly is: string;
  readonly told: string;
}

function misfitsOf(knex: Knex, { name, length }: Wanted, { becomes, only }: Conversion = {}): Misfit[] {
  const column = `\`${name}\``;
  const size = `${isMySQL(knex) ? 'char_length' : 'length'}(${becomes ?? column})`;
  const none = `something in “${name}”, which becomes another kind`;
  const asked = only === 'false' ? none : `a “${name}” that is not as \`${only}\` asks`;
  return [
    ...(only === undefined ? [] : [{ is: `${column} is not null and not (${only})`, told: asked }]),
    ...(length === null
      ? []
      : [
          {
            is: `${only === undefined ? '' : `(${only}) and `}${size} > ${length}`,
            told: `a “${name}” of more than ${length} characters`,
          },
        ]),
  ];
}

async function refuse(knex: Knex, table: string, misfits: readonly Misfit[]): Promise<void> {
  if (misfits.length === 0) return;
  const counts = misfits.map(
    ({ is }, at) => `coalesce(sum(case when ${is} then 1 else 0 end), 0) as \`n${at}\``,
  );
  const [row]: Record<string, unknown>[] = await knex(table).select(knex.raw(counts.join(', ')));
  const told = misfits.flatMap((misfit, at) => {
    const rows = Number(row?.[`n${at}`]);
    return rows === 0 ? [] : [`“${table}” has ${rows} ${rows === 1 ? 'row' : 'rows'} with ${misfit.told}`];
  });
  if (told.length > 0) throw new Error(`${told.join('; ')}: write in this migration what they get.`);
}

async function changeOnServer(
  knex: Knex,
  table: string,
  { name, definition, type, reference }: Wanted,
  now: Present,
  { becomes }: Conversion,
): Promise<void> {
  const kept = keptIn(name);
  if (becomes !== undefined) {
    if (!now.isBegun) await knex.raw(`alter table \`${table}\` add column \`${kept}\` ${now.type} null`);
    // Once all have it, this does nothing any more: a row without a value has none afterwards.
    const lacking = `\`${kept}\` is null and \`${name}\` is not null`;
    await knex.raw(`update \`${table}\` set \`${kept}\` = \`${name}\` where ${lacking}`);
  }
  for (const { key } of now.references.filter((one) => !isSameReference(one, reference))) {
    await knex.raw('alter table ?? drop foreign key ??', [table, key]);
  }
  if (isLong(type)) await dropIndexes(knex, table, name);
  await unchecked(knex, becomes !== undefined, () =>
    knex.raw(`alter table \`${table}\` modify column ${definition}`),
  );
  if (becomes !== undefined) {
    const value = becomes.replaceAll(`\`${name}\``, `\`${kept}\``);
    // One after the other, so that none meets the value that another one has still to leave.
    const [, times] = /^`\w+` (\*) \d+$|^cast\(`\w+` \/ \d+ as/.exec(value) ?? [null];
    const order = times === null ? '' : ` order by abs(\`${kept}\`)${times === '*' ? ' desc' : ''}`;
    const update = `update \`${table}\` set \`${name}\` = ${value} where \`${kept}\` is not null${order}`;
    await knex.raw(update);
  }
  if (reference && !now.references.some((one) => isSameReference(one, reference))) {
    await knex.schema.alterTable(table, (t) => {
      const key = t.foreign([name]).references(['id']).inTable(reference.table);
      if (reference.rule !== '') key.onDelete(reference.rule);
    });
  }
  if (becomes !== undefined) await knex.raw('alter table ?? drop column ??', [table, kept]);
}

/** Texts of which no server has an index. */
function isLong(type: string): boolean {
  return type === 'text' || type === 'mediumtext';
}

async function dropIndexes(knex: Knex, table: string, column: string): Promise<void> {
  const rows: { readonly name: string }[] = await knex('information_schema.statistics')
    .whereRaw('table_schema = database()')
    .where({ table_name: table, column_name: column })
    // MySQL calls its columns in upper case.
    .select({ name: 'index_name' });
  for (const { name } of rows) await knex.raw('alter table ?? drop index ??', [table, name]);
}

/**
 * While MySQL checks a foreign key, it cannot change the key's column.
 * @param lenient the present values there do not matter: they get others afterwards
 */
async function unchecked(knex: Knex, lenient: boolean, work: () => Promise<unknown>): Promise<void> {
  const [[{ mode }]] = await knex.raw('select @@session.sql_mode as `mode`');
  await knex.raw('set session foreign_key_checks = 0');
  if (lenient) await knex.raw("set session sql_mode = ''");
  try {
    await work();
  } finally {
    await knex.raw('set session foreign_key_checks = 1');
    if (lenient) await knex.raw('set session sql_mode = ?', [mode]);
  }
}

async function changeEmbedded(
  knex: Knex,
  table: string,
  { name, definition, type, reference }: Wanted,
  { becomes }: Conversion,
): Promise<void> {
  const made = knex('sqlite_master').where({ type: 'index', tbl_name: table }).whereNotNull('sql');
  const mine = isLong(type) ? await made.clone().whereLike('sql', `%\`${name}\`%`).pluck('name') : [];
  for (const index of mine) await knex.raw('drop index ??', [index]);
  // An index has values in the form of the column.
  const indexes: { readonly name: string; readonly sql: string }[] =
    becomes === undefined ? [] : await made.select('name', 'sql');
  for (const index of indexes) await knex.raw('drop index ??', [index.name]);
  const key = new RegExp(
    `^\\s*(?:constraint\\s+\\S+\\s+)?foreign key\\s*\\(\\s*[\`"]?${name}[\`"]?\\s*\\)`,
    'i',
  );
  const rule = reference && reference.rule !== '' ? ` on delete ${reference.rule}` : '';
  const refers = reference ? ` references \`${reference.table}\`(\`id\`)${rule}` : '';
  await rewriteTable(knex, table, (parts) =>
    parts
      .filter((part) => !key.test(part))
      .map((part) => (nameOf(part) === name ? ` ${definition}${refers}` : part)),
  );
  if (becomes !== undefined) {
    await knex.raw(`update \`${table}\` set \`${name}\` = ${becomes} where \`${name}\` is not null`);
  }
  for (const index of indexes) await knex.raw(index.sql);
  if (!reference) return;
  // SQLite looks at a foreign key when a row is written, and not when it is declared.
  const known = `select \`id\` from \`${reference.table}\``;
  const told = `a “${name}” that is no row of “${reference.table}”`;
  await refuse(knex, table, [{ is: `\`${name}\` is not null and \`${name}\` not in (${known})`, told }]);
}
