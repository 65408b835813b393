/**
 * Words that depend on the service and the user: the permissions that a role may hold, the events that a webhook can receive.
 */
import type { OfferContext, Offered } from '../kinds/wording.ts';
import { heading, type Language, languageOf } from '../message.ts';
import { readWordsIntent } from '../request/options-intent.ts';
import type { Request, Response } from '../request/request.ts';
import { fold } from '../values.ts';
import { pageOf } from './pages/page.ts';

/** A word as clients receive it. */
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
export function runWordOptions(
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
