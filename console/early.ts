/**
 * What is loaded first, and is small: it requests the user, the metadata, and what the page of the address shows first, while
 * the scripts that draw it are still on their way.
 */

import { cardFields, layoutIn, pathOfList, perPageOf, shownMode, usualColumns } from './list/request.ts';
import { firstQuery } from './list/views/first-query.ts';
import { phone } from './place/phone.ts';
import { consoleRoot } from './service/address.ts';
import { callAhead, hasToken } from './service/call.ts';
import { keyOfUser, readKept } from './service/first/read-kept.ts';
import { may, type Resource, rowPath } from './service/metadata.ts';
import { leaveSession, loadSession, type Present } from './service/session.ts';
// Here for the words of all languages, which are loaded beside it: these would be files of their own.
import './words/in-sentence.ts';
import './words/number.ts';
import { speak } from './words/words.ts';

/** Milliseconds that a page is held for its first answer: drawing it twice would take a slow phone as long. */
const heldFor = 100;

/** When the words of the page are there. Those of the user, if they are others, come after them. */
export const spoken = speak(document.documentElement.lang);
/** When it is known who is there. */
export const arrived: Promise<unknown> = hasToken()
  ? loadSession({ prepare: askFirst })
  : Promise.resolve(leaveSession());

/** Sends what the page of the address shows first, and waits a moment for the answer. */
export async function askFirst(somebody: Present): Promise<void> {
  const path = firstPath(somebody);
  if (path === null) return;
  await Promise.race([callAhead(path), new Promise((resolve) => setTimeout(resolve, heldFor))]);
}

/** What the page of the address requests first; null if only the page knows. */
function firstPath(somebody: Present): string | null {
  const [path, id, ...more] = location.pathname.slice(consoleRoot.length).split('/').filter(Boolean);
  if (path === undefined) return '/overview';
  const resource = somebody.resources.find((one) => one.path === path);
  if (!resource || more.length > 0) return null;
  if (id !== undefined) return /^\d+$/.test(id) && may(resource, 'view') ? rowPath(resource, id) : null;
  return firstListPath(resource, somebody);
}

function firstListPath(resource: Resource, { user }: Present): string | null {
  const given = new URLSearchParams(location.search);
  const query = given.size === 0 ? new URLSearchParams(firstQuery(resource, user.id) ?? '') : given;
  const kept = layoutIn(readKept(keyOfUser(user.id, 'list', resource.path)));
  const isNarrow = phone.matches;
  // Whether chosen columns can be shown depends on kinds of values, which are not here.
  const isChosen = !isNarrow && (query.has('columns') || kept.columns !== undefined);
  if (isChosen || resource.view.bell || shownMode(resource, query) !== 'list') return null;
  const { is_headquarters: isAcrossSites = false } =
    user.sites.find(({ id }) => id === user.current_site_id) ?? {};
  return pathOfList(resource, query, {
    columns: usualColumns(resource, isAcrossSites),
    card: cardFields(resource, isAcrossSites),
    perPage: perPageOf(query, kept),
    isNarrow,
    isChoosing: false,
  });
}
