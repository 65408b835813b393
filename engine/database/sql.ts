/** Conditions as SQL text, the same for both databases. Values are always bound, never written into the text. */
import type { Comparison, Condition, Sql } from '../condition.ts';
import type { Stored } from '../values.ts';

const operators: Record<Comparison, string> = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' };

const identifier = /^[a-z][a-z0-9_]*$/;

/**
 * Characters of a statement that is kept, as a text and prepared. Longer ones are put together from many sites: one of 250 would take MariaDB
 * four megabytes for as long as it is kept, on each connection.
 */
export const longestKept = 8192;

/** Quotes a name of a table, column or alias; backticks serve both databases. */
export function quote(name: string): string {
  // Names come from definitions alone; this stops a mistake there from becoming SQL.
  if (!identifier.test(name)) throw new Error(`${name} is no name of a table or column.`);
  return `\`${name}\``;
}

/** A column of a table or alias. */
export function columnOf(alias: string, column: string): string {
  return `${quote(alias)}.${quote(column)}`;
}

/** Joins texts and bindings in order: join([a, b], ' and '). */
export function join(parts: readonly Sql[], separator: string): Sql {
  const bindings: Stored[] = [];
  for (const part of parts) bindings.push(...part.bindings);
  return { text: parts.map(({ text }) => text).join(separator), bindings };
}

/**
 * A condition on the rows of `alias`. `not` means "is not true", so that an unknown (null) comparison
 * counts as false under it as well as without it.
 */
export function conditionSql(condition: Condition, alias: string): Sql {
  return nestedSql(condition, alias, plain);
}

/** Which rows a statement is about, and how the database is to find them. */
export interface Selection {
  readonly where: Condition;
  /** Tried on each row that meets `where`: the database seeks no index for it. */
  readonly tried?: Condition;
  /** Whether trying a row begins with what refers to it. */
  readonly probing?: boolean;
}

/**
 * The condition of a statement on the rows of `alias`.
 *
 * @param whole whether the statement reads every row that meets it: ways to other tables then begin there. Not for a page of
 *   many rows, which is full after a few of them
 */
export function selectionSql({ where, tried, probing }: Selection, alias: string, whole = false): Sql {
  const found = nestedSql(where, alias, { ...plain, whole });
  if (!tried) return found;
  const id = probing ? columnOf(alias, 'id') : null;
  return join([found, tested(nestedSql(tried, alias, { ...plain, tried: id }))], ' and ');
}

/** Where a condition stands. */
interface Nesting {
  /** How deep in others. */
  readonly depth: number;
  /** The id of the row that is tried, where that begins with what refers to it. */
  readonly tried: string | null;
  /** Whether every row that meets it is read. */
  readonly whole: boolean;
}

const plain: Nesting = { depth: 0, tried: null, whole: false };

function nestedSql(condition: Condition, alias: string, nesting: Nesting): Sql {
  const { depth, tried, whole } = nesting;
  switch (condition.op) {
    case 'and':
      return logicSql('and', condition.of, alias, nesting);
    case 'or':
      return logicSql('or', condition.of, alias, { ...nesting, whole: false });
    case 'not': {
      // As a range of an index.
      if (condition.of.op === 'null')
        return { text: `${columnOf(alias, condition.of.column)} is not null`, bindings: [] };
      const inner = nestedSql(condition.of, alias, { ...nesting, whole: false });
      return { text: `case when ${inner.text} then 0 else 1 end = 1`, bindings: inner.bindings };
    }
    case 'null':
      return { text: `${columnOf(alias, condition.column)} is null`, bindings: [] };
    case 'computed': {
      const { sql, comparison, value } = condition;
      return { text: `${sql.text} ${operators[comparison]} ?`, bindings: [...sql.bindings, value] };
    }
    case 'in':
      return inSql(columnOf(alias, condition.column), condition.values);
    case 'contains':
      return containsSql(columnOf(alias, condition.column), condition.text, condition.line);
    case 'starts':
      return startsSql(columnOf(alias, condition.column), condition.text);
    case 'exists': {
      const inner = `x${depth}`;
      const { text, bindings } = nestedSql(condition.where, inner, { depth: depth + 1, tried, whole: false });
      const [own, foreign] = [columnOf(alias, condition.column), columnOf(inner, condition.foreign)];
      const from = `from ${quote(condition.table)} ${quote(inner)} where`;
      return {
        text: whole
          ? `${own} in (select ${foreign} ${from} ${text})`
          : `exists (select 1 ${from} ${foreign} = ${own} and ${text})`,
        bindings,
      };
    }
    case 'beside': {
      const inner = `x${depth}`;
      const met = `${columnOf(inner, condition.foreign)} = ${columnOf(alias, condition.column)}`;
      const far = `${columnOf(inner, condition.far)} ${operators[condition.comparison]} ${columnOf(alias, condition.own)}`;
      return {
        text: `exists (select 1 from ${quote(condition.table)} ${quote(inner)} where ${met} and ${far})`,
        bindings: [],
      };
    }
    case 'descendantOf': {
      // Neither `union all` nor the depth of the tree: a circle, should there be one, ends as well.
      const [table, parent] = [quote(condition.table), columnOf('n', condition.parent)];
      const top = inSql(quote('id'), condition.ids);
      return {
        text:
          `${columnOf(alias, 'id')} in (with recursive ${quote('below')} (${quote('id')}) as ` +
          `(select ${quote('id')} from ${table} where ${top.text} union ` +
          `select ${columnOf('n', 'id')} from ${table} ${quote('n')} ` +
          `join ${quote('below')} on ${parent} = ${columnOf('below', 'id')}) select ${quote('id')} from ${quote('below')})`,
        bindings: top.bindings,
      };
    }
    default: {
      const { column, op, value } = condition;
      const left = `${columnOf(alias, column)} ${operators[op]} `;
      return isColumnName(value)
        ? { text: left + columnOf(alias, value.column), bindings: [] }
        : { text: left + boundIn(value, tried), bindings: [value] };
    }
  }
}

