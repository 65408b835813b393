/** The rows that a field may refer to, for forms: exactly those its validation accepts. */

import { and, type Condition } from '../condition.ts';
import type { CounterWorker } from '../counters/worker.ts';
import type { Services } from '../definition/services.ts';
import { Failure } from '../failure.ts';
import { type Choice, choicesOf, optionNames } from '../model/choices.ts';
import { anyOf } from '../model/filter.ts';
import type { Model } from '../model/model.ts';
import type { Resource } from '../model/resource.ts';
import { type OptionsIntent, readOptionsIntent } from '../request/options-intent.ts';
import type { Order } from '../request/plan.ts';
import { planWord } from '../request/plan.ts';
import type { Request, Response } from '../request/request.ts';
import { narrow } from '../search/search.ts';
import type { ReadContext } from './context.ts';
import { pageOf } from './page.ts';
import { countList, readPage } from './page-rows.ts';

/** What options are made with. */
export interface OptionParts extends Model {
  readonly services: Services;
  readonly counters: CounterWorker;
  /** Base of the links in answers. */
  readonly baseUrl: string;
}

/** Names of the parameters that tell of the form in which something is chosen. */
export function formParameters({ matching, ownRow }: Choice): string[] {
  return [...matching, ...(ownRow ? ['for'] : [])];
}

/** Answers a page of `{id, name, …}`, with what a reference shows of such a row beside them. @throws Failure `not_found` for a field that refers to nothing */
export async function runOptions(
  parts: OptionParts,
  reading: ReadContext,
  request: Request,
): Promise<Response> {
  const { resource, actor, field: name, query } = request;
  const { registry, services } = parts;
  const choice = choicesOf(registry, resource).find((one) => one.name === name);
  if (!choice) throw new Failure('not_found');
  const { target } = choice;
  const intent = readOptionsIntent(target, query, formParameters(choice));
  const { db, storedNow } = reading;
  const planned = and(
    await choice.offered({ db, actor, services, storedNow }, intent.form),
    ...chosen(target, intent),
  );
  const where = await narrow(reading.db, target, planned, target.search ? intent.words : []);
  const plan = {
    table: target.table,
    where,
    order: displayOrder(target),
    limit: intent.perPage,
    offset: (intent.page - 1) * intent.perPage,
    filtered: intent.ids !== null,
  };
  // All rows of a site can mostly be chosen: those are counted as they are written.
  const counted = parts.counters.listsOf(target, { filters: [], words: [] }, planned);
  const total = await countList(parts.counters, reading, plan, counted);
  const rows = await readPage(
    reading,
    plan,
    counted,
    total,
    parts.projectionOf(target, ['id', ...optionNames(choice)]),
  );
  const url = `${parts.baseUrl}/${resource.path}/options/${choice.name}`;
  return { status: 200, headers: {}, body: pageOf(rows, total, intent, { url, query }) };
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
