/** Describes the reports of a resource. */

import { createExamples, updateBody } from '../../describe/examples/body-examples.ts';
import { valueExample } from '../../describe/examples/examples.ts';
import { conditionValues } from '../../describe/openapi/beside.ts';
import { createBody } from '../../describe/openapi/bodies.ts';
import { rowParameters } from '../../describe/openapi/filter-parameters.ts';
import { capitalise, pascal } from '../../describe/openapi/names.ts';
import { needs } from '../../describe/openapi/notes.ts';
import type { Schemas } from '../../describe/openapi/rows.ts';
import type { Endpoint, Parameter, ResponseSpec } from '../../describe/openapi/spec.ts';
import { type Setting, sentValue } from '../../describe/openapi/values.ts';
import { ownAnswer } from '../../describe/operations/own-answers.ts';
import { isDated, scalarOf } from '../../kinds/kind.ts';
import { heading, languageOf, type Message, render, say } from '../../message.ts';
import type { Resource } from '../../model/resource.ts';
import type { Actor } from '../../policy.ts';
import { isRequired } from '../../request/body.ts';
import { describeField, filterHeading, type Viewing } from '../metadata/field-metadata.ts';
import type { FieldMetadata, ValueMetadata } from '../metadata/metadata-schema.ts';
import type { ResourceMetadata } from '../metadata/resource-schema.ts';
import type { ReportMetadata } from './metadata-schema.ts';
import type { ReportModel } from './model.ts';
import { type Chart, type RowsBehind, reportPeriods } from './report.ts';

type DescribeReport = (
  setting: Setting,
  name: string,
  report: ReportModel,
  path: string,
  schemas: Schemas,
) => Endpoint;

export const describeSaved: DescribeReport = (setting, name, report, path, schemas) => {
  const { resource } = setting;
  const onRow = report.definition.on === 'row';
  return {
    method: 'get',
    path,
    id: `get${pascal(resource.name)}${pascal(name)}`,
    summary: capitalise(report.label.en),
    description: needs(resource, report.permission, report.description.en),
    access: 'session',
    parameters: [
      ...(onRow ? (['Id'] as const) : []),
      ...parametersOf(setting, report),
      'Format',
      ...(onRow ? [] : rowParameters(setting)),
    ],
    answers: { 200: reportResponse(setting, name, report, schemas) },
    failures: ['forbidden', ...(onRow ? (['not_found'] as const) : [])],
  };
};

export const describeUnsaved: DescribeReport = (setting, name, report, path, schemas) => {
  const { resource } = setting;
  return {
    method: 'post',
    path,
    id: `preview${pascal(resource.name)}${pascal(name)}`,
    summary: `${capitalise(report.label.en)}, before it is saved`,
    description: needs(
      resource,
      'create',
      `${report.description.en} The row is made with all the checks of a create, and nothing of it is kept.`,
    ),
    access: 'token',
    parameters: [...parametersOf(setting, report), 'Format'],
    body: { required: true, schema: createBody(setting), examples: createExamples(setting) },
    answers: { 200: reportResponse(setting, name, report, schemas) },
    failures: ['forbidden', 'conflict'],
  };
};

export const describeChanged: DescribeReport = (setting, name, report, path, schemas) => {
  const { resource } = setting;
  return {
    ...describeUnsaved(setting, name, report, path, schemas),
    id: `preview${pascal(resource.name)}Change${pascal(name)}`,
    summary: `${capitalise(report.label.en)}, before a change is saved`,
    description: needs(
      resource,
      'update',
      `${report.description.en} The row is changed with all the checks of an update, and nothing of it is kept.`,
    ),
    parameters: ['Id', ...parametersOf(setting, report), 'Format'],
    body: updateBody(setting),
    failures: ['forbidden', 'not_found', 'conflict'],
  };
};

function reportResponse(
  setting: Setting,
  name: string,
  { definition, ...report }: ReportModel,
  schemas: Schemas,
): ResponseSpec {
  const { by, many = by !== undefined } = definition;
  const told = ownAnswer(setting, name, report.told, schemas, { ...definition, many });
  return {
    ...told,
    headers: ['Content-Disposition'],
    content: { ...told.content, 'text/csv': { schema: { type: 'string' } } },
  };
}

/** Of several days, each is after the previous one, like a first and a last day. */
function parametersOf(setting: Setting, { input }: ReportModel): Parameter[] {
  const days = ['2026-03-14', '2026-04-14', '2026-05-14'];
  return [...input.values()].map((field) => {
    const { description, ...schema } = sentValue(setting, field, 'create');
    return {
      name: field.name,
      in: 'query',
      required: isRequired(field),
      description: typeof description === 'string' ? description : capitalise(field.label.en),
      schema,
      example:
        isDated(field.facts) && !scalarOf(field.facts)?.zoned
          ? (days.shift() ?? null)
          : valueExample(setting, field),
    };
  });
}

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
