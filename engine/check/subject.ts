/** Shared parts of the checks of definitions. */
import type { AnyDefinition, FeatureKeys } from '../definition/definition.ts';
import { stepsOf } from '../definition/hooks.ts';
import { hungNames } from '../definition/hung.ts';
import { type SystemPaths, systemFields } from '../definition/system-fields.ts';
import type { Fields } from '../definition/types.ts';
import type { Facts } from '../kinds/facts.ts';
import { factsOf } from '../kinds/field.ts';
import { isReference, isReferring, nestedFields, referredPath } from '../kinds/kind.ts';
import type { DeleteEffect } from '../kinds/on-delete.ts';
import type { Keys } from '../kinds/shape.ts';
import type { English } from '../message.ts';

/** A definition and its file, relative to the project. */
export interface Loaded {
  readonly file: string;
  readonly definition: AnyDefinition;
}

/** A definition with the facts of all its fields, including system fields. */
export interface Described {
  readonly definition: AnyDefinition;
  readonly facts: ReadonlyMap<string, Facts>;
}

/** What a feature adds to definitions, as far as they are checked. */
export interface CheckedFeature {
  /** Its name, and that of its key in a definition. */
  readonly name: string;
  /** The shapes of its keys in a definition. */
  readonly shape?: Partial<Keys<FeatureKeys<Fields>>>;
  /** Paths of the service itself that it answers: no resource can have them. */
  readonly paths?: readonly string[];
  /** The own parts that it adds. */
  parts?(definition: AnyDefinition): Readonly<Record<string, OwnPart>> | undefined;
  check?(subject: Subject): void;
}

export type ReportProblem = (key: string, problem: string, remedy: string) => void;

/** What a check examines, and where it reports errors. */
export interface Subject extends Described {
  /** All definitions by their path. */
  readonly others: ReadonlyMap<string, Described>;
  readonly own: readonly PlacedPart[];
  readonly report: ReportProblem;
}

/** The targets of system fields, and the attached resources. */
export function systemOf(loaded: readonly Loaded[], paths: SystemPaths): SystemPaths {
  return { ...paths, hung: hungNames(loaded.map(({ definition }) => definition)) };
}

/** The facts of every field by name, in the order of an answer. */
export function factsByName(definition: AnyDefinition, system: SystemPaths): ReadonlyMap<string, Facts> {
  const { first, last } = systemFields(definition, system);
  const fields = { ...first, ...definition.fields, ...last };
  return new Map(Object.entries(fields).map(([name, field]) => [name, factsOf(field)]));
}

/** All definitions with their facts, by path. */
export function describedByPath(loaded: readonly Loaded[], system: SystemPaths) {
  const described = ({ definition }: Loaded) => ({ definition, facts: factsByName(definition, system) });
  return new Map(loaded.map((one) => [one.definition.path, described(one)]));
}

/** The form of names and parts of paths: `item-movement`. */
export const hyphened = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** The form of tables, fields and filters: `item_movements`. */
export const snake = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** A remedy that lists the valid names. */
export function oneOf(names: Iterable<string>): string {
  return `Use one of: ${[...names].sort().join(', ')}.`;
}

/** Reports a name that is no permission: neither of an operation nor an own one. */
export function checkPermission({ definition, report }: Subject, key: string, name: string): void {
  const known: readonly string[] = [...definition.operations, ...(definition.permissions ?? [])];
  if (known.includes(name)) return;
  report(key, `the resource has no operation and no permission “${name}”.`, oneOf(known));
}

/** Whether a field refers to people, that is to the resource of the rows' authors. */
export function refersToPeople({ facts }: Described, fact: Facts | undefined): boolean {
  const author = facts.get('created_by_id');
  return author !== undefined && isReferring(fact) && fact.to === referredPath(author);
}

/** An own part of a definition, where it stands in it. */
export interface PlacedPart {
  readonly kind: string;
  readonly name: string;
  readonly part: OwnPart;
}

