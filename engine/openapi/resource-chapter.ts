/** Describes everything that can be done with a resource, route by route. */
import { optionNames } from '../options.ts';
import { type FieldModel, type Resource, resourceAt } from '../resource.ts';
import { type Route, routesOf } from '../route-table.ts';
import { addBodySchemas } from './bodies.ts';
import { usualFailures } from './failures.ts';
import { capitalise, pascal, referenceName, schemaNames } from './names.ts';
import { introduce } from './notes.ts';
import { describeAction, operations } from './operations.ts';
import { optionsExample } from './page-examples.ts';
import { idsParameter, searchParameter } from './parameters.ts';
import { addAnswerSchemas, countsSchema, pageSchema, referenceSchema, type Schemas } from './rows.ts';
import type { Setting } from './values.ts';
import { type Chapter, type Endpoint, json, schemaRef } from './vocabulary.ts';

/** The endpoints of a resource, and the schemas that they name. */
export function describeResource(setting: Setting): Chapter {
  const { resource } = setting;
  const names = schemaNames(resource);
  const schemas: Schemas = {};
  addAnswerSchemas(setting, schemas);
  addBodySchemas(setting, schemas);
  if (resource.definition.operations.includes('list')) {
    schemas[names.page] = pageSchema(schemaRef(names.listed));
    schemas[names.counts] = countsSchema();
  }
  const endpoints = routesOf(resource).flatMap((route) => describeRoute(setting, route, schemas));
  return { name: capitalise(resource.title.many.en), description: introduce(resource), endpoints, schemas };
}

function describeRoute(setting: Setting, route: Route, schemas: Schemas): Endpoint[] {
  const path = `${setting.prefix}/${setting.resource.path}${route.path.replace(':id', '{id}')}`;
  if (route.action === 'options') {
    return referring(setting.resource).map((field) =>
      describeOptions(setting, path.replace(':field', field.name), field, schemas),
    );
  }
  const describe = operations[route.action];
  return [describe ? describe(setting, path) : describeAction(setting, route, path)];
}

/** Fields for which something can be chosen. */
function referring(resource: Resource): FieldModel[] {
  return [...resource.fields.values()].filter(
    ({ facts }) => !facts.readOnly && (facts.kind === 'reference' || facts.kind === 'references'),
  );
}

function describeOptions(setting: Setting, path: string, field: FieldModel, schemas: Schemas): Endpoint {
  const { resource, registry } = setting;
  const { facts } = field;
  if (facts.kind !== 'reference' && facts.kind !== 'references')
    throw new Error(`${field.name} has no options.`);
  const target = resourceAt(registry, facts.to);
  const shown = optionNames(target, facts.include);
  const page = `${referenceName(target, shown)}Page`;
  schemas[page] = pageSchema(referenceSchema(setting, target, shown, schemas));
  return {
    method: 'get',
    path,
    id: `list${pascal(resource.name)}${pascal(field.name.replace(/_ids?$/, ''))}Options`,
    summary: `List what \`${field.name}\` can be`,
    description:
      `Exactly the ${target.title.many.en} that \`${field.name}\` accepts at the current site, for whoever may ` +
      `create or update ${resource.title.many.en} there.`,
    access: 'session',
    parameters: ['Page', 'PerPage', ...(target.search ? [searchParameter(target)] : []), idsParameter],
    answers: {
      200: {
        description: 'A page of choices.',
        content: json(schemaRef(page), { page: optionsExample(setting, field, target, shown) }),
      },
    },
    failures: [...usualFailures, 'forbidden'],
  };
}
