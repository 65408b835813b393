/** Describes the reports of a resource, and the answers of actions that are no row. */

import { createExamples, updateBody } from '../../describe/examples/body-examples.ts';
import { valueExample } from '../../describe/examples/examples.ts';
import { createBody } from '../../describe/openapi/bodies.ts';
import { rowParameters } from '../../describe/openapi/filter-parameters.ts';
import { capitalise, pascal } from '../../describe/openapi/names.ts';
import { needs } from '../../describe/openapi/notes.ts';
import type { Schemas } from '../../describe/openapi/rows.ts';
import {
  closed,
  type Endpoint,
  json,
  type Parameter,
  type ResponseSpec,
  type Schema,
  schemaRef,
} from '../../describe/openapi/spec.ts';
import { answeredValue, type Setting, sentValue } from '../../describe/openapi/values.ts';
import { isDated, scalarOf } from '../../kinds/kind.ts';
import type { FieldModel, ReportModel } from '../../model/resource.ts';
import { isRequired } from '../../request/body.ts';

type OwnFields = ReadonlyMap<string, FieldModel>;

/** Adds the schemas of these answers. */
export function addOwnAnswers(setting: Setting, schemas: Schemas): void {
  const { actions, reports } = setting.resource;
  for (const [name, { told }] of reports)
    schemas[reportAnswerName(setting, name)] = fieldsSchema(setting, told);
  for (const [name, { answer }] of actions) {
    if (answer) schemas[reportAnswerName(setting, name)] = fieldsSchema(setting, answer);
  }
}

/** `{data}` with the fields that an action or a report declares. */
export function ownAnswer(
  setting: Setting,
  name: string,
  fields: OwnFields,
  { many = false, says }: Pick<ReportModel['definition'], 'many' | 'says'> = {},
): ResponseSpec {
  const one = schemaRef(reportAnswerName(setting, name));
  const example = Object.fromEntries(
    [...fields.values()].map((field) => [field.name, valueExample(setting, field)]),
  );
  const data: Schema = many
    ? { type: 'array', items: one, description: 'What is told, in its order.' }
    : { ...one, description: 'What is told.' };
  return {
    description: many ? 'A list, whole.' : 'The values.',
    content: json(closed({ data, ...(says && { summary: summarySchema }) }), {
      [name]: {
        data: many ? [example] : example,
        ...(says && { summary: 'Every 3 months on the 23rd, at 08:00.' }),
      },
    }),
  };
}

const summarySchema: Schema = {
  type: 'string',
  description: 'The same in a sentence, in the user’s language.',
};

export function describeSaved(setting: Setting, name: string, report: ReportModel, path: string): Endpoint {
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
    answers: { 200: reportResponse(setting, name, report) },
    failures: ['forbidden', ...(onRow ? (['not_found'] as const) : [])],
  };
}

export function describeUnsaved(setting: Setting, name: string, report: ReportModel, path: string): Endpoint {
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
    answers: { 200: reportResponse(setting, name, report) },
    failures: ['forbidden', 'conflict'],
  };
}

export function describeChanged(setting: Setting, name: string, report: ReportModel, path: string): Endpoint {
  const { resource } = setting;
  return {
    ...describeUnsaved(setting, name, report, path),
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
}

function reportResponse(
  setting: Setting,
  name: string,
  { definition, ...report }: ReportModel,
): ResponseSpec {
  const { by, many = by !== undefined } = definition;
  const told = ownAnswer(setting, name, report.told, { ...definition, many });
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

function fieldsSchema(setting: Setting, fields: OwnFields): Schema {
  return closed(
    Object.fromEntries([...fields.values()].map((field) => [field.name, answeredValue(setting, field)])),
    // An answer that is repeated for an `Idempotency-Key` does not contain them.
    [...fields].flatMap(([name, { facts }]) => (facts.once ? [] : [name])),
  );
}

/** `MaintenancePlanForecastAnswer`. */
function reportAnswerName({ resource }: Setting, name: string): string {
  return `${pascal(resource.name)}${pascal(name)}Answer`;
}
