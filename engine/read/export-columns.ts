/** The columns of a list as CSV, with headings and cells in the words of the reader. */

import { isJson } from '../kinds/kind.ts';
import { heading, type Language, languageOf, say } from '../message.ts';
import { embedName, type FieldModel, type Output, type Resource } from '../model/resource.ts';
import type { AnswerRow } from './context.ts';

export interface ExportColumn {
  readonly header: string;
  /** The cell of a row. A number stays a number, because an amount below zero is no formula. */
  cell(row: AnswerRow): string | number;
}

/** The columns for keys of an answer, in their order. */
export function exportColumns(resource: Resource, keys: readonly string[], locale: string): ExportColumn[] {
  const language = languageOf(locale);
  return keys.flatMap((key): ExportColumn[] => {
    const output = resource.outputs.get(key);
    if (!output) return [];
    const { field } = output;
    const { facts } = field;
    const title = heading(field.heading, language);
    const words = cellWords(field, language, output.part === 'embed' || embedName(field) === null);
    return [
      {
        header: isIdBeside(resource, output) ? `${title} (id)` : title,
        cell: (row) => (isJson(facts) ? jsonCell(row[key]) : cellOf(row[key], words)),
      },
    ];
  });
}

/** The columns for fields, in their order. */
export function columnsOfFields(fields: readonly FieldModel[], locale: string): ExportColumn[] {
  const language = languageOf(locale);
  return fields.map((field) => {
    const words = cellWords(field, language, true);
    return { header: heading(field.heading, language), cell: (row) => cellOf(row[field.name], words) };
  });
}

/** Whether it is the id of a value with the same heading beside it: both need different headings. */
function isIdBeside({ outputs }: Resource, { key, field, part }: Output): boolean {
  const beside = embedName(field) ?? key.replace(/_id$/, '');
  return part === 'value' && beside !== key && outputs.has(beside);
}

/** Labels of values that a person could not read. */
type Words = ReadonlyMap<unknown, string>;

const yesLabel = say('yes');
const noLabel = say('no');

/** Words of an enumeration have their labels from the metadata. */
function cellWords({ values, facts }: FieldModel, language: Language, isShown: boolean): Words {
  // A missing id stays empty: the column beside it says what null means.
  const nothing = isShown && facts.nullLabel !== undefined ? [[null, say(facts.nullLabel)] as const] : [];
  const named = [...values, [true, yesLabel], [false, noLabel], ...nothing] as const;
  return new Map<unknown, string>(named.map(([value, label]) => [value, heading(label, language)]));
}

function cellOf(value: unknown, words: Words): string | number {
  return typeof value === 'number' ? value : textOf(value, words, '; ');
}

function textOf(value: unknown, words: Words, separator: string): string {
  if (value === null || value === undefined) return words.get(null) ?? '';
  if (Array.isArray(value)) return value.map((one) => textOf(one, words, separator)).join(separator);
  if (typeof value !== 'object') return words.get(value) ?? String(value);
  // People cannot read ids. The names of the rows follow.
  const parts = Object.entries(value).flatMap(([key, part]) => (/(?:^|_)ids?$/.test(key) ? [] : [part]));
  const [name] = parts;
  // A row is shown by its name. An entry with several references shows all their names: "Plant North: manager, technician".
  const shown = typeof name === 'object' ? parts : [name];
  return shown
    .map((part) => textOf(part, words, ', '))
    .filter((text) => text !== '')
    .join(': ');
}

/** A value with parts of any name, as JSON. */
function jsonCell(value: unknown): string {
  const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
  return isEmpty ? '' : JSON.stringify(value);
}
