/** `GET /things/counts`: rows counted by values and periods, with sums. */
import { countsExample } from '../../describe/examples/page-examples.ts';
import { rowParameters } from '../../describe/openapi/filter-parameters.ts';
import { pascal, schemaNames } from '../../describe/openapi/names.ts';
import { needs } from '../../describe/openapi/notes.ts';
import type { Schemas } from '../../describe/openapi/rows.ts';
import {
  type Endpoint,
  json,
  type Parameter,
  type Schema,
  schemaRef,
  several,
} from '../../describe/openapi/spec.ts';
import { type Setting, titleOf } from '../../describe/openapi/values.ts';
import { exactly } from '../../json-schema.ts';
import { scalarOf } from '../../kinds/kind.ts';
import { countChoices, dateParts, sumChoices } from '../../model/groups.ts';
import { fieldOf, type Resource } from '../../model/resource.ts';
import { readingOf, reads } from '../../serve/operations.ts';
import type { Route } from '../../serve/route.ts';
import { Type } from '../../typebox.ts';
import type { Feature } from '../feature.ts';
import { countShapes } from './answer.ts';
import { runCounts } from './counts.ts';

export const countsRoute: Route = {
  method: 'get',
  path: '/counts',
  name: 'counts',
  needs: ['viewAny'],
  answers: 'words',
  plan: async (engine, request) => reads((db) => runCounts(engine, readingOf(request, db), request)),
  describe: describeCounts,
};

export default {
  name: 'counts',
  routes: ({ definition }) => (definition.operations.includes('list') ? [countsRoute] : []),
} satisfies Feature;

function describeCounts(setting: Setting, path: string, schemas: Schemas): Endpoint {
  const { resource } = setting;
  const schema = schemaNames(resource).counts;
  schemas[schema] = countsSchema(setting);
  const sums = sumChoices(resource);
  return {
    method: 'get',
    path,
    id: `count${pascal(resource.path)}`,
    summary: `Count ${resource.title.many.en}`,
    description: needs(
      resource,
      'viewAny',
      'One request draws a chart: how many rows there are of each value of one thing or of each pair of values of two, or in ' +
        'all. Each value can be opened by the filter of that name, null by `null`, a period by its range in the time zone of ' +
        'the current site.',
    ),
    access: 'session',
    parameters: [
      byParameter(resource),
      ...(sums.length > 0 ? [sumParameter(sums)] : []),
      ...rowParameters(setting),
    ],
    answers: {
      200: {
        description:
          'By one, rows have `value` and `label`; by two `values` and `labels`; without `by` there is one row, zeros where there is ' +
          'nothing. They come in the order of the first, then the second: dates ascending, enumerations as declared, No before ' +
          'Yes, references by name, texts by letter, null last. Values without rows are left out.',
        content: json(schemaRef(schema), examplesOf(setting)),
      },
    },
    failures: ['forbidden'],
  };
}

/** The answer's schema. */
function countsSchema({ resource }: Setting): Schema {
  const sums = sumChoices(resource).map((name) => {
    const field = fieldOf(resource, name);
    const title = titleOf(field);
    return [
      name,
      Type.Optional(scalarOf(field.facts)?.scale ? Type.Number({ title }) : Type.Integer({ title })),
    ];
  });
  const { one, two, none } = countShapes(Object.fromEntries(sums));
  return exactly({ data: Type.Array(Type.Union([one, two, none])) });
}

function examplesOf(setting: Setting): Readonly<Record<string, unknown>> {
  const { resource } = setting;
  const choices = countChoices(resource);
  const sums = sumChoices(resource);
  const first = choices.find((name) => resource.fields.get(name)?.values.size) ?? choices[0] ?? '';
  const second = choices.find((name) => name !== first && name.endsWith('.month'));
  return {
    [first]: countsExample(setting, [first], []),
    ...(second && { [`${first},${second}`]: countsExample(setting, [first, second], sums) }),
    all: countsExample(setting, [], sums),
  };
}

function byParameter(resource: Resource): Parameter {
  const parameter = several({
    name: 'by',
    description:
      'What to count by: one or two of these; without it, all rows together. Parts of dates ' +
      `(${dateParts.map((part) => `\`.${part}\``).join(', ')}) are those of the time zone of the current site. A row that has several ` +
      'values counts once for each, so that the counts, and the sums, add up to more than the rows.',
    items: { type: 'string', enum: countChoices(resource) },
    example: countChoices(resource).slice(0, 1),
  });
  return { ...parameter, schema: { ...parameter.schema, minItems: 1, maxItems: 2, uniqueItems: true } };
}

function sumParameter(sums: readonly string[]): Parameter {
  const parameter = several({
    name: 'sum',
    description:
      'What to sum over the rows that are counted, beside their number. Exact; rows without a value add nothing.',
    items: { type: 'string', enum: sums },
    example: sums.slice(0, 1),
  });
  return { ...parameter, schema: { ...parameter.schema, minItems: 1 } };
}
