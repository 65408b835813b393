/** Compiles the definitions of a folder to the resources that serve requests. */
import path from 'node:path';
import { checkAll } from '../check/definitions.ts';
import {
  type CheckedFeature,
  DefinitionError,
  type Described,
  describedByPath,
  type Loaded,
  type Reference,
  referencesTo,
  systemOf,
} from '../check/subject.ts';
import { importFault, importModule, listModules } from '../database/scripts/migrations.ts';
import { type AnyDefinition, displayField } from '../definition/definition.ts';
import { hungFields } from '../definition/hung.ts';
import { actionLabel } from '../definition/own/action.ts';
import { permissionOf } from '../definition/own/permission.ts';
import { type SystemPaths, systemFields } from '../definition/system-fields.ts';
import type { Fields } from '../definition/types.ts';
import { type Catalogues, followNames } from '../definition/words.ts';
import { factsOf } from '../kinds/field.ts';
import { isColumn, isReference, isSentence } from '../kinds/kind.ts';
import { once } from '../memoize.ts';
import { type English, say } from '../message.ts';
import { ownerColumn, type Tells } from '../policy.ts';
import { parseSort } from '../sort.ts';
import { buildFilters } from './compile/filters.ts';
import { buildComputedSorts, buildFurtherSorts, buildUnique, isCaseless } from './compile/keys.ts';
import type { FilterType } from './filter.ts';
import { modelFields, resourceTitle } from './labels.ts';
import {
  type ActionModel,
  type DeleteBlock,
  embedName,
  type FeatureParts,
  type FieldModel,
  type Output,
  type Registry,
  type Resource,
  refers,
  transitionsKey,
} from './resource.ts';
import { isDivided } from './scope.ts';

/**
 * Imports every definition file of a folder, sorted by name.
 *
 * @throws DefinitionError for a file without a definition
 */
export async function loadDefinitions(folder: string): Promise<Loaded[]> {
  const names = await listModules(folder);
  return Promise.all(
    names.map(async (name): Promise<Loaded> => {
      const file = `${path.basename(folder)}/${name}`;
      const module = await importDefinition(file, path.join(folder, name));
      if (!isDefinition(module.default)) {
        throw new DefinitionError([
          {
            file,
            key: 'default',
            problem: 'the file exports no definition.',
            remedy: 'Write `export default defineResource({ … })`.',
          },
        ]);
      }
      return { file, definition: module.default };
    }),
  );
}

/** If a file cannot be loaded, its name and line are reported: a position in the engine would not help its author. */
async function importDefinition(file: string, location: string): Promise<{ default?: unknown }> {
  try {
    return await importModule(location);
  } catch (error) {
    if (error instanceof DefinitionError) throw error;
    const { problem, file: other, line } = await importFault(error, location);
    const place = path.posix.join(path.posix.dirname(file), other);
    const key = line === null ? 'the file' : `line ${line}`;
    const remedy = line === null ? 'Mend it: `npm run types` shows the line.' : 'Mend it there.';
    throw new DefinitionError([{ file: place, key, problem: `cannot be loaded: ${problem}.`, remedy }]);
  }
}

function isDefinition(value: unknown): value is AnyDefinition {
  return (
    typeof value === 'object' && value !== null && 'fields' in value && 'name' in value && 'path' in value
  );
}

/** What a feature makes of definitions. */
export interface CompiledFeature extends CheckedFeature {
  /** The keys that it adds to a resource. */
  compile?(definition: AnyDefinition, modelOwn: ModelFields): FeatureParts;
  /** Sentences about a row, by name: of several texts, the first whose fields all have a value. */
  sentences?(definition: AnyDefinition): Readonly<Record<string, readonly English[]>>;
}

/**
 * Checks definitions and compiles them.
 *
 * @param catalogues translations of their names
 * @throws DefinitionError that lists all errors
 */
export function compileAll(
  loaded: readonly Loaded[],
  paths: SystemPaths,
  catalogues: Catalogues,
  features: readonly CompiledFeature[],
): Registry {
  const findings = checkAll(loaded, paths, features);
  if (findings.length > 0) throw new DefinitionError(findings);
  const system = systemOf(loaded, paths);
  const registry = new Map<string, Resource>();
  const byPath = describedByPath(loaded, system);
  const words = followNames(
    catalogues,
    loaded.map(({ definition }) => definition),
  );
  for (const one of loaded)
    registry.set(one.definition.path, buildResource(one, byPath, system, words, registry, features));
  return registry;
}