/** The own parts of a definition: its actions, and those that features add. */
export function ownPartsOf(definition: AnyDefinition, features: readonly CheckedFeature[]): PlacedPart[] {
  const placed = (kind: string, parts: Readonly<Record<string, OwnPart>> = {}) =>
    Object.entries(parts).map(([name, part]) => ({ kind, name, part }));
  return [
    ...placed('actions', definition.actions),
    ...features.flatMap((feature) => placed(feature.name, feature.parts?.(definition))),
  ];
}

/** Fields other than those of the row, with their place: input and answers of own parts, and parts of nested fields. */
export function ownFieldsOf({ fields }: AnyDefinition, own: readonly PlacedPart[]): [string, Fields][] {
  const parts = Object.entries(fields).map(([name, field]): [string, Fields] => [
    `fields.${name}`,
    nestedFields(factsOf(field)),
  ]);
  for (const { kind, name, part } of own)
    parts.push([`${kind}.${name}.input`, part.input ?? {}], [`${kind}.${name}.answer`, part.answer ?? {}]);
  return parts;
}

/** A column that refers to rows of a resource. */
export interface Reference {
  /** The referring definition and its field. */
  readonly by: AnyDefinition;
  readonly field: string;
  readonly table: string;
  readonly column: string;
  /** For pairs: their owner, and the column that refers to it. */
  readonly owner: { readonly table: string; readonly column: string } | null;
  readonly onDelete: DeleteEffect | undefined;
  /** Whether the referring row cannot exist without the reference. */
  readonly required: boolean;
  /** Whether hooks of the delete remove the referring rows first. */
  readonly cleared: boolean;
}

/** Every column of definitions that refers to rows of one resource: their own columns, and those of their tables of pairs. */
export function referencesTo(
  definition: AnyDefinition,
  definitions: ReadonlyMap<string, Described>,
): Reference[] {
  const steps = stepsOf(definition, 'delete');
  return [...definitions.values()].flatMap(({ definition: by, facts }) =>
    [...facts].flatMap(([field, one]): Reference[] => {
      if (!isReferring(one) || one.to !== definition.path) return [];
      const said = { by, field, onDelete: one.onDelete, cleared: steps.has(`delete ${by.path}`) };
      return isReference(one)
        ? [{ ...said, table: by.table, column: field, owner: null, required: !one.nullable }]
        : [
            {
              ...said,
              ...{ table: one.table, column: one.column, required: false },
              owner: { table: by.table, column: one.own },
            },
          ];
    }),
  );
}

interface OwnPart {
  readonly label?: English;
  readonly summary: English;
  readonly input?: Fields;
  readonly answer?: Fields;
}

/** Last parts of paths that every resource has: no action or report can have such a name. */
export const takenNames = ['list', 'view', 'create', 'update', 'delete', 'options', 'counts', 'related'];

/** Client names of the operations of every resource: no action can have such a name. */
export const takenVerbs = ['list', 'count', 'view', 'create', 'update', 'delete'];

/** Parameters of lists and counts beside their filters: no filter can have such a name. */
export const takenParameters = [
  ...['page', 'per_page', 'sort', 'fields', 'search', 'format', 'with', 'by', 'sum'],
];

/** Paths of the service itself beside those of features: a resource with such a path could not be reached. */
export const takenPaths = ['auth', 'calendars', 'unsubscribe', 'service', 'user'];

/** One error: its place, the problem and the remedy. */
export interface Finding {
  /** File of the definition, e.g. `resources/zones.ts`. */
  readonly file: string;
  /** Key inside the definition, e.g. `filters.parent_id`. */
  readonly key: string;
  readonly problem: string;
  readonly remedy: string;
}

/** Stops the start. Its message has one line per finding. */
export class DefinitionError extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map(describeFinding).join('\n'));
    this.name = 'DefinitionError';
    this.findings = findings;
  }
}

/** A finding on one line: `resources/zones.ts, filters.parent: there is no such field. Use one of: …`. */
export function describeFinding({ file, key, problem, remedy }: Finding): string {
  return `${file}, ${key}: ${problem} ${remedy}`;
}
