/**
 * Finds the route of a path with the routers that answer requests: an operation of a batch takes the same route as a single
 * request.
 */
import type { Router } from '@koa/router';
import { Failure } from '../failure.ts';
import type { Registry, Resource } from '../model/resource.ts';
import type { Route } from './route.ts';

type Layer = ReturnType<Router['match']>['path'][number];

interface Owner {
  readonly resource: Resource;
  readonly route: Route;
}

/** The target of a path: resource, route, and the row, field or filter in the path. */
export interface Destination extends Owner {
  readonly id: number | null;
  readonly field: string | null;
}

/** A route at a path, as a router found it. */
interface FoundRoute {
  readonly methods: readonly string[];
  /** Null for a route of no resource. */
  readonly destination: Destination | null;
}

export class RouteFinder {
  readonly #registry: Registry;
  readonly #routerAt: (path: string) => Router;
  readonly #owners = new Map<Layer | undefined, Owner>();

  /** @param routerAt the router that answers a path */
  constructor(registry: Registry, routerAt: (path: string) => Router) {
    this.#registry = registry;
    this.#routerAt = routerAt;
  }

  /** @param layer of the router to which the route was added */
  add(layer: Layer | undefined, owner: Owner): void {
    this.#owners.set(layer, owner);
  }

  /** The methods of a path, including `HEAD`; none if the path does not exist. */
  methodsAt(path: string): string[] {
    return methodsOf(this.#at(path));
  }

  /**
   * The route of a resource at a path.
   *
   * @throws Failure `not_found`, or `method_not_allowed` with `Allow`
   */
  find(method: string, path: string): Destination {
    const found = this.#at(path).filter(({ destination }) => destination !== null);
    const destination = found.find(({ methods }) => methods.includes(method.toUpperCase()))?.destination;
    if (!destination) throw refusal(methodsOf(found));
    return destination;
  }

  /** The routes of a path. A fixed path (`/counts`) is no row, and so does not have the methods of a row. */
  #at(path: string): FoundRoute[] {
    const { path: layers } = this.#routerAt(path).match(path, '');
    const own = layers.filter(({ paramNames }) => paramNames.length === 0);
    return (own.length > 0 ? own : layers).flatMap((layer) => this.#read(layer, path));
  }

  #read(layer: Layer, path: string): FoundRoute[] {
    const { id, field } = layer.params(path, layer.captures(path));
    const owner = this.#owners.get(layer);
    if (id !== undefined && !isRowId(id)) return [];
    if (field !== undefined && owner?.route.hasField?.(this.#registry, owner.resource, field) === false)
      return [];
    const named = { id: id === undefined ? null : Number(id), field: field ?? null };
    return [{ methods: layer.methods, destination: owner ? { ...owner, ...named } : null }];
  }
}

/** The failure for a path without the requested method. @param methods of the path, none if the path does not exist */
export function refusal(methods: readonly string[]): Failure {
  if (methods.length === 0) return new Failure('not_found');
  return new Failure('method_not_allowed', { headers: { Allow: methods.join(', ') } });
}

/** Whether a text is a row id: a positive integer that fits into the column. No row has any other id. */
export function isRowId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2 ** 31 - 1;
}

function methodsOf(found: readonly FoundRoute[]): string[] {
  return [...new Set(found.flatMap(({ methods }) => methods))].sort();
}