/** In a form that no database takes apart: `is true` MySQL leaves out where it changes nothing, and makes a join of what it was about. */
function tested({ text, bindings }: Sql): Sql {
  return { text: `case when ${text} then 1 end = 1`, bindings };
}

/**
 * A bound value. Where rows are probed, a number is written so that it depends on the row that is tried: of a value that it knows
 * MariaDB looks up how many rows have it, and where those are few it goes through all of them for each row that is tried.
 */
function boundIn(value: Stored, tried: string | null): string {
  return tried !== null && typeof value === 'number' ? `? + 0 * ${tried}` : '?';
}

function logicSql(op: 'and' | 'or', of: readonly Condition[], alias: string, nesting: Nesting): Sql {
  if (of.length === 0) return { text: op === 'and' ? '1 = 1' : '1 = 0', bindings: [] };
  const joined = join(
    of.map((one) => nestedSql(one, alias, nesting)),
    ` ${op} `,
  );
  return { text: `(${joined.text})`, bindings: joined.bindings };
}

/** Not LIKE: `%`, `_` and `\` are plain characters here. */
function containsSql(column: string, text: string, line: 'first' | 'whole' | undefined): Sql {
  const found = `instr(${column}, ?)`;
  if (line === undefined) return { text: `${found} > 0`, bindings: [text] };
  if (line === 'whole') {
    const length = [...text].length + 1;
    return {
      text: `(${found} > 0 or substr(${column}, 1, ?) = ? or substr(${column}, ?) = ? or ${column} = ?)`,
      bindings: [`\n${text}\n`, length, `${text}\n`, -length, `\n${text}`, text],
    };
  }
  // No line ends before the first place where the text stands.
  return {
    text: `(${found} > 0 and instr(substr(${column}, 1, ${found}), ?) = 0)`,
    bindings: [text, text, '\n'],
  };
}

/**
 * Not LIKE, which SQLite reads without regard to case, and for which it seeks no index. The range is what an index finds; its
 * ends are those of the letters beside the last, because MariaDB compares as if the shorter text went on with spaces, before
 * which a line break sorts.
 */
function startsSql(column: string, text: string): Sql {
  const letters = [...text];
  const last = letters.pop()?.codePointAt(0) ?? 0;
  const lead = letters.join('');
  const parts: Sql[] = [{ text: `substr(${column}, 1, ?) = ?`, bindings: [letters.length + 1, text] }];
  const [before, after] = [letterAt(last, -1), letterAt(last, 1)];
  if (before !== null)
    parts.unshift({
      text: `${column} > ?`,
      bindings: [`${lead}${before}${String.fromCodePoint(maxLetter)}`],
    });
  if (after !== null) parts.unshift({ text: `${column} < ?`, bindings: [`${lead}${after}`] });
  const { text: all, bindings } = join(parts, ' and ');
  return { text: `(${all})`, bindings };
}

const maxLetter = 0x10ffff;

/** The letter before or behind another in the order of all; null if there is none. Halves of surrogate pairs are not letters. */
function letterAt(code: number, step: 1 | -1): string | null {
  const next = code + step;
  const isHalf = next >= 0xd800 && next <= 0xdfff;
  const found = isHalf ? (step === 1 ? 0xe000 : 0xd7ff) : next;
  return found >= 0 && found <= maxLetter ? String.fromCodePoint(found) : null;
}

function inSql(column: string, values: readonly Stored[]): Sql {
  if (values.length === 0) return { text: '1 = 0', bindings: [] };
  if (values.length === 1 && values[0] !== undefined) return { text: `${column} = ?`, bindings: [values[0]] };
  return { text: `${column} in (${values.map(() => '?').join(', ')})`, bindings: values };
}

function isColumnName(value: Stored | { readonly column: string }): value is { readonly column: string } {
  return typeof value === 'object' && value !== null;
}