function buildResource(
  one: Loaded,
  definitions: ReadonlyMap<string, Described>,
  system: SystemPaths,
  catalogues: Catalogues,
  registry: Registry,
  features: readonly CompiledFeature[],
): Resource {
  const { file, definition } = one;
  const { first, last } = systemFields(definition, system);
  const fields = modelFields(definition.name, { ...first, ...definition.fields, ...last }, catalogues);
  const keyed = keyedFields(definition, fields);
  const softDelete = definition.softDelete === true;
  const outputs = buildOutputs(fields);
  const keys = [...outputs.keys()];
  const transitions = transitionsKey(definition);
  const filters: ReadonlyMap<string, FilterType> = buildFilters(definition, fields, definitions);
  const { path, table, scope } = definition;
  const computedSorts = buildComputedSorts(definition, fields, registry);
  const storedSorts = definition.sort.filter((name) => !computedSorts.has(name));
  const sorts = new Map(storedSorts.map((name) => [name, sortColumn(name, fields)]));
  const defaultSort = parseSort(definition.defaultSort);
  const modelOwn: ModelFields = (own, name) => modelFields(definition.name, own, catalogues, name);
  const made: Omit<Resource, keyof FeatureParts> = {
    file,
    definition,
    name: definition.name,
    path,
    table,
    title: resourceTitle(definition, catalogues),
    scope,
    members: scope === 'own' ? membersOf(definitions.get(system.users)) : null,
    siteTable: scope === 'site' ? (definitions.get(system.sites)?.definition.table ?? null) : null,
    operations: [...definition.operations.map(permissionOf), ...(definition.permissions ?? [])],
    headquartersOnly: (definition.headquartersOnly ?? []).map(permissionOf),
    softDelete,
    display: displayField(definition),
    fields,
    references: referencesIn(fields),
    outputs,
    keys,
    listedKeys: keys.filter((key) => !outputs.get(key)?.field.facts.viewOnly),
    singleKeys: [...keys, ...(transitions ? [transitions] : [])],
    filters,
    sorts,
    computedSorts,
    furtherSorts: buildFurtherSorts(definition, fields, definitions),
    defaultSort,
    search: buildSearch(definition, definitions),
    keyed,
    actions: buildActions(definition, modelOwn),
    unique: (definition.unique ?? []).map((set) => buildUnique(definition, set, fields)),
    atMostOne: (definition.atMostOne ?? []).map((declared) => {
      const owner = ownerColumn(scope);
      const set = [...(owner === null ? [] : [owner]), declared.slot];
      return { declared, rule: buildUnique(definition, set, fields) };
    }),
    ...buildBlocks(definition, definitions, catalogues),
    tells: tellsOf(fields, registry),
    sentences: new Map(features.flatMap((one) => Object.entries(one.sentences?.(definition) ?? {}))),
    ...hungOf(definition, registry),
  };
  // Each feature makes the keys that it declared.
  return Object.assign(made, ...features.map((feature) => feature.compile?.(definition, modelOwn)));
}

/** The resources that sentences can be about. */
function tellsOf(fields: ReadonlyMap<string, FieldModel>, registry: Registry): Tells | null {
  const [facts] = [...fields.values()].flatMap(({ facts: one }) => (isSentence(one) ? [one] : []));
  if (!facts) return null;
  const of = once(() => [...registry.values()].filter(({ sentences }) => sentences.size > 0));
  return { resource: facts.from.resource, record: facts.from.record, of };
}

/** The table of people's memberships in sites. */
function membersOf(users: Described | undefined): Resource['members'] {
  const scope = users?.definition.scope;
  return typeof scope === 'object' ? scope.members : null;
}

function referencesIn(fields: ReadonlyMap<string, FieldModel>): Resource['references'] {
  const references = [...fields.values()].filter(refers);
  const isExclusive = ({ facts }: (typeof references)[number]) => isReference(facts) && facts.exclusive;
  return [...references.filter(isExclusive), ...references.filter((one) => !isExclusive(one))];
}

function keyedFields(definition: AnyDefinition, fields: ReadonlyMap<string, FieldModel>): Set<string> {
  const sorted = definition.sort.filter((name) => sortedBy(fields.get(name)) === 'key');
  const caseless = [...fields.values()].filter(isCaseless).map((field) => field.name);
  return new Set([...sorted, ...caseless]);
}

function sortedBy(field: FieldModel | undefined) {
  return field && isColumn(field.facts) ? field.facts.scalar.sorted : undefined;
}

function sortColumn(name: string, fields: ReadonlyMap<string, FieldModel>): string {
  const by = sortedBy(fields.get(name));
  return by === 'key' || by === 'rank' ? `${name}_${by}` : name;
}

