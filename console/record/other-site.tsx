/** Rows of another site than the current one: the headquarters can read them; they can be changed at their site. */
import { useState } from 'preact/hooks';
import { notifyFailure } from '../parts/notices.tsx';
import { usePlace } from '../place/place.tsx';
import { fieldOf, may, nameOf, type Resource, type Row, rowsUnder } from '../service/metadata.ts';
import { present, type User } from '../service/session.ts';
import { changeSession } from '../service/tabs.ts';
import { w } from '../words/words.ts';

/** The site of a row, as far as the user knows it. */
interface Elsewhere {
  readonly id: number;
  readonly name: string;
}

/** The site of a row, if it is not the current one. */
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

/** Why nothing can be changed here, and a link to the site. */
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

/** What is not found here may be at another site of the user's, one tap away. A code contains the site of its machine. */
export function PerhapsElsewhere() {
  const named = usePlace().query.get('site');
  const { user } = present();
  return user.sites
    .filter(({ id }) => id !== user.current_site_id && (named === null || id === Number(named)))
    .map((site) => (
      <p key={site.id} class="hint">
        {w.record.perhapsAt(site.name)} <SwitchSite site={site} />
      </p>
    ));
}

const isMember = (user: User, site: number): boolean => user.sites.some(({ id }) => id === site);

/** Everything is requested again at the other site; the address does not change. */
export function SwitchSite({ site }: { readonly site: Elsewhere }) {
  const [isBusy, setIsBusy] = useState(false);
  const switchTo = async () => {
    if (isBusy) return;
    setIsBusy(true);
    await changeSession('/user/site', { site_id: site.id }).catch(notifyFailure);
    setIsBusy(false);
  };
  return (
    <button type="button" aria-disabled={isBusy} onClick={() => void switchTo()}>
      {w.record.switchTo(site.name)}
    </button>
  );
}
