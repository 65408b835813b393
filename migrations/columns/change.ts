/**
 * Changes columns of tables with rows. Rows that do not fit are counted and refused before anything is changed. A run that was killed is
 * repeated by the next one. Migrations are history: change nothing here that a released one uses.
 */
import type { Knex } from 'knex';
import { hasColumn, isMySQL, type Reference, readReferences } from './parts.ts';

/** The definition of one column, as in a `createTable`. */
type Build = (t: Knex.CreateTableBuilder) => unknown;

/** A column as it shall be. */
interface Wanted {
  readonly name: string;
  /** The line of a `create table`, without its target. */
  readonly definition: string;
  /** Whether it is a text of which no server has an index. */
  readonly isLong: boolean;
  readonly reference: Reference | null;
}

/**
 * Makes a column longer or shorter, required or optional, or changes its foreign key. `build` has all of it, with its default. A column of
 * another kind is a new one: fill it from the old one, and drop that.
 * @throws Error with the number of rows that do not fit; also if the kind is another
 */
export async function changeColumn(knex: Knex, table: string, build: Build): Promise<void> {
  const wanted = readWanted(knex, table, build);
  // A killed run has come further, to where the column has another name.
  if (isMySQL(knex) && !(await hasColumn(knex, table, wanted.name))) return;
  await refuseOtherKind(knex, table, wanted);
  await refuseMisfits(knex, table, wanted);
  await (isMySQL(knex) ? changeOnServer : changeEmbedded)(knex, table, wanted);
}

function readWanted(knex: Knex, table: string, build: Build): Wanted {
  const compiled: unknown = knex.schema.createTable(table, (t) => void build(t)).toSQL();
  const texts = (Array.isArray(compiled) ? compiled : []).map(({ sql }) => String(sql)).join(' ');
  // The two ways to write a quote in a text: the one that both databases know.
  const sql = isMySQL(knex) ? texts.replaceAll("\\'", "''") : texts;
  const definition = (partsOf(sql).parts[0] ?? '').trim();
  const [, target, rule = ''] =
    /references `(\w+)`\s*\(`id`\)(?: on delete (cascade|set null))?/i.exec(sql) ?? [];
  return {
    ...{ name: nameOf(definition) ?? '', definition, isLong: /^\S+ (?:medium)?text/i.test(definition) },
    reference: target === undefined ? null : { table: target, rule: rule.toUpperCase() },
  };
}

/** SQLite would keep what the rows have, and a server would convert what it can. */
async function refuseOtherKind(knex: Knex, table: string, { name, definition }: Wanted): Promise<void> {
  const columns: Record<string, { type: string } | undefined> = await knex(table).columnInfo();
  const has = kindOf(definition.replace(/^\S+ /, ''));
  const had = kindOf(columns[name]?.type ?? has);
  if (had === has) return;
  const todo = 'add a column, fill it from this one, and drop this one';
  throw new Error(`“${name}” of “${table}” is of the kind ${had}, which cannot become ${has}: ${todo}.`);
}

/** Whole numbers and texts have several lengths. */
function kindOf(type: string): string {
  const [word = ''] = /^\w+/.exec(type.toLowerCase()) ?? [];
  if (/int|bool/.test(word)) return 'integer';
  return /char|text|json/.test(word) ? 'text' : word;
}

async function refuseMisfits(
  knex: Knex,
  table: string,
  { name, definition, reference }: Wanted,
): Promise<void> {
  const column = `\`${name}\``;
  const [, length] = /^\S+ varchar\((\d+)\)/i.exec(definition) ?? [];
  const size = isMySQL(knex) ? 'char_length' : 'length';
  const misfits: (readonly [is: string, told: string])[] = [
    ...(/ not null/i.test(definition) ? [[`${column} is null`, `nothing in “${name}”`] as const] : []),
    ...(length
      ? [[`${size}(${column}) > ${length}`, `a “${name}” of more than ${length} characters`] as const]
      : []),
    // SQLite looks at a foreign key when a row is written, and not when it is declared.
    ...(reference
      ? [
          [
            `${column} is not null and ${column} not in (select \`id\` from \`${reference.table}\`)`,
            `a “${name}” that is no row of “${reference.table}”`,
          ] as const,
        ]
      : []),
  ];
  if (misfits.length === 0) return;
  const counts = misfits.map(
    ([is], at) => `coalesce(sum(case when ${is} then 1 else 0 end), 0) as \`n${at}\``,
  );
  const [row]: Record<string, unknown>[] = await knex(table).select(knex.raw(counts.join(', ')));
  const told = misfits.flatMap(([, what], at) => {
    const rows = Number(row?.[`n${at}`]);
    return rows === 0 ? [] : [`“${table}” has ${rows} ${rows === 1 ? 'row' : 'rows'} with ${what}`];
  });
  if (told.length > 0) throw new Error(`${told.join('; ')}: write in this migration what they get.`);
}

