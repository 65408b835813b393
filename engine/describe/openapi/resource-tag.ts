/** Describes everything that can be done with a resource, route by route. */
import { type Choice, choicesOf, optionNames } from '../../model/choices.ts';
import { type FilterChoice, filterChoice, listedFilters } from '../../model/filter-target.ts';
import type { Resource } from '../../model/resource.ts';
import { formParameters } from '../../read/options.ts';
import { type Route, routesOf } from '../../serve/route-table.ts';
import { optionsExample } from '../examples/page-examples.ts';
import { countsSchema } from '../operations/counts.ts';
import { describeAction, operations } from '../operations/operations.ts';
import { addOwnAnswers, describeReport } from '../operations/reports.ts';
import { addBodySchemas } from './bodies.ts';
import { usualFailures } from './failures.ts';
import { capitalise, pascal, referenceName, schemaNames } from './names.ts';
import { introduce, needs } from './notes.ts';
import { formParameter, idsParameter, optionsSearchParameter } from './parameters.ts';
import { addAnswerSchemas, listPageSchema, pageSchema, referenceSchema, type Schemas } from './rows.ts';
import { type Endpoint, json, schemaRef, type Tag } from './spec.ts';
import type { Setting } from './values.ts';

/** The endpoints of a resource, and the schemas that they name. */
export function describeResource(setting: Setting): Tag {
  const { resource } = setting;
  const names = schemaNames(resource);
  const schemas: Schemas = {};
  addAnswerSchemas(setting, schemas);
  addBodySchemas(setting, schemas);
  addOwnAnswers(setting, schemas);
  if (resource.definition.operations.includes('list')) {
    schemas[names.page] = listPageSchema(setting, schemas);
    schemas[names.counts] = countsSchema(setting);
  }
  const endpoints = routesOf(resource).flatMap((route) => describeRoute(setting, route, schemas));
  return { name: capitalise(resource.title.many.en), description: introduce(resource), endpoints, schemas };
}

function describeRoute(setting: Setting, route: Route, schemas: Schemas): Endpoint[] {
  const path = `${setting.prefix}/${setting.resource.path}${route.path.replace(':id', '{id}')}`;
  if (route.action === 'options') {
    return choicesOf(setting.registry, setting.resource).map((choice) =>
      describeOptions(setting, path.replace(':field', choice.name), choice, schemas),
    );
  }
  if (route.action === 'filterOptions') {
    return listedFilters(setting.resource).flatMap(({ name }) => {
      const choice = filterChoice(setting.registry, setting.resource, name);
      return choice ? [describeFilterOptions(setting, path.replace(':field', name), choice, schemas)] : [];
    });
  }
  const describe = operations[route.action];
  if (describe) return [describe(setting, path)];
  return [describeReport(setting, route, path) ?? describeAction(setting, route, path)];
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
      ...formParameters(choice).map((one) => formParameter(one, name)),
    ],
  };
}

function describeFilterOptions(
  setting: Setting,
  path: string,
  choice: FilterChoice,
  schemas: Schemas,
): Endpoint {
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

/** `operator_ids` and `memberships.role_ids` → `Operator`, `MembershipsRole`. */
function optionsName(name: string): string {
  return pascal(name.replace(/_ids?$/, '').replace('.', '_'));
}

function optionsParameters(target: Resource): NonNullable<Endpoint['parameters']> {
  return ['Page', 'PerPage', ...(target.search ? [optionsSearchParameter(target)] : []), idsParameter];
}

/** What all lists of options have in common. */
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
    failures: [...usualFailures, 'forbidden'],
  };
}
