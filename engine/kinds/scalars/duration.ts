/** How long something takes, as ISO 8601 writes it. */
import { say } from '../../message.ts';
import { type Common, type Defaulted, type Field, keep, madeBy, make } from '../field.ts';
import { wordingShape } from '../options.ts';
import { anything } from '../shape.ts';
import { wordingKeys } from '../wording.ts';
import { nullness, pick, type Scalar } from './scalar.ts';

/** A duration of days, hours, minutes and seconds, `P1DT2H30M`, kept and compared as whole seconds. */
export function Duration<const O extends Common<string> = Record<never, never>>(
  options?: O,
): Field<string, Defaulted<O>> {
  const given: Common<string> = options ?? {};
  return make(
    { type: 'string', format: 'duration', ...keep(given, ['default']) },
    { kind: 'column', scalar: duration, ...keep(given, ['default', ...wordingKeys]) },
    madeBy('Duration', given),
  );
}

/** `PT90M` → 5400; null for what is no duration, or longer than the column has room for. */
function secondsOf(text: string): number | null {
  const found = /^P(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/.exec(text);
  if (!found || found.slice(1).every((part) => part === undefined)) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const all = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  return all < 2 ** 31 ? all : null;
}

/** 5400 → `PT1H30M`. */
function written(total: number): string {
  const parts = [Math.floor(total / 3600) % 24, Math.floor(total / 60) % 60, total % 60];
  const days = Math.floor(total / 86_400);
  const time = parts.flatMap((part, at) => (part > 0 ? [`${part}${'HMS'[at]}`] : [])).join('');
  if (days === 0 && time === '') return 'PT0S';
  return `P${days > 0 ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`;
}

const durationWords = say('a duration such as PT1H30M');

export const duration: Scalar<'duration'> = {
  type: 'duration',
  makers: { Duration: { ...wordingShape, default: anything } },
  store: (value) => secondsOf(String(value)),
  show: (stored) => written(Number(stored)),
  ordered: 'amount',
  sorted: 'column',
  canonical: (text) => {
    const seconds = secondsOf(text);
    return seconds === null ? null : written(seconds);
  },
  query: {
    title: 'Duration',
    schema: { type: 'string', format: 'duration' },
    says: durationWords,
    parse: (text) => secondsOf(text) ?? undefined,
    example: () => ({ gte: 'PT0S' }),
  },
  column: { type: () => 'int', line: (of) => `t.integer('${of.name}')${nullness(of)}` },
  format: {
    name: 'duration',
    of: 'string',
    check: (text: string) => secondsOf(text) !== null,
    says: durationWords,
  },
  misfit: (value) =>
    typeof value === 'string' && secondsOf(value) !== null ? null : 'is no duration such as PT1H30M',
  example: () => 'PT1H30M',
  isBrief: () => true,
  specimen: {
    right: (_schema, { variant, serial, distinct }) =>
      distinct ? `PT${serial}S` : pick(['PT5M', 'PT1H30M', 'P2DT3H'], variant),
    wrong: () => [5, '5', 'P', 'PT', '1:30', 'P1M', 'PT1.5H', '-PT5M', 'P9999999D'],
  },
};
