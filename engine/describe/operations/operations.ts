import type { ActionModel, Resource } from '../../model/resource.ts';
import type { Route } from '../../serve/route-table.ts';
import { bodyExample, createExamples, updateExample } from '../examples/body-examples.ts';
import { singleExample } from '../examples/examples.ts';
import { pageExample } from '../examples/page-examples.ts';
import { createBody, inputName } from '../openapi/bodies.ts';
import { usualFailures } from '../openapi/failures.ts';
import { rowParameters } from '../openapi/filter-parameters.ts';
import { actionId, capitalise, pascal, schemaNames } from '../openapi/names.ts';
import { actionNote, needs } from '../openapi/notes.ts';
import { fieldsParameters, sortParameter } from '../openapi/parameters.ts';
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
import { describeCounts } from './counts.ts';
import { ownAnswer } from './reports.ts';

type Describe = (setting: Setting, path: string) => Endpoint;

/** The operations that every definition can have, options aside. */
export const describeOperations: Readonly<Record<string, Describe>> = {
  list(setting, path) {
    const { resource } = setting;
    const { page } = schemaNames(resource);
    return {
      method: 'get',
      path,
      id: `list${pascal(resource.path)}`,
      summary: `List ${resource.title.many.en}`,
      description: needs(
        resource,
        'viewAny',
        'With `format=csv` or `Accept: text/csv` every row is streamed, without pages, its headings and values in the user’s ' +
          'language.',
      ),
      access: 'session',
      parameters: [
        'Page',
        'PerPage',
        'Format',
        sortParameter(resource),
        ...fieldsParameters(setting, [...resource.outputs.keys()]),
        'ListWith',
        ...rowParameters(setting),
      ],
      answers: {
        200: {
          description: `A page of ${resource.title.many.en}.`,
          headers: ['Content-Disposition', ...limitHeaders],
          content: {
            ...json(schemaRef(page), { page: pageExample(setting) }),
            'text/csv': { schema: { type: 'string' } },
          },
        },
      },
      failures: [...usualFailures, 'forbidden'],
    };
  },

  counts: describeCounts,

  view(setting, path) {
    const { resource } = setting;
    return {
      method: 'get',
      path,
      id: `view${pascal(resource.name)}`,
      summary: `View one ${resource.title.one.en}`,
      description: needs(resource, 'view'),
      access: 'session',
      parameters: ['Id', ...fieldsParameters(setting, resource.singleKeys), 'With', 'IfNoneMatch'],
      answers: {
        200: single(setting, 'The row.'),
        304: { description: 'What you have is still the answer.', headers: ['ETag'] },
      },
      failures: [...usualFailures, 'forbidden', 'not_found'],
    };
  },

  create(setting, path) {
    const { resource } = setting;
    return {
      method: 'post',
      path,
      id: `create${pascal(resource.name)}`,
      summary: `Create one ${resource.title.one.en}`,
      description: needs(resource, 'create'),
      access: 'token',
      parameters: [...fieldsParameters(setting, resource.singleKeys), 'With', 'IdempotencyKey', 'Prefer'],
      body: {
        required: true,
        schema: createBody(setting),
        examples: createExamples(setting),
      },
      answers: {
        201: single(setting, 'The row as it was created.', [
          'Location',
          'Preference-Applied',
          'Idempotent-Replayed',
        ]),
      },
      failures: [...usualFailures, 'forbidden', 'conflict'],
    };
  },

  update(setting, path) {
    const { resource } = setting;
    return {
      method: 'patch',
      path,
      id: `update${pascal(resource.name)}`,
      summary: `Update one ${resource.title.one.en}`,
      description: needs(resource, 'update', 'Changes the fields that the body names and no others.'),
      access: 'token',
      parameters: [
        'Id',
        ...fieldsParameters(setting, resource.singleKeys),
        'With',
        'IfMatch',
        'IdempotencyKey',
        'Prefer',
      ],
      body: {
        required: true,
        schema: schemaRef(schemaNames(resource).update),
        examples: { update: updateExample(setting) },
      },
      answers: {
        200: single(setting, 'The row as it is now.', ['Preference-Applied', 'Idempotent-Replayed']),
      },
      failures: [...usualFailures, 'forbidden', 'not_found', 'conflict', 'stale'],
    };
  },

  delete(setting, path) {
    const { resource } = setting;
    return {
      method: 'delete',
      path,
      id: `delete${pascal(resource.name)}`,
      summary: `Delete one ${resource.title.one.en}`,
      description: needs(resource, 'delete', deletion(resource)),
      access: 'token',
      parameters: ['Id', 'IfMatch', 'IdempotencyKey', 'Prefer'],
      answers: {
        204: { description: 'The row is gone.', headers: ['Preference-Applied', 'Idempotent-Replayed'] },
      },
      failures: [...usualFailures, 'forbidden', 'not_found', 'conflict', 'stale'],
    };
  },
};

