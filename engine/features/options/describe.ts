/** Describes the lists of options for fields and filters that refer to other rows. */

import { optionsExample, wordsExample } from '../../describe/examples/page-examples.ts';
import { pascal, referenceName } from '../../describe/openapi/names.ts';
import { needs } from '../../describe/openapi/notes.ts';
import { formParameter, idsParameter, optionsSearchParameter } from '../../describe/openapi/parameters.ts';
import { pageSchema, referenceSchema, type Schemas } from '../../describe/openapi/rows.ts';
import { type Endpoint, json, schemaRef } from '../../describe/openapi/spec.ts';
import type { Setting } from '../../describe/openapi/values.ts';
import { exactly, flagSchema, oneWordOf, textSchema } from '../../json-schema.ts';
import { tones } from '../../kinds/wording.ts';
import { type Choice, choicesOf, optionNames, wordsOffer } from '../../model/choices.ts';
import { type FilterChoice, filterChoice, listedFilters } from '../../model/filter-target.ts';
import type { Resource } from '../../model/resource.ts';
import { Type } from '../../typebox.ts';
import { formParameters } from './options.ts';

/** A value with its label, as lists of options and metadata have it. */
export const valueMetadata = exactly({
  value: Type.Union([textSchema, flagSchema]),
  label: textSchema,
  tone: Type.Optional(
    oneWordOf(tones, { description: 'How it strikes who reads it; left out where it is neutral.' }),
  ),
  group: Type.Optional(Type.String({ description: 'Under what it stands among many others.' })),
  grantable: Type.Optional(
    Type.Boolean({
      description:
        'Whether the user may add it or take it away. Left out where that does not depend on them.',
    }),
  ),
});

/** One endpoint for each field. */
export function describeFormOptions(setting: Setting, path: string, schemas: Schemas): Endpoint[] {
  const { registry, resource } = setting;
  const sets = [...resource.fields.keys()].filter((name) => wordsOffer(resource, name));
  return [
    ...choicesOf(registry, resource).map((choice) =>
      describeOptions(setting, path.replace(':field', choice.name), choice, schemas),
    ),
    ...sets.map((name) => describeWords(setting, path.replace(':field', name), name)),
  ];
}

/** One endpoint for each filter. */
export function describeFilterOptions(setting: Setting, path: string, schemas: Schemas): Endpoint[] {
  const { registry, resource } = setting;
  return listedFilters(resource).flatMap(({ name }) => {
    const choice = filterChoice(registry, resource, name);
    return choice ? [describeOneFilter(setting, path.replace(':field', name), choice, schemas)] : [];
  });
}

function describeOptions(setting: Setting, path: string, choice: Choice, schemas: Schemas): Endpoint {
  const { resource } = setting;
  const { name, target } = choice;
  return {
    ...optionsEndpoint(setting, path, choice, schemas),
    id: `list${pascal(resource.name)}${optionsName(name)}Options`,
    summary: `List what \`${name}\` can be`,
    description:
      `Exactly the ${target.title.many.en} that \`${name}\` accepts at the current site, for whoever may ` +
      `create or update ${resource.title.many.en} there.`,
    parameters: [
      ...optionsParameters(target),
      ...formParameters(choice).map((one) => formParameter(one, name, resource)),
    ],
    failures: choice.ofHolder ? ['forbidden', 'not_found'] : ['forbidden'],
  };
}

function describeOneFilter(setting: Setting, path: string, choice: FilterChoice, schemas: Schemas): Endpoint {
  const { resource } = setting;
  const { name, target } = choice;
  return {
    ...optionsEndpoint(setting, path, choice, schemas),
    id: `list${pascal(resource.name)}${optionsName(name)}FilterOptions`,
    summary: `List what the filter \`${name}\` can be`,
    description: needs(
      resource,
      'viewAny',
      `Exactly the ${target.title.many.en} that occur in the ${resource.title.many.en} that one may list` +
        `${target.softDelete ? ', deleted ones as well.' : '.'}`,
    ),
    parameters: optionsParameters(target),
  };
}

function describeWords({ resource, baseUrl, prefix }: Setting, path: string, name: string): Endpoint {
  const { many } = resource.title;
  const search = 'Every word must appear in a value, its label or its group, whatever its case.';
  return {
    method: 'get',
    path,
    id: `list${pascal(resource.name)}${pascal(name)}Options`,
    summary: `List what \`${name}\` can be`,
    description:
      `The words known to \`${name}\`, in the user’s language, for whoever may list, view, create or update ${many.en}. ` +
      '`grantable` says which of them the user may add or take away.',
    access: 'session',
    parameters: [
      ...(['Page', 'PerPage'] as const),
      { name: 'search', in: 'query', description: search, schema: { type: 'string' }, example: 'view' },
    ],
    answers: {
      200: {
        description: 'A page of words.',
        content: json(pageSchema(valueMetadata), {
          page: wordsExample(`${baseUrl}${path.slice(prefix.length)}`),
        }),
      },
    },
    failures: ['forbidden'],
  };
}

/** `operator_ids` and `memberships.role_ids` → `Operator`, `MembershipsRole`. */
function optionsName(name: string): string {
  return pascal(name.replace(/_ids?$/, '').replace('.', '_'));
}

function optionsParameters(target: Resource): NonNullable<Endpoint['parameters']> {
  return ['Page', 'PerPage', ...(target.search ? [optionsSearchParameter(target)] : []), idsParameter];
}

/** The common part of all option lists. */
function optionsEndpoint(
  setting: Setting,
  path: string,
  { target, include }: Pick<Choice, 'target' | 'include'>,
  schemas: Schemas,
): Pick<Endpoint, 'method' | 'path' | 'access' | 'answers' | 'failures'> {
  const shown = optionNames({ target, include });
  const page = `${referenceName(target, shown)}Page`;
  schemas[page] = pageSchema(referenceSchema(setting, target, shown, schemas));
  return {
    method: 'get',
    path,
    access: 'session',
    answers: {
      200: {
        description: 'A page of choices.',
        content: json(schemaRef(page), {
          page: optionsExample(setting, path.slice(setting.prefix.length), target, shown),
        }),
      },
    },
    failures: ['forbidden'],
  };
}