async function changeOnServer(knex: Knex, table: string, wanted: Wanted): Promise<void> {
  const { name, definition, isLong, reference } = wanted;
  const isSame = (one: Reference) => one.table === reference?.table && one.rule === reference.rule;
  const present = (await readReferences(knex, table)).filter(({ column }) => column === name);
  for (const { key } of present.filter((one) => !isSame(one)))
    await knex.raw('alter table ?? drop foreign key ??', [table, key]);
  if (isLong) {
    const indexes: { readonly name: string }[] = await knex('information_schema.statistics')
      .whereRaw('table_schema = database()')
      .where({ table_name: table, column_name: name })
      // MySQL calls its columns in upper case.
      .select({ name: 'index_name' });
    for (const index of indexes) await knex.raw('alter table ?? drop index ??', [table, index.name]);
  }
  // While MySQL checks a foreign key, it cannot change the key's column.
  await knex.raw('set session foreign_key_checks = 0');
  await knex
    .raw(`alter table \`${table}\` modify column ${definition}`)
    .finally(() => knex.raw('set session foreign_key_checks = 1'));
  if (!reference || present.some(isSame)) return;
  await knex.schema.alterTable(table, (t) => {
    const key = t.foreign([name]).references(['id']).inTable(reference.table);
    if (reference.rule !== '') key.onDelete(reference.rule);
  });
}

/**
 * SQLite has no statement to change a column. Its own way (sqlite.org/lang_altertable.html, 7) is to change the text of the table, if the
 * stored rows stay valid. A table that is built again would delete the rows that go with it (ON DELETE CASCADE).
 */
async function changeEmbedded(knex: Knex, table: string, wanted: Wanted): Promise<void> {
  const { name, definition, isLong, reference } = wanted;
  const indexes = knex('sqlite_master').where({ type: 'index', tbl_name: table }).whereNotNull('sql');
  const gone: string[] = isLong ? await indexes.whereLike('sql', `%\`${name}\`%`).pluck('name') : [];
  for (const index of gone) await knex.raw('drop index ??', [index]);
  const key = new RegExp(
    `^\\s*(?:constraint\\s+\\S+\\s+)?foreign key\\s*\\(\\s*[\`"]?${name}[\`"]?\\s*\\)`,
    'i',
  );
  const rule = reference && reference.rule !== '' ? ` on delete ${reference.rule}` : '';
  const refers = reference ? ` references \`${reference.table}\`(\`id\`)${rule}` : '';
  const row = await knex('sqlite_master').where({ type: 'table', name: table }).first('sql');
  const { head, parts, tail } = partsOf(String(row?.sql));
  if (!parts.some((part) => nameOf(part) === name)) throw new Error(`“${table}” has no column “${name}”.`);
  const changed = parts
    .filter((part) => !key.test(part))
    .map((part) => (nameOf(part) === name ? ` ${definition}${refers}` : part));
  const [{ schema_version: version }] = await knex.raw('PRAGMA schema_version');
  await knex.raw('PRAGMA writable_schema=ON');
  await knex('sqlite_master')
    .where({ type: 'table', name: table })
    .update({ sql: `${head}${changed.join(',')}${tail}` });
  // Every connection reads the tables again.
  await knex.raw(`PRAGMA schema_version=${Number(version) + 1}`);
  await knex.raw('PRAGMA writable_schema=OFF');
}

/** The column that a part of a `create table` defines; a renamed column has other quotes. */
function nameOf(part: string): string | undefined {
  return /^\s*[`"]?(\w+)/.exec(part)?.[1];
}

/** A `create table`: its text before, between and after its commas outside of brackets and quotes. */
function partsOf(sql: string): { head: string; parts: string[]; tail: string } {
  const begin = sql.indexOf('(') + 1;
  const parts: string[] = [];
  let [depth, start, quoted] = [0, begin, ''];
  for (let at = begin; at < sql.length; at += 1) {
    const sign = sql.charAt(at);
    if (quoted !== '') {
      if (sign === quoted) quoted = '';
    } else if (sign === "'" || sign === '`' || sign === '"') quoted = sign;
    else if (sign === '(') depth += 1;
    else if (sign === ')' && depth > 0) depth -= 1;
    else if (depth === 0 && (sign === ',' || sign === ')')) {
      parts.push(sql.slice(start, at));
      start = at + 1;
      if (sign === ')') return { head: sql.slice(0, begin), parts, tail: sql.slice(at) };
    }
  }
  throw new Error('This is no statement that makes a table.');
}