function buildOutputs(fields: ReadonlyMap<string, FieldModel>): ReadonlyMap<string, Output> {
  const outputs = new Map<string, Output>();
  for (const field of fields.values()) {
    const { facts, name } = field;
    if (facts.writeOnly || facts.internal) continue;
    outputs.set(name, { key: name, field, part: 'value' });
    const embed = embedName(field);
    if (embed) outputs.set(embed, { key: embed, field, part: 'embed' });
  }
  return outputs;
}

function buildSearch(
  definition: AnyDefinition,
  definitions: ReadonlyMap<string, Described>,
): Resource['search'] {
  if (!definition.search) return null;
  const own = definition.search.filter((name) => !name.includes('.'));
  const through = definition.search.flatMap((name) => {
    const [reference = '', column = ''] = name.split('.');
    if (column === '') return [];
    const field = definition.fields[reference];
    const facts = field && factsOf(field);
    const target = isReference(facts) ? definitions.get(facts.to)?.definition : undefined;
    if (!target) return [];
    const indexed = target.search?.includes(column) ?? false;
    return [{ reference, table: target.table, column: `${column}_key`, indexed }];
  });
  return { own, through };
}

/** Compiles fields of an own part. @param own its name */
export type ModelFields = (fields: Fields, own: string) => ReadonlyMap<string, FieldModel>;

/** @param modelFields compiles the fields of an action's body and answer */
function buildActions(
  { actions = {} }: AnyDefinition,
  modelFields: ModelFields,
): ReadonlyMap<string, ActionModel> {
  const made = Object.entries(actions).map(([name, action]): [string, ActionModel] => [
    name,
    {
      definition: action,
      label: say(actionLabel(name, action)).text,
      description: say(action.summary).text,
      permission: permissionOf(action.permission),
      input: modelFields(action.input ?? {}, name),
      answer: action.answer ? modelFields(action.answer, name) : null,
    },
  ]);
  return new Map(made);
}

function hungOf(
  definition: AnyDefinition,
  registry: Registry,
): Pick<Resource, 'hung' | 'hangOn' | 'hanging'> {
  const { hung } = definition;
  const all = () => [...registry.values()];
  const hangOn = once(() => (hung ? all().filter((one) => one.definition[hung.on]) : []));
  const hanging = once(() =>
    all().filter((one) => one.definition.hung && definition[one.definition.hung.on]),
  );
  return {
    hung: hung ? { ...hungFields, of: hangOn, authorOnly: hung.authorOnly ?? [] } : null,
    hangOn,
    hanging,
  };
}

function buildBlocks(
  definition: AnyDefinition,
  definitions: ReadonlyMap<string, Described>,
  catalogues: Catalogues,
): Pick<Resource, 'dependents' | 'blocks' | 'released'> {
  const isKept = definition.softDelete === true;
  const references = referencesTo(definition, definitions);
  const blockOf = (
    { by, field, table, column, owner, cleared, required }: Reference,
    counted: DeleteBlock['counted'] = by.softDelete ? 'live' : 'all',
  ): DeleteBlock => {
    const divided = isDivided(definition.scope, by.scope);
    const goes = required && by.scope === 'own';
    const from = { table, column, by: { path: by.path, field }, owner };
    return { ...from, cleared, counted, divided, goes, ...resourceTitle(by, catalogues) };
  };
  const holding = references.filter(
    ({ by, field, onDelete = isKept ? 'unlink' : 'restrict' }) =>
      by.scope !== 'own' && onDelete === 'restrict' && !(by.hung && field === 'site_id'),
  );
  const rules = definition.restrictDelete ?? [];
  return {
    dependents: references.map((one) => blockOf(one)),
    blocks: [
      ...holding.map((one) => blockOf(one)),
      ...rules.map(({ table, column, what, one = what }): DeleteBlock => {
        const titles = { one: say(one).text, many: say(what).text };
        const plain = { by: null, owner: null, counted: 'all', divided: false } as const;
        return { table, column, ...titles, ...plain, cleared: false, goes: false };
      }),
    ],
    released: references.flatMap((one) => {
      const isOwn = one.by.scope === 'own';
      // Rows that are deleted and kept remain valid targets of references; personal rows are deleted with their person anyway.
      if (isKept && !(isOwn && one.field === 'user_id')) return [];
      if (isOwn || one.onDelete === 'unlink') return [blockOf(one, 'all')];
      return one.by.softDelete ? [blockOf(one, 'gone')] : [];
    }),
  };
}
