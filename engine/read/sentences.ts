/** The sentences of notices, in the language of the reader. */
import { isMark } from '../kinds/kind.ts';
import { type Language, languageOf, type Moment, type Param, render, say } from '../message.ts';
import type { FoundFrom, SelectedValues } from '../model/projection.ts';
import type { FieldModel, Resource } from '../model/resource.ts';
import { readNames } from './change-labels.ts';
import type { ReadContext } from './context.ts';

/** The values in a sentence, as they were when the fact became true, and the time zone of its moments. */
interface SaidValues {
  readonly zone?: string;
  readonly values: Readonly<Record<string, unknown>>;
}

type Parts = 'resource' | 'record' | 'notice' | 'said';

/** The fields that one sentence names, without the name of the row. */
export function fieldsIn(sentence: string): string[] {
  return [...sentence.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (name === 'name' ? [] : [name]));
}

/** Id of a row → its sentence. One statement per resource that the notices are about. */
export async function loadSentences(
  { db, viewer, signal }: ReadContext,
  { registry, partOf }: FoundFrom<Parts>,
  rows: readonly SelectedValues[],
): Promise<Map<number, string>> {
  const byName = new Map([...registry.values()].map((one) => [one.name, one]));
  const wanted = new Map<Resource, Set<number>>();
  const told = rows.map((row) => {
    const target = byName.get(String(partOf(row, 'resource')));
    const record = Number(partOf(row, 'record'));
    if (target) wanted.set(target, (wanted.get(target) ?? new Set()).add(record));
    return { row, target, record };
  });
  const names = new Map<Resource, ReadonlyMap<number, string>>();
  for (const [target, ids] of wanted) {
    signal?.throwIfAborted();
    // These rows may be visible at another site than the current one. Visibility is checked on the notice itself.
    names.set(target, await readNames(db, registry, target, ids, 'all'));
  }
  const language = languageOf(viewer.locale);
  return new Map(
    told.map(({ row, target, record }) => {
      const kind = String(partOf(row, 'notice'));
      const name = (target && names.get(target)?.get(record)) ?? '';
      const text =
        target &&
        sentence(target, kind, name, saidValuesOf(partOf(row, 'said')), language, viewer.site?.timezone);
      return [Number(row[0]), text ?? `${kind} ${name}`.trim()];
    }),
  );
}

/** Null for a kind of notice that the definition no longer has. */
function sentence(
  { name: resource, fields, sentences: all }: Resource,
  kind: string,
  name: string,
  { zone, values }: SaidValues,
  language: Language,
  ownZone: string | undefined,
): string | null {
  const sentences = kind.startsWith(`${resource}.`) ? all.get(kind.slice(resource.length + 1)) : undefined;
  if (!sentences) return null;
  const momentOf = (value: unknown): Moment => ({
    ...{ at: String(value), timezone: zone ?? 'UTC', isNamed: zone !== ownZone },
  });
  const shown = Object.entries(values).map(([key, value]): [string, Param] => {
    const field = fields.get(key);
    if (key === 'at') return [key, momentOf(value)];
    return [key, field ? valueWords(field, value, language, momentOf) : plainWords(value, language)];
  });
  const isFull = (text: string) => fieldsIn(text).every((field) => (values[field] ?? null) !== null);
  const said = sentences.find(isFull) ?? sentences.at(-1) ?? '';
  return render(say(said, { ...Object.fromEntries(shown), name }), language);
}

function saidValuesOf(value: unknown): SaidValues {
  return typeof value === 'object' && value !== null && 'values' in value
    ? (value as SaidValues)
    : { values: {} };
}

const [yes, no, none] = [say('yes'), say('no'), say('none')];

function valueWords(
  { facts, values }: FieldModel,
  value: unknown,
  language: Language,
  momentOf: (value: unknown) => Moment,
): Param {
  if (value === null || value === undefined)
    return facts.nullLabel === undefined ? none : say(facts.nullLabel);
  if (isMark(facts)) return value === true ? yes : no;
  if ('scalar' in facts && facts.scalar.ordered === 'time') {
    return facts.scalar.zoned ? momentOf(value) : { at: String(value), timezone: 'UTC', isNamed: false };
  }
  return values.get(String(value)) ?? plainWords(value, language);
}

function plainWords(value: unknown, language: Language): string {
  return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : String(value);
}
