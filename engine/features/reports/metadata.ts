/** What a client needs to request reports and to draw them. */

import { conditionValues } from '../../describe/openapi/beside.ts';
import { heading, languageOf, type Message, render, say } from '../../message.ts';
import type { Resource } from '../../model/resource.ts';
import type { Actor } from '../../policy.ts';
import { describeField, filterHeading, type Viewing } from '../metadata/field-metadata.ts';
import type { FieldMetadata, ValueMetadata } from '../metadata/metadata-schema.ts';
import type { ResourceMetadata } from '../metadata/resource-schema.ts';
import type { ReportMetadata } from './metadata-schema.ts';
import type { ReportModel } from './model.ts';
import { type Chart, type RowsBehind, reportPeriods } from './report.ts';

/** The reports of a resource that the user may read. */
function readableReports(resource: Resource, actor: Actor): [string, ReportModel][] {
  return [...resource.reports].filter(
    ([, { permission }]) => actor.permitted(permission, resource) !== 'none',
  );
}

/** The own reports that the user may read: only their names, since `GET /reports` has the rest. */
export function nameReports(
  { language }: Viewing,
  resource: Resource,
  actor: Actor,
): Pick<ResourceMetadata, 'reports'> {
  const reports = readableReports(resource, actor).map(([name, { label, definition }]) => {
    const isDrawn = (definition.charts ?? []).length > 0;
    return {
      name,
      label: heading(label, language),
      on: definition.on,
      ...(isDrawn && { charts: true as const }),
    };
  });
  return reports.length > 0 ? { reports } : {};
}

/** Makes the answer to `GET /reports`: those that the user may read at the current site. */
export function createReportMetadata(parts: Omit<Viewing, 'language'>) {
  const resources = [...parts.registry.values()];
  return (actor: Actor): { data: ReportMetadata[] } => {
    const viewing = { ...parts, language: languageOf(actor.locale) };
    const data = resources.flatMap((resource) =>
      readableReports(resource, actor).map(([name, report]) =>
        describeWhole(viewing, resource, name, report, actor),
      ),
    );
    return { data };
  };
}

function describeWhole(
  viewing: Viewing,
  resource: Resource,
  name: string,
  { definition, label, description, input, answer }: ReportModel,
  actor: Actor,
): ReportMetadata {
  const { language, baseUrl } = viewing;
  const { on, unsaved, by, many, bounds, behind, charts = [] } = definition;
  const fields = [...answer.values()].map((field) => describeField(viewing, resource, field));
  const wordsOf: Readonly<Record<string, () => ValueMetadata[]>> = by
    ? {
        by: () => by.choices.map((value) => ({ value, label: choiceLabel(viewing, resource, value) })),
        sort: () => sortValues(viewing, fields),
      }
    : {};
  return {
    resource: resource.path,
    name,
    label: heading(label, language),
    description: render(say(description), language),
    on,
    url: `${baseUrl}/${resource.path}/${on === 'row' ? '{id}/' : ''}${name}`,
    unsaved: unsaved === true && actor.permitted('create', resource) !== 'none',
    many: many ?? by !== undefined,
    parameters: [...input.values()].map((field) => {
      const own = describeField(viewing, resource, field);
      const values = own.values && wordsOf[field.name]?.();
      return values ? { ...own, values } : own;
    }),
    fields,
    ...(bounds && {
      bounds: Object.fromEntries(Object.entries(bounds).map(([figure, pair = []]) => [figure, [...pair]])),
    }),
    ...(behind && {
      behind: {
        where: conditionValues(behind.where ?? {}),
        ...(behind.within !== undefined && { within: behind.within }),
        ...(behind.periods && { periods: describePeriods(behind.periods) }),
      },
    }),
    charts: charts.map((chart) => describeChart(viewing, chart)),
  };
}

function describePeriods(given: NonNullable<RowsBehind['periods']>) {
  const entries = Object.entries(given).map(
    ([figure, { path, within, until, still, of, where = {}, filled, among }]) => {
      const found = {
        ...{ resource: path, within, where: conditionValues(where) },
        ...(until !== undefined && { until }),
        ...(still && { still }),
        ...(of !== undefined && { of }),
        ...(filled !== undefined && { filled }),
        ...(among && { among }),
      };
      return [figure, found] as const;
    },
  );
  return Object.fromEntries(entries);
}

const periods: Readonly<Record<(typeof reportPeriods)[number], Message>> = {
  month: say('month'),
  week: say('week'),
  day: say('day'),
};

/** The label of a choice of `by`: a period, the resource itself, or that of its filter. */
function choiceLabel(viewing: Viewing, resource: Resource, choice: string): string {
  const period = reportPeriods.find((one) => one === choice);
  if (period) return heading(periods[period], viewing.language);
  return choice === 'id'
    ? heading(resource.title.one, viewing.language)
    : filterHeading(viewing, resource, choice);
}

/** In the order of the parameter: each figure, ascending and descending. */
function sortValues({ language }: Viewing, fields: readonly FieldMetadata[]): ValueMetadata[] {
  return fields
    .filter(({ type }) => type === 'integer' || type === 'decimal')
    .flatMap(({ name, label }) => [
      { value: name, label: render(say('{what}, the least first', { what: label }), language) },
      { value: `-${name}`, label: render(say('{what}, the most first', { what: label }), language) },
    ]);
}

function describeChart({ language }: Viewing, { title, draw, y, input = {}, target, lines, when }: Chart) {
  return {
    ...{ title: render(say(title), language), draw, y: [...y], input: { ...input } },
    ...(target !== undefined && { target }),
    ...(lines && { lines: [...lines] }),
    ...(when && { when: conditionValues(when) }),
  };
}
