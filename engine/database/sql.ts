/** Converts conditions to SQL text, the same for both databases. Values are always bindings, never part of the text. */
import type { Comparison, Condition, Sql } from '../condition.ts';
import type { Stored } from '../values.ts';

const operators: Record<Comparison, string> = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' };

const identifier = /^[a-z][a-z0-9_]*$/;

/**
 * The maximum length of a statement that is cached and prepared. Longer ones combine many sites: one of 250 sites would take four
 * megabytes of MariaDB's memory on each connection while it is prepared.
 */
export const longestKept = 8192;

/** Quotes the name of a table, column or alias; backticks work in both databases. */
export function quote(name: string): string {
  // Names come only from definitions. This stops a fault there from becoming SQL.
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
 * A condition on the rows of `alias`. `not` means "is not true": an unknown (null) comparison counts as false, with and without
 * `not`.
 */
export function conditionSql(condition: Condition, alias: string): Sql {
  return nestedSql(condition, alias, plain);
}

/** The rows of a statement, and how the database should find them. */
export interface Selection {
  readonly where: Condition;
  /** Evaluated on each row that meets `where`: the database uses no index for it. */
  readonly tried?: Condition;
  /** Whether the evaluation of a row starts from the rows that refer to it. */
  readonly probing?: boolean;
}

/**
 * The condition of a statement on the rows of `alias`.
 *
 * @param whole whether the statement reads every row that meets it: paths to other tables then begin there. Not for a page of
 *   many rows, which is full after a few of them
 */
export function selectionSql({ where, tried, probing }: Selection, alias: string, whole = false): Sql {
  const found = nestedSql(where, alias, { ...plain, whole });
  if (!tried) return found;
  const id = probing ? columnOf(alias, 'id') : null;
  return join([found, tested(nestedSql(tried, alias, { ...plain, tried: id }))], ' and ');
}

/** The context of a nested condition. */
interface Nesting {
  /** The nesting depth. */
  readonly depth: number;
  /** The id of the evaluated row, if the evaluation starts from the rows that refer to it. */
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
      // It uses neither `union all` nor the depth of the tree, so that it also ends on a cycle.
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

/** A form that no database optimizes away. MySQL drops `is true` if it has no effect, and then makes a join of the condition. */
function tested({ text, bindings }: Sql): Sql {
  return { text: `case when ${text} then 1 end = 1`, bindings };
}

/**
 * A binding. When rows are probed, a number is written so that it depends on the evaluated row. For a constant, MariaDB estimates
 * how many rows have it, and if these are few, scans all of them for each evaluated row.
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
  // No line break occurs before the first occurrence of the text.
  return {
    text: `(${found} > 0 and instr(substr(${column}, 1, ${found}), ?) = 0)`,
    bindings: [text, text, '\n'],
  };
}

/**
 * Not LIKE: SQLite ignores case in it, and uses no index for it. An index finds the range. Its ends use the neighbours of the
 * last letter, because MariaDB compares as if the shorter text continued with spaces, before which a line break sorts.
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

/** The letter before or after another in code point order; null for none. Halves of surrogate pairs are no letters. */
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
