/** What columns hold, as far as all databases agree on it. */

/** A kind of values, and how much one has room for: characters, or the bytes of a whole number; null where it is enough for all. */
export interface Content {
  readonly kind: 'text' | 'number' | 'fraction' | 'moment' | 'day' | 'time';
  readonly room: number | null;
  /** Of a whole number the decimals that are in it: 2 where it counts hundredths; nothing where its database does not tell. */
  readonly scale?: number;
}

/** A foreign key of one column to the id of another table. */
export interface ColumnReference {
  readonly table: string;
  /** What becomes of the row when the one that it refers to is deleted; null where that is refused. */
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

/** Characters of at most four bytes that the long texts of a server have room for. */
export const longTexts: Readonly<Record<string, number>> = { text: 16_383, mediumtext: 4_194_303 };

/** Whether a column is one of those. */
export function isLongText({ kind, room }: Content): boolean {
  return kind === 'text' && room !== null && Object.values(longTexts).includes(room);
}

/**
 * What a type says, as it was declared: `varchar(255)`, `int(10) unsigned`, `bigint "1 / 1000"`; undefined for others than the
 * service has.
 * @param exact whether types are those of a server. An embedded database calls every whole number up to that of 32 bits an
 *   integer, and every long text a text, and keeps whatever it is given.
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

/** An embedded database takes a word in quotes for a part of the type. */
function commentIn(type: string): string {
  return /"(.*)"/.exec(type)?.[1] ?? '';
}

/** The decimals that the comment of a column tells of, as `money` and `decimal` of the migrations write it. */
function scaleIn(comment: string): number | undefined {
  if (comment === 'hundredths') return 2;
  const [, zeros] = /^1 \/ 1(0*)$/.exec(comment) ?? [];
  return zeros?.length;
}

/** The value of a default as its database tells of it: text, often in quotes; undefined for none. */
export function defaultOf(said: string | null): string | undefined {
  if (said === null || said.toUpperCase() === 'NULL') return undefined;
  return /^'.*'$/s.test(said) ? said.slice(1, -1).replaceAll("''", "'") : said;
}

/** What a foreign key does once the row that it refers to is deleted. */
export function deletionOf(rule: string): ColumnReference['onDelete'] {
  return rule === 'CASCADE' || rule === 'SET NULL' ? rule : null;
}
