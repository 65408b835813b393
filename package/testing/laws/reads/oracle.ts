/** The right answers of lists, computed from complete rows in the plainest way: no SQL, none of the engine's conditions. */

import { DateTime } from 'luxon';
import { isEnumeration, isReference, isReferences, isText } from '../../../../engine/kinds/kind.ts';
import type { FilterType } from '../../../../engine/model/filter.ts';
import type { Shown } from '../../../../engine/model/filter-operators.ts';
import { fieldOf, type Registry, type Resource, resourceAt } from '../../../../engine/model/resource.ts';
import type { SortTerm } from '../../../../engine/sort.ts';
import { type RuleBook, ruleFile } from '../../specimens/rule-book.ts';
import type { Body } from '../../specimens/rules.ts';
import { allRows } from '../../world/lists.ts';
import type { World } from '../../world/world.ts';

type Row = Readonly<Body>;
type Rows = ReadonlyMap<number, Row>;

/** The rows of all resources, as the headquarters sees them. */
export class Model {
  readonly #registry: Registry;
  readonly #rules: RuleBook;
  readonly #tables: ReadonlyMap<string, Rows>;

  private constructor(registry: Registry, rules: RuleBook, tables: ReadonlyMap<string, Rows>) {
    this.#registry = registry;
    this.#rules = rules;
    this.#tables = tables;
  }

  static async read(world: World): Promise<Model> {
    const { registry, rules } = world;
    const tables = new Map<string, Rows>();
    for (const { path, operations } of registry.values()) {
      const rows = operations.includes('viewAny') ? await allRows(world.at('hq'), `/${path}`) : [];
      tables.set(path, new Map(rows.map((row) => [Number(row.id), row])));
    }
    return new Model(registry, rules, tables);
  }

  #rows(path: string): Rows {
    return this.#tables.get(path) ?? new Map();
  }

  /** The values of a row that a filter compares: any of them may match. Null means none. */
  valuesOf(resource: Resource, filter: FilterType, row: Row): readonly Shown[] {
    const values = this.#valuesOf(resource, filter, row).map(shown);
    return values.length > 0 ? values : [null];
  }

  #valuesOf(resource: Resource, filter: FilterType, row: Row): readonly unknown[] {
    const special = this.#rules.get(resource.path)?.filters?.[filter.name];
    if (special) return special(row);
    if (filter.tree) return this.#upFrom(resource, filter.tree, row);
    const path = resource.definition.filtersThrough?.[filter.name];
    if (path === undefined) return asList(row[filter.name]);
    if (typeof path !== 'string')
      throw new Error(
        `${ruleFile(resource)} must give the values by which the filter ${filter.name} finds a row.`,
      );
    const [first = '', second = ''] = path.split('.');
    const facts = resource.fields.get(first)?.facts;
    if (isReferences(facts)) return asList(row[first]);
    if (isReference(facts)) {
      const target = this.#rows(facts.to).get(Number(row[first]));
      return target ? asList(target[second]) : [];
    }
    return [...this.#rows(first).values()]
      .filter((far) => asList(far[second]).includes(row.id))
      .map(({ id }) => id);
  }

  /** The ids of a row and of those above it. */
  #upFrom({ path }: Pick<Resource, 'path'>, parent: string, row: Row): readonly unknown[] {
    const above = this.#rows(path).get(Number(row[parent]));
    return above ? [row.id, ...this.#upFrom({ path }, parent, above)] : [row.id];
  }

  /** Whether every word of a search is in one of a row's search fields, with or without its accents. */
  isFound(resource: Resource, row: Row, search: string): boolean {
    const texts = (resource.definition.search ?? []).map((name) => this.#searched(resource, row, name));
    const folded = texts.flatMap((text) => [fold(text), bare(text)]);
    const words = search.split(/\s+/u).filter((word) => word !== '');
    return words.every((word) => folded.some((text) => text.includes(fold(word))));
  }

  #searched(resource: Resource, row: Row, name: string): string {
    const [first = '', second] = name.split('.');
    if (second === undefined) return String(row[first] ?? '');
    const { facts } = fieldOf(resource, first);
    const target = isReference(facts) ? this.#rows(facts.to).get(Number(row[first])) : undefined;
    return String(target?.[second] ?? '');
  }

  /** The name of a row where other rows refer to it; null for one that the lists do not have. */
  nameOf(path: string, id: unknown): string | null {
    const resource = resourceAt(this.#registry, path);
    const row = this.#rows(path).get(Number(id));
    return row ? String(row[resource.display]) : null;
  }

  /** The resource that a field refers to. */
  targetOf(resource: Resource, name: string): Resource | null {
    const { facts } = fieldOf(resource, name);
    return 'to' in facts ? resourceAt(this.#registry, facts.to) : null;
  }
}

function shown(value: unknown): Shown {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value ?? null];
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ');
}

function bare(text: string): string {
  return fold(text).normalize('NFD').replace(/\p{M}/gu, '');
}

/** Rows in the order that a list must have. */
export function sorted(
  model: Model,
  resource: Resource,
  rows: readonly Row[],
  keys: readonly SortTerm[],
): Row[] {
  const turned = [...keys, { field: 'id', descending: keys[0]?.descending ?? false }];
  return [...rows].sort((a, b) => {
    for (const { field, descending } of turned) {
      const order = compareField(model, resource, field, a, b);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
}

function compareField(model: Model, resource: Resource, name: string, one: Row, other: Row): number {
  const from = resource.furtherSorts.get(name)?.from;
  if (from !== undefined) {
    const target = model.targetOf(resource, from.reference);
    if (!target) throw new Error(`${from.reference} refers to no row.`);
    const [a, b] = [shownIn(one[name], target), shownIn(other[name], target)];
    // The case counts in a text without a folded copy.
    const isFolded = from.column !== target.display || !isText(fieldOf(target, target.display).facts);
    if (!isFolded && typeof a === 'string' && typeof b === 'string') return byCodePoints(a, b);
    // The name of a row is beside its reference, also if the list of such rows does not have it.
    return compareValues(target, target.display, a, b);
  }
  return compareValues(resource, name, one[name], other[name]);
}

function shownIn(embedded: unknown, { display }: Resource): unknown {
  return typeof embedded === 'object' && embedded !== null ? Reflect.get(embedded, display) : null;
}

function compareValues(resource: Resource, name: string, a: unknown, b: unknown): number {
  const { facts } = fieldOf(resource, name);
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (isEnumeration(facts)) {
    const places = (facts.values ?? []) as readonly unknown[];
    return places.indexOf(a) - places.indexOf(b);
  }
  if (isText(facts)) return compareText(String(a), String(b));
  return compare(a, b);
}

/** First without case and accents, then with the accents; by code points. */
function compareText(a: string, b: string): number {
  return byCodePoints(bare(a), bare(b)) || byCodePoints(fold(a), fold(b));
}

function byCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The first day of the period in which a moment or a day lies, as the clocks of a time zone show it. */
export function periodOf(value: unknown, part: string, zone: string): string | null {
  if (value === null) return null;
  const text = String(value);
  const day =
    text.length === 10 ? DateTime.fromISO(text, { zone: 'utc' }) : DateTime.fromISO(text).setZone(zone);
  const units = { day: 'day', week: 'week', month: 'month', year: 'year' } as const;
  return day.startOf(units[part as keyof typeof units]).toISODate();
}
