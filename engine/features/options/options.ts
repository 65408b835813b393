/** The rows that can be chosen: in forms exactly those that validation accepts, in filters those that occur. */

import { and } from '../../condition.ts';
import type { Selection } from '../../database/sql.ts';
import { hungFields } from '../../definition/hung.ts';
import { Failure } from '../../failure.ts';
import type { OfferContext, Offered } from '../../kinds/wording.ts';
import { heading, type Language, languageOf } from '../../message.ts';
import { type Choice, choicesOf, type Holder, optionNames, wordsOffer } from '../../model/choices.ts';
import { anyOf } from '../../model/filter.ts';
import { filterChoice, filterOptionsPath } from '../../model/filter-target.ts';
import { type Resource, resourceAt } from '../../model/resource.ts';
import type { ReadContext } from '../../read/context.ts';
import { pageOf } from '../../read/pages/page.ts';
import { countList, readPage } from '../../read/pages/page-rows.ts';
import { readRow } from '../../read/rows.ts';
import { type OrderBy, planShownWord, planView } from '../../request/plan.ts';
import type { Request, Response } from '../../request/request.ts';
import { narrow } from '../../search/search.ts';
import type { Engine } from '../../serve/engine.ts';
import { fold } from '../../values.ts';
import { type OptionsIntent, readOptionsIntent, readWordsIntent } from './intent.ts';

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
export async function runOptions(parts: Engine, reading: ReadContext, request: Request): Promise<Response> {
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
  { registry, projectionOf }: Engine,
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
  parts: Engine,
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
  parts: Engine,
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

/**
 * A word as clients receive it. Words depend on the service and the user: the permissions that a role may hold, the events that a
 * webhook can receive.
 */
type OfferedWord = {
  readonly value: string;
  readonly label: string;
  readonly group?: string;
  readonly grantable?: boolean;
};

/** The offered words, in a language. */
export function offeredWords(offer: Offered, context: OfferContext, language: Language): OfferedWord[] {
  return offer(context).map(({ value, label, group, grantable }) => ({
    value,
    label: heading(label, language),
    ...(group && { group: heading(group, language) }),
    ...(grantable !== undefined && { grantable }),
  }));
}

/** Answers a page of `{value, label, …}`, in the form of options for rows. */
function runWordOptions(
  offer: Offered,
  context: OfferContext,
  { resource, field, query }: Request,
  baseUrl: string,
): Response {
  const intent = readWordsIntent(query);
  const { page, perPage, words } = intent;
  const found = offeredWords(offer, context, languageOf(context.actor.locale)).filter(
    ({ value, label, group = '' }) => {
      const text = fold(`${value} ${label} ${group}`);
      return words.every((word) => text.includes(word));
    },
  );
  const data = found.slice((page - 1) * perPage, page * perPage);
  const url = `${baseUrl}/${resource.path}/options/${field}`;
  return { status: 200, headers: {}, body: pageOf(data, found.length, intent, { url, query }) };
}
