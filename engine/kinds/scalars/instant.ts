/** A moment. */

import { say } from '../../message.ts';
import { showInstant, storeInstant } from '../../values.ts';
import { type Common, type Defaulted, type Field, keep, madeBy, make } from '../field.ts';
import { wordingShape } from '../options.ts';
import { type Keys, word, yes } from '../shape.ts';
import { wordingKeys } from '../wording.ts';
import { isDay } from './day.ts';
import { nullness, pick, type Scalar } from './scalar.ts';

interface InstantOptions extends Common<'now'> {
  readonly past?: true;
}

/** A moment. Bodies may have any RFC 3339 offset; answers are UTC with milliseconds. */
export function Instant<const O extends InstantOptions = Record<never, never>>(
  options?: O,
): Field<string, Defaulted<O>> {
  const facts = keep<InstantOptions>(options ?? {}, ['default', ...wordingKeys, 'past']);
  return make(
    { type: 'string', format: 'date-time' },
    { kind: 'column', scalar: instant, ...facts },
    madeBy('Instant', options),
  );
}

const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/**
 * An RFC 3339 date and time with any offset → ISO 8601 UTC with milliseconds. Digits below a millisecond are cut off. Null for any
 * other text: a day that does not exist, a year outside 1000 to 9999.
 */
export function parseInstant(text: string): string | null {
  // Most are in that form already, and it costs less to find out.
  const known = text.length === 24 && /^[1-9]/.test(text) ? new Date(text) : null;
  if (known && !Number.isNaN(known.getTime()) && known.toISOString() === text) return text;
  const parts = rfc3339.exec(text);
  if (!parts || !isDay(`${parts[1]}-${parts[2]}-${parts[3]}`)) return null;
  const time = new Date(text.toUpperCase().replace(/(?<=\.\d{3})\d+/, ''));
  if (Number.isNaN(time.getTime())) return null;
  const iso = time.toISOString();
  return /^[1-9]\d{3}-/.test(iso) ? iso : null;
}

const past = [
  ...['2025-12-31T23:30:00.000Z', '2025-03-30T00:30:00.000Z', '2025-10-26T00:30:00.000Z'],
  ...['2024-02-29T12:00:00.000Z', '2025-06-15T08:00:00.001Z'],
];
const future = ['2099-01-01T00:00:00.000Z', '2098-07-01T22:15:00.999Z'];

const instantWords = say('a date and time such as 2026-01-31T08:00:00Z');

const instantShape: Keys<InstantOptions> = { ...wordingShape, default: word('now'), past: yes };

export const instant: Scalar<'datetime'> = {
  makers: { Instant: instantShape },
  type: 'datetime',
  store: (value) => storeInstant(String(value)),
  show: (stored) => showInstant(String(stored)),
  ordered: 'time',
  counted: 'periods',
  sorted: 'column',
  names: true,
  asText: true,
  present: (now) => now,
  zoned: true,
  canonical: parseInstant,
  query: {
    title: 'DateTime',
    schema: { type: 'string', format: 'date-time' },
    says: instantWords,
    parse: (text) => {
      const iso = parseInstant(text);
      return iso === null ? undefined : storeInstant(iso);
    },
    example: () => ({ gte: '2026-01-01T00:00:00Z' }),
  },
  column: {
    type: () => 'datetime(3)',
    line: (of) => `moment(t, '${of.name}')${nullness(of)}`,
    filled: 'created_at',
  },
  format: {
    name: 'date-time',
    of: 'string',
    check: (text: string) => parseInstant(text) !== null,
    says: instantWords,
  },
  misfit: (value) => (value === 'now' ? null : 'is not `now`'),
  atRequest: (_usual, now) => now,
  example: (name) => {
    if (name === 'created_at') return '2026-01-12T08:30:00.000Z';
    return name === 'updated_at' ? '2026-02-03T14:05:12.480Z' : '2026-02-03T09:15:00.000Z';
  },
  isBrief: () => true,
  specimen: {
    right: (_schema, { variant }, options) => pick(options.past ? past : [...past, ...future], variant),
    wrong: () => [
      ...[5, 'yesterday', '2026-01-31', '2026-02-30T00:00:00Z', '2026-01-31T08:00:00'],
      '2026-01-31T25:00:00Z',
    ],
  },
};
