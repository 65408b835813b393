/** The rows that a field may refer to, for forms: exactly those its validation accepts. */
import { and, type Condition } from './condition.ts';
import type { Engine } from './engine.ts';
import { Failure } from './failure.ts';
import { anyOf } from './filter.ts';
import { type OptionsIntent, readOptionsIntent } from './intent.ts';
import { pageOf } from './page.ts';
import { planWord } from './plan.ts';
import { embeddedNames } from './projection.ts';
import { countRows, type Order, type Reading } from './read.ts';
import { readPage } from './read-page.ts';
import { liveCondition, referable } from './referable.ts';
import type { Request, Response } from './request.ts';
import { type FieldModel, fieldOf, type Resource, resourceAt } from './resource.ts';
import { narrow } from './search.ts';
import { compileWhere } from './where.ts';

/** Answers a page of `{id, name, …}`, with what a reference shows of such a row beside them. @throws Failure `not_found` for a field that refers to nothing */
export async function runOptions(engine: Engine, reading: Reading, request: Request): Promise<Response> {
  const { resource, actor, field: name, query } = request;
  const field = name === null ? undefined : resource.fields.get(name);
  const facts = field?.facts;
  if (!facts || facts.readOnly || (facts.kind !== 'reference' && facts.kind !== 'references')) {
    throw new Failure('not_found');
  }
  const target = resourceAt(engine.registry, facts.to);
  const intent = readOptionsIntent(target, query);
  const siteId = actor.site?.id ?? null;
  const planned = and(
    referable(target, facts, siteId, reading.storedNow),
    ...offered(resource, field, target, reading.storedNow),
    ...chosen(target, intent),
  );
  const where = await narrow(reading.db, target, planned, target.search ? intent.words : []);
  const plan = {
    table: target.table,
    where,
    order: displayOrder(target),
    limit: intent.perPage,
    offset: (intent.page - 1) * intent.perPage,
    counted: null,
  };
  const keys = ['id', ...optionNames(target, facts.include)];
  const total = await countRows(reading, target.table, where);
  const rows = await readPage(reading, plan, total, engine.projectionOf(target, keys));
  const url = `${engine.baseUrl}/${resource.path}/options/${name}`;
  return { status: 200, headers: {}, body: pageOf(rows, total, intent, { url, query }) };
}

/** What an option shows of its row beside `id`: its name whatever else stands for it, so that all read alike. */
export function optionNames(target: Resource, include: readonly string[]): string[] {
  const names = ['name', ...embeddedNames(target, include)].filter((key) => target.outputs.has(key));
  return [...new Set(names)];
}

/**
 * What narrows a choice beyond the rows that may be referred to at all: the field's own condition, and, where no two
 * rows may refer to the same one, that none does yet.
 */
function offered(
  resource: Resource,
  { name, facts }: FieldModel,
  target: Resource,
  storedNow: string,
): Condition[] {
  const { offer = {} } = facts.kind === 'reference' ? facts : {};
  const worthy = compileWhere(offer, (one) => fieldOf(target, one).facts, storedNow);
  if (!resource.unique.some(({ fields }) => fields.join() === name)) return [worthy];
  const { table } = resource;
  const where = liveCondition(resource);
  const taken: Condition = { op: 'exists', table, foreign: name, column: 'id', where };
  return [worthy, { op: 'not', of: taken }];
}

function chosen(target: Resource, intent: OptionsIntent): Condition[] {
  const words = target.search ? intent.words.map((word) => planWord(target, word)) : [];
  return intent.ids === null ? words : [...words, anyOf('id', intent.ids)];
}

/** By what they are called where that can be sorted by, so that a drop-down reads well. */
function displayOrder(target: Resource): Order[] {
  const column = target.sorts.get(target.display) ?? target.sorts.get(target.defaultSort[0]?.field ?? '');
  const first: Order[] = column === undefined ? [] : [{ column, descending: false }];
  return [...first, { column: 'id', descending: false }];
}
