/** Finds the route of a path by the routers that answer requests: an operation of a batch goes where a request would. */
import type { Router } from '@koa/router';
import { Failure } from '../failure.ts';
import { choicesOf, wordsOffer } from '../model/choices.ts';
import { filterChoice } from '../model/filter-target.ts';
import type { Registry, Resource } from '../model/resource.ts';

type Layer = ReturnType<Router['match']>['path'][number];

interface Owner {
  readonly resource: Resource;
  readonly action: string;
}

/** Where a path leads: resource, action, and the row, field or filter it names. */
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
  readonly #owners = new Map<string | undefined, Owner>();

  /** @param routerAt the router that answers a path */
  constructor(registry: Registry, routerAt: (path: string) => Router) {
    this.#registry = registry;
    this.#routerAt = routerAt;
  }

  /** The name under which a router is to have a route of a resource. */
  nameOf(resource: Resource, action: string): string {
    const name = `${resource.path} ${action}`;
    this.#owners.set(name, { resource, action });
    return name;
  }

  /** The methods of a path, `HEAD` among them; none where there is no such path. */
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

  /** The routes that share a path. What is a path of its own (`/counts`) is no row, and so has not its methods. */
  #at(path: string): FoundRoute[] {
    const { path: layers } = this.#routerAt(path).match(path, '');
    const own = layers.filter(({ paramNames }) => paramNames.length === 0);
    return (own.length > 0 ? own : layers).flatMap((layer) => this.#read(layer, path));
  }

  #read(layer: Layer, path: string): FoundRoute[] {
    const { id, field } = layer.params(path, layer.captures(path));
    const owner = this.#owners.get(layer.name);
    if (id !== undefined && !isRowId(id)) return [];
    if (owner && field !== undefined && !this.#isChosen(owner, field)) return [];
    const named = { id: id === undefined ? null : Number(id), field: field ?? null };
    return [{ methods: layer.methods, destination: owner ? { ...owner, ...named } : null }];
  }

  /** Whether there is anything to choose for a field, or a filter, of such a name. */
  #isChosen({ resource, action }: Owner, name: string): boolean {
    if (action === 'filterOptions') return filterChoice(this.#registry, resource, name) !== null;
    if (wordsOffer(resource, name)) return true;
    return choicesOf(this.#registry, resource).some((choice) => choice.name === name);
  }
}

/** What a path without the wanted method is answered. @param methods of the path, none where there is no such path */
export function refusal(methods: readonly string[]): Failure {
  if (methods.length === 0) return new Failure('not_found');
  return new Failure('method_not_allowed', { headers: { Allow: methods.join(', ') } });
}

/** A row's id in a path is a positive integer that a column can hold; anything else names nothing. */
export function isRowId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2 ** 31 - 1;
}

function methodsOf(found: readonly FoundRoute[]): string[] {
  return [...new Set(found.flatMap(({ methods }) => methods))].sort();
}
