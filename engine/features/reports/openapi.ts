/** Describes the reports of a resource. */

import { createExamples, updateBody } from '../../describe/examples/body-examples.ts';
import { valueExample } from '../../describe/examples/examples.ts';
import { createBody } from '../../describe/openapi/bodies.ts';
import { rowParameters } from '../../describe/openapi/filter-parameters.ts';
import { capitalise, pascal } from '../../describe/openapi/names.ts';
import { needs } from '../../describe/openapi/notes.ts';
import type { Schemas } from '../../describe/openapi/rows.ts';
import type { Endpoint, Parameter, ResponseSpec } from '../../describe/openapi/spec.ts';
import { type Setting, sentValue } from '../../describe/openapi/values.ts';
import { ownAnswer } from '../../describe/operations/own-answers.ts';
import { isDated, scalarOf } from '../../kinds/kind.ts';
import { isRequired } from '../../request/body.ts';
import type { ReportModel } from './model.ts';

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
