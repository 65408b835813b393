/** What generators make of the OpenAPI document: what calls are named, where they stand, and that every type is told. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { Parameter } from '../../../../engine/describe/openapi/spec.ts';
import { buildRegistry } from '../../../../engine/features/index.ts';
import { loadDefinitions } from '../../../../engine/model/compile.ts';
import { describeApi } from '../../../../service/http/document/api-document.ts';
import { resourcesFolder } from '../../../../service/project/project.ts';
import { systemPaths } from '../../../../service/project/registry.ts';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly ({ readonly $ref: string } | Parameter)[];
}

describe('the OpenAPI document, as generators read it', () => {
  let document: ReturnType<typeof describeApi>;
  before(async () => {
    const registry = buildRegistry(await loadDefinitions(resourcesFolder), systemPaths);
    const made = describeApi({ appUrl: 'https://millwright.test', locales: ['en', 'fr'] }, registry);
    // What a client reads, without the symbols of TypeBox.
    document = JSON.parse(JSON.stringify(made));
  });

  const operations = (): [path: string, operation: Operation][] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((one): [string, Operation] => [path, one as Operation]),
    );

  it('names calls by what they do: an action by its verb, on a row or on all of them', () => {
    const ids = Object.fromEntries(operations().map(([path, { operationId }]) => [path, operationId]));
    expect(ids).to.include({
      '/api/v1/cleaning-rounds/{id}/done': 'completeCleaningRound',
      '/api/v1/maintenance-plans/generate': 'generateMaintenancePlans',
      '/api/v1/maintenance-plans/{id}/generate': 'generateMaintenancePlan',
      '/api/v1/plan-occurrences/{id}/skip': 'skipPlanOccurrence',
    });
  });

  it('has the lists of options in a chapter of their own, and nothing else there', () => {
    for (const [path, { tags, operationId }] of operations())
      expect(tags[0] === 'Option lists', operationId).to.equal(path.includes('/options/'));
  });

  it('offers a dry run with what writes rows, and with nothing else', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { operationId, parameters = [] }] of Object.entries(methods)) {
        const tried = JSON.stringify(parameters).includes('parameters/Prefer');
        const own = /^\/api\/v1\/(?:auth|user|unsubscribe|public)\b(?!s)/.test(path);
        // A preview writes nothing as it is.
        const writes = method !== 'get' && !own && !operationId.startsWith('preview');
        expect(tried, operationId).to.equal(writes);
      }
    }
  });

  it('leaves the words of answers open, and not those of what is sent', () => {
    const { components, paths } = document;
    const closed: string[] = [];
    const walk = (node: unknown, place: string): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('enum' in node && Array.isArray(node.enum)) closed.push(place);
      for (const [key, part] of Object.entries(node)) {
        if (key !== 'example' && key !== 'examples') walk(part, `${place}/${key}`);
      }
    };
    const sent = Object.entries(components.schemas).filter(([name]) =>
      /(?:Create|Create[A-Z]\w+|Update|Input|Filter|BatchOperation)$/.test(name),
    );
    walk(components.responses, 'responses');
    for (const [name, schema] of Object.entries(components.schemas))
      if (!sent.some(([one]) => one === name)) walk(schema, name);
    for (const [path, methods] of Object.entries(paths))
      for (const { responses } of Object.values(methods)) walk(responses, path);
    expect(closed).to.deep.equal([]);
    expect(components.schemas.Material?.properties).to.deep.nested.include({
      'criticality.x-extensible-enum': ['low', 'medium', 'high', 'critical'],
    });
    walk(Object.fromEntries(sent), '');
    expect(closed).to.include.members([
      '/MaterialCreate/properties/criticality',
      '/MaterialUpdate/properties/status',
      '/BatchOperation/properties/method',
    ]);
  });

  it('has for every parameter an example that its schema allows', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const whole = JSON.parse(JSON.stringify(document).replaceAll('"$ref":"#/', '"$ref":"openapi#/'));
    ajv.addSchema({ components: whole.components }, 'openapi');
    const own = operations().flatMap(([path, { parameters = [] }]) =>
      parameters.flatMap((one) => ('$ref' in one ? [] : [[path, one] as const])),
    );
    const shared = Object.entries(document.components.parameters);
    for (const [place, { name, schema, example }] of [...own, ...shared]) {
      const resolved = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/'));
      expect(ajv.validate(resolved, example), `${place} ${name}: ${JSON.stringify(example)}`).to.equal(true);
    }
    expect(own).to.have.length.above(500);
  });

  it('has one parameter per filter, with any operators', () => {
    const bracketed = operations().flatMap(([path, { parameters = [] }]) =>
      parameters.filter((one) => 'name' in one && one.name.includes('[')).map(() => path),
    );
    expect(bracketed).to.deep.equal([]);
  });

  it('says of each list what it is of', () => {
    const untold: string[] = [];
    let lists = 0;
    const walk = (node: unknown, place: string): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('type' in node && [node.type].flat().includes('array')) {
        lists += 1;
        if (!('items' in node)) untold.push(place);
      }
      for (const [key, part] of Object.entries(node)) {
        if (key !== 'example' && key !== 'examples') walk(part, `${place}/${key}`);
      }
    };
    walk(document, '');
    expect(untold).to.deep.equal([]);
    expect(lists).to.be.above(200);
  });
});
