/** Finds the operation of an OpenAPI document that a request is for. */
import type { OpenApi, Operation } from './open-api.ts';

export interface Found {
  readonly operation: Operation;
}

interface Entry {
  readonly pattern: RegExp;
  readonly methods: Readonly<Record<string, Operation>>;
}

/** Paths without parameters come first: they are meant before one that would take their last part for an id. */
export type PathIndex = readonly Entry[];

export function indexPaths({ paths }: OpenApi): PathIndex {
  return Object.entries(paths)
    .sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
    .map(([path, methods]) => ({ pattern: patternOf(path), methods }));
}

/** `/things/options/done` is not an action of a row: a fixed part of a path is not an id. */
function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join(path.includes('{id}/') ? '(?!options/)[^/]+' : '[^/]+')}/?$`);
}

/** @param path from the root, with or without a query */
export function findOperation(index: PathIndex, method: string, path: string): Found | null {
  const [pathname = ''] = path.split('?');
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
  const entry = index.find(({ pattern }) => pattern.test(pathname));
  const operation = entry?.methods[asked];
  return operation ? { operation } : null;
}
