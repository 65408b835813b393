/** The types of the service's metadata, and functions on them. No part of the console names a resource. */

import type { AnswerMeta } from '../../engine/features/metadata/answer-schema.ts';
import type {
  FieldMetadata,
  FilterMetadata,
  ValueMetadata,
} from '../../engine/features/metadata/metadata-schema.ts';
import type { ResourceMetadata } from '../../engine/features/metadata/resource-schema.ts';
import type { ReportMetadata } from '../../engine/features/reports/metadata-schema.ts';

export type Resource = ResourceMetadata;
export type Field = FieldMetadata;
export type Filter = FilterMetadata;
export type Value = ValueMetadata;
export type Action = Resource['actions'][number];
export type Report = ReportMetadata;
/** A report by name: `useReports` requests the rest. */
export type ReportName = NonNullable<Resource['reports']>[number];
export type Reference = NonNullable<Field['reference']>;
type Operation = Resource['operations'][number];
export type Quick = Resource['view']['quick'][number];
export type Bell = NonNullable<Resource['view']['bell']>;
export type Related = Resource['related'][number];
export type Tone = NonNullable<Value['tone']>;
export type Meta = AnswerMeta;

/** What may be done with a row, requested by `with=can`. */
export interface Can {
  readonly update: boolean;
  readonly delete: boolean;
  readonly transitions: readonly string[];
  readonly actions: readonly string[];
}

/** A row of any resource. The type of a field determines that of its value. */
export interface Row {
  readonly id: number;
  readonly can?: Can;
  readonly etag?: string;
  /** Whether something of it waits for a network. */
  readonly unsent?: true;
  readonly [name: string]: unknown;
}

/** The request of a row's page. */
export const rowPath = ({ path }: Pick<Resource, 'path'>, id: number | string): string =>
  `/${path}/${id}?with=can`;

/** A page of a list. */
export interface Page<One = Row> {
  readonly data: readonly One[];
  readonly meta: {
    readonly current_page: number;
    readonly from: number;
    readonly to: number;
    readonly last_page: number;
    readonly total: number;
  };
  /** The rows whose ids are in filters, if requested (`with=filters`). */
  readonly filters?: Readonly<Record<string, readonly Row[]>>;
}

/** Whether there are charts of its list, or of each row. */
export const isDrawn = ({ reports = [] }: Resource, of: ReportName['on']): boolean =>
  reports.some(({ on, charts }) => charts && on === of);

/** The address of a report. @param id of its row, if it is one on a row */
export const reportPath = ({ resource, name }: Report, id?: number): string =>
  `/${resource}/${id === undefined ? '' : `${id}/`}${name}`;

export const may = (resource: Resource, operation: Operation): boolean =>
  resource.operations.includes(operation);

export function fieldOf(resource: Pick<Resource, 'fields'>, name: string): Field | undefined {
  return resource.fields.find((field) => field.name === name);
}

export function fieldsOf(resource: Resource, names: readonly string[]): Field[] {
  return names.flatMap((name) => fieldOf(resource, name) ?? []);
}

/** Whether an update may change a field. */
export const isChangeable = ({ read_only, fixed }: Field): boolean => !read_only && !fixed;

/** Whether a recurrence has no unit: something else determines the time. */
export const isOfNothing = ({ interval, unit_field: unit = '' }: Field, row: Row): boolean =>
  interval === true && row[unit] === null;

/** Whether a field of a form has no value. */
export function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Whether other fields of a row, or of a form, have the wanted values. */
export function haveValues(
  wanted: NonNullable<Field['only']>,
  values: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(wanted).every(([name, some]) =>
    some === 'any' ? !isEmpty(values[name]) : some.includes(String(values[name])),
  );
}

/** Whether a field may have a value beside the present values of others. */
export function isPossible({ only }: Field, values: Readonly<Record<string, unknown>>): boolean {
  return only === undefined || haveValues(only, values);
}

/** The name of a row. */
export function titleOf(resource: Resource, row: Row): string {
  const name = row[resource.display];
  return typeof name === 'string' && name !== '' ? name : `${resource.labels.one} ${row.id}`;
}

/** The name of an option, or of a row in a tree. */
export function nameOf(row: Row, display: string): string {
  const name = row[display] ?? row.name;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : `#${row.id}`;
}

/** The label of a value, and its tone if it has one. */
export function wordOf(
  { values }: { readonly values?: readonly Value[] },
  value: unknown,
): Value | undefined {
  return values?.find((one) => one.value === value);
}

/** The rows embedded in a row, for a field. */
export function rowsUnder(row: Row, key: string): readonly Row[] {
  const under = row[key];
  return (Array.isArray(under) ? under : [under]).filter(isRow);
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'id' in value;
}

/** The fields of a card below the name: those of the view, else the first other columns. */
export function cardNames({ view, display }: Resource, said: string | null = view.board): readonly string[] {
  return view.card ?? view.columns.filter((name) => name !== display && name !== said).slice(0, 3);
}

/** The fields that are needed to find out whether a row is late. */
const lateNames = ({ view: { late } }: Pick<Resource, 'view'>): readonly string[] =>
  late ? [...late.at, late.after ?? [], ...Object.keys(late.while)].flat() : [];

/** The `fields` parameter of a list for some columns: a reference needs its embedded row. */
export function neededFields(resource: Resource, columns: readonly string[]): string {
  const names = new Set(['id', resource.display]);
  if (resource.states) names.add(resource.states.field);
  // For the time zone of its times.
  if (resource.scope === 'site') names.add('site_id');
  for (const name of lateNames(resource)) names.add(name);
  for (const field of fieldsOf(resource, columns)) {
    names.add(field.name);
    if (field.reference) names.add(field.reference.embed);
    const [unitRow] = field.unit_field?.split('.') ?? [];
    const holds = ({ name, reference }: Field) => name === unitRow || reference?.embed === unitRow;
    if (unitRow !== undefined && resource.fields.some(holds)) names.add(unitRow);
  }
  return [...names].filter((name) => name !== '').join(',');
}
