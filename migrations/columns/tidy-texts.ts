/**
 * Brings stored texts into the form in which bodies are stored: composed Unicode (NFC), without blanks around them, and in texts of
 * one line with a single space for any blanks. Sort keys and search texts are those of either form. Migrations are history: change
 * nothing here that a released one uses.
 */
import type { Knex } from 'knex';
import { isMySQL } from './index.ts';

/** The columns of a table with texts of one line, with texts of several lines, and with lists of texts as JSON. */
export interface TextColumns {
  readonly line?: readonly string[];
  readonly lines?: readonly string[];
  readonly lists?: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

/** Rows read, and changed in one transaction, at a time. */
const chunk = 500;
/** So many ids are told of each column. */
const mostTold = 20;

/**
 * Changes the texts of these tables. On MariaDB and MySQL it commits in steps. Texts that would then be the same as another one
 * that may exist only once, or too long, stay as they are: a warning names their rows.
 */
export async function tidyTexts(knex: Knex, tables: Readonly<Record<string, TextColumns>>): Promise<void> {
  const refused = new Map<string, number[]>();
  for (const [table, columns] of Object.entries(tables)) {
    const names = Object.values(columns).flat();
    for (let last = 0; ; ) {
      const rows: Row[] = await knex(table)
        .where('id', '>', last)
        .orderBy('id')
        .limit(chunk)
        .select('id', ...names);
      if (rows.length === 0) break;
      last = Number(rows.at(-1)?.id);
      const changes = rows.flatMap((row) => {
        const texts = changedTexts(row, columns);
        return Object.keys(texts).length > 0 ? [{ row, texts }] : [];
      });
      if (changes.length === 0) continue;
      if (isMySQL(knex)) await knex.raw('start transaction');
      for (const { row, texts } of changes) {
        for (const column of await store(knex, table, row, texts)) {
          const of = `${table}.${column}`;
          refused.set(of, [...(refused.get(of) ?? []), Number(row.id)]);
        }
      }
      if (isMySQL(knex)) await knex.raw('commit');
    }
  }
  if (refused.size > 0) console.warn(told(refused));
}

function told(refused: ReadonlyMap<string, readonly number[]>): string {
  const places = [...refused].map(([column, ids]) => {
    const more = ids.length > mostTold ? ` and ${ids.length - mostTold} more` : '';
    return `${column} of the rows ${ids.slice(0, mostTold).join(', ')}${more}`;
  });
  return (
    'Some texts look like a text of another row, where only one may exist. They stay as they are. ' +
    `Give each another text, or delete its row: ${places.join('; ')}.`
  );
}

function changedTexts(row: Row, { line = [], lines = [], lists = [] }: TextColumns): Texts {
  const all = [
    ...line.map((name) => [name, tidyLine] as const),
    ...lines.map((name) => [name, composed] as const),
    ...lists.map((name) => [name, tidyList] as const),
  ];
  return Object.fromEntries(
    all.flatMap(([name, tidy]) => {
      const { [name]: stored } = row;
      if (typeof stored !== 'string') return [];
      const text = tidy(stored);
      // An empty text is no text, and a required one cannot be null.
      return text === stored || text === '' ? [] : [[name, text]];
    }),
  );
}

/** Control characters are blanks, as in sort keys. */
const tidyLine = (text: string): string => composed(text.replace(/[\s\p{Cc}]+/gu, ' '));

/** More accents than any language has take long to compose. */
function composed(text: string): string {
  return text.search(/\p{M}{30}/u) === -1 ? text.trim().normalize('NFC') : text.trim();
}

/** A list whose texts would not all be different stays as it is. */
function tidyList(json: string): string {
  const stored: unknown = JSON.parse(json);
  if (!Array.isArray(stored)) return json;
  const tidy = stored.map((one) => (typeof one === 'string' ? tidyLine(one) : one));
  return new Set(tidy).size === tidy.length && tidy.some((one, at) => one !== stored[at])
    ? JSON.stringify(tidy)
    : json;
}

/** Stores the texts of a row, unless a service has changed them meanwhile. @returns the columns that were refused */
async function store(knex: Knex, table: string, row: Row, texts: Texts): Promise<string[]> {
  const names = Object.keys(texts);
  const before = Object.fromEntries(names.map((name) => [name, row[name]]));
  try {
    await knex(table)
      .where({ ...before, id: row.id })
      .update(texts);
    return [];
  } catch (error) {
    if (!isRefused(error)) throw error;
    if (names.length === 1) return names;
    const each: string[] = [];
    for (const [name, text] of Object.entries(texts))
      each.push(...(await store(knex, table, row, { [name]: text })));
    return each;
  }
}

function isRefused(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:ER_DUP_ENTRY|ER_DATA_TOO_LONG|SQLITE_CONSTRAINT_UNIQUE)$/.test(code);
}
