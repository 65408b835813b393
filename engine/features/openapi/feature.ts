/** The OpenAPI document: the sum of what routes say of themselves. */
import { anyObject, isSchema, type Schema, wideUnions } from '../../describe/openapi/spec.ts';
import type { Feature } from '../feature.ts';
import type { OpenApiDocument } from './document.ts';
import { refsIn } from './references.ts';

export default { name: 'openapi' } satisfies Feature;

/** @param wanted whether an operation belongs to it, by its path and its tag */
export function partOf(document: OpenApiDocument, wanted: (path: string, tag: string) => boolean) {
  const { components } = document;
  const paths: OpenApiDocument['paths'] = {};
  for (const [path, methods] of Object.entries(document.paths)) {
    const kept = Object.entries(methods).filter(([, { tags }]) => tags.some((tag) => wanted(path, tag)));
    if (kept.length > 0) paths[path] = Object.fromEntries(kept);
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const tags = new Set(operations.flatMap((operation) => operation.tags));
  const schemes = new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)));
  const narrowed = { ...components, schemas: narrowUnions(components.schemas, paths) };
  const named = refsIn(paths, narrowed);
  const parts = Object.entries(narrowed).map(([kind, all]) => [
    kind,
    Object.fromEntries(
      Object.entries(all).filter(([name]) =>
        kind === 'securitySchemes' ? schemes.has(name) : named.has(`#/components/${kind}/${name}`),
      ),
    ),
  ]);
  return {
    ...document,
    tags: document.tags.filter(({ name }) => tags.has(name)),
    paths,
    components: Object.fromEntries(parts),
  };
}

/** The schemas, with unions reduced to the members that the paths use themselves. */
function narrowUnions(schemas: Readonly<Record<string, Schema>>, paths: OpenApiDocument['paths']) {
  const others = Object.entries(schemas).filter(([name]) => !wideUnions.has(name));
  const named = refsIn(paths, { schemas: Object.fromEntries(others) });
  const isNamed = (part: unknown) => [...refsIn(part, {})].every((one) => named.has(one));
  const unions = Object.entries(schemas).flatMap(([name, schema]) => {
    if (!wideUnions.has(name)) return [];
    const all = [schema.anyOf].flat();
    const kept = all.filter(isNamed);
    const isTold = kept.some((part) => isSchema(part) && part.additionalProperties === true);
    return [[name, { ...schema, anyOf: isTold || kept.length === all.length ? kept : [...kept, anyObject] }]];
  });
  return { ...schemas, ...Object.fromEntries(unions) };
}
