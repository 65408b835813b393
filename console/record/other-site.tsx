/** Rows of another site than the one that somebody works at: they can be read at the headquarters, and changed over there. */
import { useState } from 'preact/hooks';
import { notifyFailure } from '../parts/notices.tsx';
import { usePlace } from '../place/place.tsx';
import { call } from '../service/call.ts';
import { fieldOf, may, nameOf, type Resource, type Row, rowsUnder } from '../service/metadata.ts';
import { queries } from '../service/queries.ts';
import { loadSession, present, type User } from '../service/session.ts';
import { w } from '../words/words.ts';

/** The site of a row, as far as somebody knows it. */
interface Elsewhere {
  readonly id: number;
  readonly name: string;
}

/** The site that a row belongs to, where that is not the current one. */
export function siteElsewhere(resource: Resource, row: Row): Elsewhere | null {
  const { user } = present();
  const id = row.site_id;
  if (resource.scope !== 'site' || typeof id !== 'number' || id === user.current_site_id) return null;
  const field = fieldOf(resource, 'site_id');
  const [site] = field?.reference ? rowsUnder(row, field.reference.embed) : [];
  return { id, name: site && field?.reference ? nameOf(site, field.reference.display) : `#${id}` };
}

interface OtherSiteProps {
  readonly resource: Resource;
  readonly row: Row;
  readonly site: Elsewhere;
}

/** Why nothing can be changed here, and the way to where it can. */
export function OtherSite({ resource, row, site }: OtherSiteProps) {
  const { user } = present();
  const isWritten = may(resource, 'update') || may(resource, 'delete') || resource.actions.length > 0;
  if (!isWritten || row.can?.update) return null;
  return (
    <p class="hint">
      {w.record.otherSite(site.name)} {isMember(user, site.id) && <SwitchSite site={site} />}
    </p>
  );
}

/** A code tells at which site its machine stands: whoever works there, too, gets there by one tap. */
export function SiteOfAddress() {
  const { query } = usePlace();
  const { user } = present();
  const named = Number(query.get('site'));
  const site = user.sites.find(({ id }) => id === named && id !== user.current_site_id);
  if (!site) return null;
  return (
    <p class="hint">
      {w.record.perhapsAt(site.name)} <SwitchSite site={site} />
    </p>
  );
}

const isMember = (user: User, site: number): boolean => user.sites.some(({ id }) => id === site);

/** Everything is asked for anew at the other site; the address stays. */
export function SwitchSite({ site }: { readonly site: Elsewhere }) {
  const [isBusy, setIsBusy] = useState(false);
  const switchTo = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await call('/user/site', { method: 'PATCH', body: { site_id: site.id } });
      queries.clear();
      await loadSession();
    } catch (error) {
      notifyFailure(error);
    }
    setIsBusy(false);
  };
  return (
    <button type="button" aria-disabled={isBusy} onClick={() => void switchTo()}>
      {w.record.switchTo(site.name)}
    </button>
  );
}
