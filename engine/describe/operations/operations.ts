import type { ActionModel, Resource } from '../../model/resource.ts';
import type { Permission } from '../../policy.ts';
import { bodyExample, createExamples, updateBody } from '../examples/body-examples.ts';
import { singleExample } from '../examples/examples.ts';
import { pageExample } from '../examples/page-examples.ts';
import { createBody, inputName } from '../openapi/bodies.ts';
import { rowParameters } from '../openapi/filter-parameters.ts';
import { actionId, capitalise, pascal, schemaNames } from '../openapi/names.ts';
import { actionNote, needs } from '../openapi/notes.ts';
import { fieldsParameters, sortParameter } from '../openapi/parameters.ts';
import type { Schemas } from '../openapi/rows.ts';
import {
  closed,
  type Endpoint,
  json,
  limitHeaders,
  type ResponseSpec,
  type Schema,
  schemaRef,
} from '../openapi/spec.ts';
import type { Setting } from '../openapi/values.ts';
import { ownAnswer } from './own-answers.ts';

type Describe = (setting: Setting, path: string) => Endpoint;

/** The headers of every write's answer. */
const writeHeaders = ['Preference-Applied', 'Idempotent-Replayed'] as const;
export const createHeaders = ['Location', ...writeHeaders] as const;
const ofRow = ['forbidden', 'not_found', 'conflict', 'stale'] as const;

export function describeList(setting: Setting, path: string): Endpoint {
  const { resource } = setting;
  const { path: name, title } = resource;
  const note =
    'With `format=csv` or `Accept: text/csv` every row is streamed, without pages, its headings and values in the user’s ' +
    'language.';
  return {
    ...{ method: 'get', path, id: `list${pascal(name)}`, access: 'session', failures: ['forbidden'] },
    summary: `List ${title.many.en}`,
    description: needs(resource, 'viewAny', note),
    parameters: [
      ...(['Page', 'PerPage', 'Format'] as const),
      sortParameter(resource),
      ...fieldsParameters(setting, resource.listedKeys),
      'ListWith',
      ...rowParameters(setting),
    ],
    answers: {
      200: {
        description: `A page of ${title.many.en}.`,
        headers: ['Content-Disposition', ...limitHeaders],
        content: {
          ...json(schemaRef(schemaNames(resource).page), { page: pageExample(setting) }),
          'text/csv': { schema: { type: 'string' } },
        },
      },
    },
  };
}

export const describeView: Describe = (setting, path) => ({
  ...onOne(setting, path, 'get', 'view'),
  access: 'session',
  parameters: ['Id', ...rowParts(setting), 'IfNoneMatch'],
  answers: {
    200: single(setting, 'The row.'),
    304: { description: 'What you have is still the answer.', headers: ['ETag'] },
  },
  failures: ['forbidden', 'not_found'],
});

export const describeCreate: Describe = (setting, path) => ({
  ...onOne(setting, path, 'post', 'create'),
  parameters: [...rowParts(setting), 'IdempotencyKey', 'Prefer'],
  body: { required: true, schema: createBody(setting), examples: createExamples(setting) },
  answers: { 201: single(setting, 'The row as it was created.', createHeaders, 'created') },
  failures: ['forbidden', 'conflict'],
});

export const describeUpdate: Describe = (setting, path) => ({
  ...onOne(setting, path, 'patch', 'update', 'Changes the fields that the body names and no others.'),
  parameters: ['Id', ...rowParts(setting), 'IfMatch', 'IdempotencyKey', 'Prefer'],
  body: updateBody(setting),
  answers: { 200: single(setting, 'The row as it is now.', writeHeaders) },
  failures: ofRow,
});

export const describeDelete: Describe = (setting, path) => ({
  ...onOne(setting, path, 'delete', 'delete', deletion(setting.resource)),
  parameters: ['Id', 'IfMatch', 'IdempotencyKey', 'Prefer'],
  answers: { 204: { description: 'The row is gone.', headers: writeHeaders } },
  failures: ofRow,
});

/** The common part of operations on one row. */
function onOne(
  { resource }: Setting,
  path: string,
  method: Endpoint['method'],
  name: Permission,
  note?: string,
) {
  return {
    ...{ method, path, id: `${name}${pascal(resource.name)}`, access: 'token' as const },
    summary: `${capitalise(name)} one ${resource.title.one.en}`,
    description: needs(resource, name, note),
  };
}

/** The parameters of requests that answer a row. */
export const rowParts = (setting: Setting) => [
  ...fieldsParameters(setting, setting.resource.singleKeys),
  'With' as const,
];

/** An own action of the definition. */
export function describeAction(
  setting: Setting,
  name: string,
  action: ActionModel,
  path: string,
  schemas: Schemas,
): Endpoint {
  const { resource } = setting;
  const onRow = action.definition.on === 'row';
  return {
    ...{ method: 'post', path, id: actionId(resource, name, action), access: 'token' },
    summary: capitalise(action.label.en),
    description: needs(resource, action.permission, actionNote(action)),
    parameters: [
      ...(onRow ? (['Id'] as const) : []),
      ...(action.answer ? [] : rowParts(setting)),
      ...(onRow ? (['IfMatch'] as const) : []),
      ...(['IdempotencyKey', 'Prefer'] as const),
    ],
    body: {
      required: action.input.size > 0,
      schema: actionInputRef(setting, name, action),
      examples: { [name]: bodyExample(setting, [...action.input.values()]) },
    },
    answers: actionAnswers(setting, name, action, schemas),
    failures: onRow ? ofRow : ['forbidden', 'conflict'],
  };
}

function actionAnswers(
  setting: Setting,
  name: string,
  action: ActionModel,
  schemas: Schemas,
): Endpoint['answers'] {
  if (action.answer)
    return { 200: { ...ownAnswer(setting, name, action.answer, schemas), headers: writeHeaders } };
  const { creates = action.permission === 'create' } = action.definition;
  if (creates === 'many') return { 201: created(setting) };
  return creates
    ? { 201: single(setting, 'The row as it was created.', createHeaders, 'created') }
    : { 200: single(setting, 'The row as it is now.', writeHeaders) };
}

function created(setting: Setting): ResponseSpec {
  const items = schemaRef(schemaNames(setting.resource).one);
  return {
    description: 'The rows as they were created.',
    headers: writeHeaders,
    content: json(closed({ data: { type: 'array', items, description: 'The rows, in their order.' } }), {
      rows: { data: [singleExample(setting)] },
    }),
  };
}

function actionInputRef(setting: Setting, name: string, { input }: ActionModel): Schema {
  return input.size > 0 ? schemaRef(inputName(setting, name)) : closed({});
}

/** An answer that is a row. */
export function single(
  setting: Setting,
  description: string,
  headers: ResponseSpec['headers'] = [],
  row: 'one' | 'created' = 'one',
): ResponseSpec {
  const names = schemaNames(setting.resource);
  const schema = closed({ data: { ...schemaRef(names[row]), description: 'The row.' } });
  // People would copy an example of a secret that only this answer reveals.
  const examples = names[row] === names.one ? { row: { data: singleExample(setting) } } : undefined;
  return { description, headers: ['ETag', ...headers], content: json(schema, examples) };
}

/** What happens to a deleted row, and what prevents a delete. */
function deletion({ softDelete }: Resource): string {
  const kept = softDelete ? 'It is kept for its name in what refers to it, and in no list any more. ' : '';
  return `${kept}While other rows depend on it, a 409 names them and how many they are.`;
}
