/** A part of an OpenAPI document that is whole in itself: some of its operations, and what these name. */
import type { OpenApiDocument } from './document.ts';
import { referencesIn } from './references.ts';

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
  const named = referencesIn(paths, components);
  const parts = Object.entries(components).map(([kind, all]) => [
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
