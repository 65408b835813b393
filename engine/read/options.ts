/** The rows that can be chosen: in forms exactly those that a field's validation accepts, in filters those that occur. */

import { and } from '../condition.ts';
import type { CounterWorker } from '../counters/worker.ts';
import type { Selection } from '../database/sql.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../kinds/services.ts';
import { type Choice, choicesOf, optionNames } from '../model/choices.ts';
import { anyOf } from '../model/filter.ts';
import { filterChoice, filterOptionsPath } from '../model/filter-target.ts';
import type { Model } from '../model/model.ts';
import type { Resource } from '../model/resource.ts';
import { type OptionsIntent, readOptionsIntent } from '../request/options-intent.ts';
import { type OrderBy, planShownWord } from '../request/plan.ts';
import type { Request, Response } from '../request/request.ts';
import { narrow } from '../search/search.ts';
import type { ReadContext } from './context.ts';
import { pageOf } from './pages/page.ts';
import { countList, readPage } from './pages/page-rows.ts';

/** What options are made with. */
interface OptionParts extends Model {
  readonly services: Services;
  readonly counters: CounterWorker;
  /** Base of the links in answers. */
  readonly baseUrl: string;
}

/** What is chosen from, and what is shown of it. */
type Offer = Pick<Choice, 'target' | 'include'>;

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
  const intent = readOptionsIntent(choice.target, query, formParameters(choice));
  const { db, storedNow } = reading;
  const offered = await choice.offered({ db, actor, services, storedNow }, intent.form);
  return answerPage(parts, reading, request, choice, { where: offered }, intent);
}

/** Answers the same page of what a filter can be asked for. @throws Failure `not_found` for a filter that takes no ids of rows */
export async function runFilterOptions(
  parts: OptionParts,
  reading: ReadContext,
  request: Request,
): Promise<Response> {
  const { resource, actor, field: name, query } = request;
  const choice = filterChoice(parts.registry, resource, name ?? '');
  if (!choice) throw new Failure('not_found');
  const intent = readOptionsIntent(choice.target, query, []);
  return answerPage(parts, reading, request, choice, choice.occurring(actor), intent);
}

async function answerPage(
  parts: OptionParts,
  reading: ReadContext,
  { resource, action, actor, field, query }: Request,
  offer: Offer,
  offered: Selection,
  intent: OptionsIntent,
): Promise<Response> {
  const { target } = offer;
  const where = and(
    offered.where,
    ...intent.words.map((word) => planShownWord(offer, word, actor)),
    ...(intent.ids === null ? [] : [anyOf('id', intent.ids)]),
  );
  const plan = {
    table: target.table,
    ...(await narrow(reading.db, target, { ...offered, where }, intent.words)),
    order: displayOrder(target),
    limit: intent.perPage,
    offset: (intent.page - 1) * intent.perPage,
    filtered: intent.ids !== null,
    overSites: null,
  };
  // All rows of a site can mostly be chosen: those are counted as they are written.
  const counted = offered.tried ? null : parts.counters.listsOf(target, { filters: [], words: [] }, where);
  const total = await countList(parts.counters, reading, plan, counted);
  const projection = parts.projectionOf(target, ['id', ...optionNames(offer)]);
  const rows = await readPage(reading, plan, counted, total, projection);
  const path =
    action === 'filterOptions'
      ? filterOptionsPath(resource, field ?? '')
      : `/${resource.path}/options/${field}`;
  const url = `${parts.baseUrl}${path}`;
  return { status: 200, headers: {}, body: pageOf(rows, total, intent, { url, query }) };
}

/** By what they are called where that can be sorted by, so that a drop-down reads well. */
function displayOrder(target: Resource): OrderBy[] {
  const column = target.sorts.get(target.display) ?? target.sorts.get(target.defaultSort[0]?.field ?? '');
  const first: OrderBy[] = column === undefined ? [] : [{ column, descending: false }];
  return [...first, { column: 'id', descending: false }];
}
