/** The rows that can be chosen: in forms exactly those that validation accepts, in filters those that occur. */

import { and } from '../condition.ts';
import type { CounterWorker } from '../counters/worker.ts';
import type { Selection } from '../database/sql.ts';
import { hungFields } from '../definition/hung.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../kinds/services.ts';
import { type Choice, choicesOf, type Holder, optionNames, wordsOffer } from '../model/choices.ts';
import { anyOf } from '../model/filter.ts';
import { filterChoice, filterOptionsPath } from '../model/filter-target.ts';
import type { Model } from '../model/model.ts';
import { type Resource, resourceAt } from '../model/resource.ts';
import { type OptionsIntent, readOptionsIntent } from '../request/options-intent.ts';
import { type OrderBy, planShownWord, planView } from '../request/plan.ts';
import type { Request, Response } from '../request/request.ts';
import { narrow } from '../search/search.ts';
import type { ReadContext } from './context.ts';
import { runWordOptions } from './offered.ts';
import { pageOf } from './pages/page.ts';
import { countList, readPage } from './pages/page-rows.ts';
import { readRow } from './rows.ts';

/** The parts that options need. */
interface OptionParts extends Model {
  readonly services: Services;
  readonly counters: CounterWorker;
  /** Base of the links in answers. */
  readonly baseUrl: string;
}

/** The rows to choose from, and the fields that are shown. */
type Offer = Pick<Choice, 'target' | 'include'>;

/** Names of the parameters that describe the form. */
export function formParameters({ matching, ownRow, ofHolder }: Choice): string[] {
  return [...matching, ...(ownRow ? ['for'] : []), ...(ofHolder ? Object.values(hungFields) : [])];
}

/**
 * Answers a page of `{id, name, …}` with the fields that a reference to such a row shows; for words, `{value, label, …}`. @throws
 * Failure `not_found` for a field that refers to nothing
 */
export async function runOptions(
  parts: OptionParts,
  reading: ReadContext,
  request: Request,
): Promise<Response> {
  const { resource, actor, field: name, query } = request;
  const { registry, services, baseUrl } = parts;
  const offer = wordsOffer(resource, name);
  if (offer) {
    return runWordOptions(offer, { actor, services, resources: [...registry.values()] }, request, baseUrl);
  }
  const choice = choicesOf(registry, resource).find((one) => one.name === name);
  if (!choice) throw new Failure('not_found');
  const holders = choice.ofHolder ? resource.hangOn().map(({ path }) => path) : [];
  const intent = readOptionsIntent(choice.target, query, formParameters(choice), holders);
  const { db, storedNow } = reading;
  const holder = intent.holder && (await readHolder(parts, reading, actor, intent.holder));
  const offered = await choice.offered({ db, actor, services, storedNow }, intent.form, holder);
  const path = `/${resource.path}/options/${choice.name}`;
  return answerPage(parts, reading, request, choice, { where: offered }, intent, path);
}

/** The row to which a form attaches something, or any row of the site. @throws Failure `not_found` if the user may not see it */
async function readHolder(
  { registry, projectionOf }: OptionParts,
  reading: ReadContext,
  actor: Request['actor'],
  { path, id }: NonNullable<OptionsIntent['holder']>,
): Promise<Holder> {
  const resource = resourceAt(registry, path);
  if (id === null) return { resource, siteId: actor.site?.id ?? 0 };
  const where = planView(resource, id, actor);
  const found = await readRow(reading, resource.table, where, projectionOf(resource, ['id', 'site_id']));
  if (!found) throw new Failure('not_found');
  return { resource, siteId: Number(found.answer.site_id) };
}

/** Answers the same page for the values of a filter. @throws Failure `not_found` for a filter that takes no ids of rows */
export async function runFilterOptions(
  parts: OptionParts,
  reading: ReadContext,
  request: Request,
): Promise<Response> {
  const { resource, actor, field: name, query } = request;
  const choice = filterChoice(parts.registry, resource, name ?? '');
  if (!choice) throw new Failure('not_found');
  const intent = readOptionsIntent(choice.target, query, []);
  const path = filterOptionsPath(resource, choice.name);
  return answerPage(parts, reading, request, choice, choice.occurring(actor), intent, path);
}

async function answerPage(
  parts: OptionParts,
  reading: ReadContext,
  { actor, query }: Request,
  offer: Offer,
  offered: Selection,
  intent: OptionsIntent,
  path: string,
): Promise<Response> {
  const { target } = offer;
  const where = and(
    offered.where,
    ...intent.words.map((word) => planShownWord(offer, word, actor)),
    ...(intent.ids === null ? [] : [anyOf('id', intent.ids)]),
  );
  const plan = {
    table: target.table,
    ...(await narrow(reading.db, target, { ...offered, where }, intent)),
    order: displayOrder(target),
    limit: intent.perPage,
    offset: (intent.page - 1) * intent.perPage,
    filtered: intent.ids !== null,
    overSites: null,
  };
  // In most cases all rows of a site can be chosen. Counters maintain the number of these.
  const counted = offered.tried ? null : parts.counters.listsOf(target, { filters: [], words: [] }, where);
  const total = await countList(parts.counters, reading, plan, counted);
  const projection = parts.projectionOf(target, ['id', ...optionNames(offer)]);
  const rows = await readPage(reading, plan, total, projection);
  const url = `${parts.baseUrl}${path}`;
  return { status: 200, headers: {}, body: pageOf(rows, total, intent, { url, query }) };
}

/** Sorted by name if possible, so that a drop-down is easy to read. */
function displayOrder(target: Resource): OrderBy[] {
  const column = target.sorts.get(target.display) ?? target.sorts.get(target.defaultSort[0]?.field ?? '');
  const first: OrderBy[] = column === undefined ? [] : [{ column, descending: false }];
  return [...first, { column: 'id', descending: false }];
}