/** One of the definition's own actions. */
export function describeAction(setting: Setting, { action: name }: Route, path: string): Endpoint {
  const { resource } = setting;
  const action = resource.actions.get(name);
  if (!action) throw new Error(`${resource.file} has no action ${name}.`);
  const { on } = action.definition;
  const onRow = on === 'row';
  return {
    method: 'post',
    path,
    id: actionId(resource, name, action),
    summary: capitalise(action.label.en),
    description: needs(resource, action.permission, actionNote(action)),
    access: 'token',
    parameters: [
      ...(onRow ? (['Id'] as const) : []),
      ...(action.answer ? [] : [...fieldsParameters(setting, resource.singleKeys), 'With' as const]),
      ...(onRow ? (['IfMatch'] as const) : []),
      'IdempotencyKey',
      'Prefer',
    ],
    body: {
      required: action.input.size > 0,
      schema: actionInputRef(setting, name, action),
      examples: {
        [name]: bodyExample(setting, [...action.input.values()]),
      },
    },
    answers: actionAnswers(setting, name, action),
    failures: [
      ...usualFailures,
      'forbidden',
      'conflict',
      ...(onRow ? (['not_found', 'stale'] as const) : []),
    ],
  };
}

function actionAnswers(setting: Setting, name: string, action: ActionModel): Endpoint['answers'] {
  if (action.answer)
    return {
      200: {
        ...ownAnswer(setting, name, action.answer, false),
        headers: ['Preference-Applied', 'Idempotent-Replayed'],
      },
    };
  const { creates = action.permission === 'create' } = action.definition;
  if (creates === 'many') return { 201: created(setting) };
  return creates
    ? {
        201: single(setting, 'The row as it was created.', [
          'Location',
          'Preference-Applied',
          'Idempotent-Replayed',
        ]),
      }
    : { 200: single(setting, 'The row as it is now.', ['Preference-Applied', 'Idempotent-Replayed']) };
}

function created(setting: Setting): ResponseSpec {
  const items = schemaRef(schemaNames(setting.resource).one);
  return {
    description: 'The rows as they were created.',
    headers: ['Preference-Applied', 'Idempotent-Replayed'],
    content: json(closed({ data: { type: 'array', items, description: 'The rows, in their order.' } }), {
      rows: { data: [singleExample(setting)] },
    }),
  };
}

function actionInputRef(setting: Setting, name: string, { input }: ActionModel): Schema {
  return input.size > 0 ? schemaRef(inputName(setting, name)) : closed({});
}

function single(setting: Setting, description: string, headers: ResponseSpec['headers'] = []): ResponseSpec {
  const schema = closed({
    data: { ...schemaRef(schemaNames(setting.resource).one), description: 'The row.' },
  });
  return {
    description,
    headers: ['ETag', ...headers],
    content: json(schema, { row: { data: singleExample(setting) } }),
  };
}

/** What becomes of a row that is deleted, and what refuses that. */
function deletion({ softDelete }: Resource): string {
  const kept = softDelete ? 'It is kept for its name in what refers to it, and in no list any more. ' : '';
  return `${kept}While other rows depend on it, a 409 names them and how many they are.`;
}
