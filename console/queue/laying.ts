/** What waits of whoever is signed in at their present site, as pages lay it over what they show. */
import { resourceAt, session } from '../service/session.ts';
import { entries } from './kept-entries.ts';
import type { Laying } from './lay.ts';

export function laying(): Laying {
  const { id, current_site_id } = session.get().present?.user ?? { id: 0, current_site_id: null };
  return {
    entries: entries.get().filter((one) => one.person === id && one.site === current_site_id),
    ...{ site: current_site_id, person: id, resourceAt },
  };
}
