/** The content of columns, in terms that apply to all databases. */

/** A kind of values, and its size: characters, or the bytes of a whole number; null for no relevant limit. */
export interface Content {
  readonly kind: 'text' | 'number' | 'fraction' | 'moment' | 'day' | 'time';
  readonly room: number | null;
  /** The decimals in a whole number: 2 for hundredths; missing if its database does not report them. */
  readonly scale?: number;
}

/** A foreign key of one column to the id of another table. */
export interface ColumnReference {
  readonly table: string;
  /** What happens to the row when the referenced row is deleted; null if that is refused. */
  readonly onDelete: 'CASCADE' | 'SET NULL' | null;
}

const bytes: Readonly<Record<string, number>> = {
  ...{ boolean: 1, tinyint: 1, smallint: 2, mediumint: 3, int: 4, integer: 4, bigint: 8 },
};

const kinds: Readonly<Record<string, Content['kind']>> = {
  ...{ varchar: 'text', char: 'text', text: 'text', mediumtext: 'text', longtext: 'text', json: 'text' },
  ...{ decimal: 'fraction', float: 'fraction', double: 'fraction', real: 'fraction' },
  ...{ datetime: 'moment', timestamp: 'moment', date: 'day', time: 'time' },
};

/** The number of four-byte characters that fit into the long texts of a server. */
export const longTexts: Readonly<Record<string, number>> = { text: 16_383, mediumtext: 4_194_303 };

/** Whether a column is a long text. */
export function isLongText({ kind, room }: Content): boolean {
  return kind === 'text' && room !== null && Object.values(longTexts).includes(room);
}

/**
 * Parses the declared type of a column: `varchar(255)`, `int(10) unsigned`, `bigint "1 / 1000"`; undefined for types that the
 * service does not use.
 * @param exact whether types are those of a server. An embedded database reports every whole number of up to 32 bits as an
 *   integer, and every long text as a text, and stores any value.
 */
export function contentOf(type: string, exact: boolean, comment = commentIn(type)): Content | undefined {
  const [, word = '', size] = /^(\w+)(?:\((\d+))?/.exec(type.toLowerCase()) ?? [];
  const whole = bytes[word];
  if (whole !== undefined) {
    const scale = scaleIn(comment) ?? (whole < 8 ? 0 : undefined);
    const room = word === 'integer' && !exact ? null : whole;
    return { kind: 'number', room, ...(scale !== undefined && { scale }) };
  }
  const kind = kinds[word];
  if (kind !== 'text') return kind && { kind, room: null };
  return { kind, room: size !== undefined ? Number(size) : ((exact ? longTexts[word] : null) ?? null) };
}

/** An embedded database treats a quoted word as part of the type. */
function commentIn(type: string): string {
  return /"(.*)"/.exec(type)?.[1] ?? '';
}

/** The decimals in the comment of a column, as `money` and `decimal` of the migrations write it. */
function scaleIn(comment: string): number | undefined {
  if (comment === 'hundredths') return 2;
  const [, zeros] = /^1 \/ 1(0*)$/.exec(comment) ?? [];
  return zeros?.length;
}

/** The value of a default as its database reports it: text, often in quotes; undefined for none. */
export function defaultOf(said: string | null): string | undefined {
  if (said === null || said.toUpperCase() === 'NULL') return undefined;
  return /^'.*'$/s.test(said) ? said.slice(1, -1).replaceAll("''", "'") : said;
}

/** The action of a foreign key when the referenced row is deleted. */
export function deletionOf(rule: string): ColumnReference['onDelete'] {
  return rule === 'CASCADE' || rule === 'SET NULL' ? rule : null;
}
