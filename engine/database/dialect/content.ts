/** What columns hold, as far as all databases agree on it. */

/** A kind of values, and how much one has room for: characters, or the bytes of a whole number; null where it is enough for all. */
export interface Content {
  readonly kind: 'text' | 'number' | 'fraction' | 'moment' | 'day' | 'time';
  readonly room: number | null;
}

/** An embedded database calls everything an integer that is less than a bigint: it is taken for the smallest of them. */
const bytes: Readonly<Record<string, number>> = {
  ...{ boolean: 1, tinyint: 1, integer: 2, smallint: 2, mediumint: 3, int: 4, bigint: 8 },
};

const kinds: Readonly<Record<string, Content['kind']>> = {
  ...{ varchar: 'text', char: 'text', text: 'text', mediumtext: 'text', longtext: 'text', json: 'text' },
  ...{ decimal: 'fraction', float: 'fraction', double: 'fraction', real: 'fraction' },
  ...{ datetime: 'moment', timestamp: 'moment', date: 'day', time: 'time' },
};

/** What a type says, as it was declared: `varchar(255)`, `int(10) unsigned`; undefined for others than the service has. */
export function contentOf(type: string): Content | undefined {
  const [, word = '', size] = /^(\w+)(?:\((\d+))?/.exec(type.toLowerCase()) ?? [];
  const whole = bytes[word];
  if (whole !== undefined) return { kind: 'number', room: whole };
  const kind = kinds[word];
  return kind && { kind, room: kind === 'text' && size !== undefined ? Number(size) : null };
}
