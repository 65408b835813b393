/** The bar at the top: navigation, site, and account. */
import { useState } from 'preact/hooks';
import { openByKeys } from '../form/acting-list.ts';
import { later } from '../parts/later.tsx';
import { notifyFailure } from '../parts/notices.tsx';
import { go, Link } from '../place/place.tsx';
import { apiRoot, serviceName } from '../service/address.ts';
import { call } from '../service/call.ts';
import { forgetDrafts } from '../service/kept.ts';
import { unsent } from '../service/seen/unsent.ts';
import { about, leaveSession, loadAbout, session, type User } from '../service/session.ts';
import { useStore } from '../service/store.ts';
import { changeSession, tellOtherTabs } from '../service/tabs.ts';
import { w } from '../words/words.ts';
import { Bell } from './bell.tsx';
import { SearchButton } from './search-button.tsx';
import { chooseTheme, chosenTheme, type Theme, themes } from './theme.ts';

const LeaveDialog = later(async () => (await import('../queue/page/sign-out.tsx')).SignOutDialog);

export function Header({ user }: { readonly user: User }) {
  // Names of languages take a slow phone a tenth of a second, so they are made only when needed.
  const [wasOpened, setOpened] = useState(false);
  const count = useStore(unsent)?.count ?? 0;
  const [isAsked, setAsked] = useState(false);
  const open = () => {
    setOpened(true);
    void loadAbout();
  };
  return (
    <header class="bar">
      <button type="button" class="menu" popovertarget="nav" aria-label={w.frame.menu}>
        ☰
      </button>
      <Link to="/" class="brand">
        {serviceName}
      </Link>
      <span class="grow" />
      {count > 0 && (
        <Link to="/-/queue" class="button unsent">
          <span class="wide-only">{w.queue.count(count)}</span>
          <span class="narrow-only" aria-hidden="true">
            ↑{count}
          </span>
          <span class="narrow-only hidden">{w.queue.count(count)}</span>
        </Link>
      )}
      <SearchButton />
      <Bell />
      <SiteSwitch user={user} />
      <button type="button" popovertarget="account">
        <span class="wide-only">{user.full_name}</span>
        <span class="narrow-only" aria-hidden="true">
          {initialsOf(user)}
        </span>
        <span class="narrow-only hidden">{user.full_name}</span>
      </button>
      <div
        id="account"
        popover="auto"
        class="panel"
        role="dialog"
        aria-label={w.frame.account}
        onBeforeToggle={open}
      >
        <p>
          <strong>{user.full_name}</strong>
          <br />
          <small>{user.roles.join(', ')}</small>
        </p>
        <ThemeChoice />
        {wasOpened && <LanguageChoice user={user} />}
        <Link to="/-/account">{w.frame.account}</Link>
        <a href={`${apiRoot.replace(/\/api\/v1$/, '')}/docs`}>{w.account.reference}</a>
        <button type="button" onClick={() => (count > 0 ? setAsked(true) : void signOut())}>
          {w.account.signOut}
        </button>
      </div>
      {isAsked && <LeaveDialog count={count} onClose={() => setAsked(false)} signOut={signOut} />}
    </header>
  );
}

const initialsOf = ({ full_name: name }: User) =>
  name
    .split(' ')
    .map((word) => word[0])
    .join('');

async function signOut(): Promise<boolean> {
  try {
    await call('/auth/logout', { method: 'POST' });
  } catch (error) {
    notifyFailure(error);
    return false;
  }
  const user = session.get().present?.user;
  leaveSession();
  if (user) forgetDrafts(user.id);
  // The next person begins at the overview.
  go('/', { replace: true });
  tellOtherTabs();
  return true;
}

/** A user with one site sees it; a user with several can switch. */
function SiteSwitch({ user }: { user: User }) {
  const former = user.current_site_id ?? '';
  const switchTo = async (select: HTMLSelectElement) => {
    // A row of the former site may not be visible from the new one.
    await changeSession('/user/site', { site_id: Number(select.value) }, () => go('/')).catch(notifyFailure);
    // If it was refused, the page is still that of the former site. Otherwise there is another list by now.
    select.value = String(former);
  };
  return (
    <select
      aria-label={w.frame.site}
      value={former}
      onKeyDown={openByKeys}
      onChange={(event) => void switchTo(event.currentTarget)}
    >
      {user.sites.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme());
  const choose = (next: Theme) => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <div class="field">
      <label for="theme">{w.account.theme}</label>
      <select
        id="theme"
        value={theme}
        onChange={(event) => choose(themes.find((one) => one === event.currentTarget.value) ?? 'auto')}
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {w.account.themes[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The name of a language in that language: Français. */
function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

function LanguageChoice({ user }: { user: User }) {
  const locales = useStore(about)?.locales ?? [user.locale];
  return (
    <div class="field">
      <label for="language">{w.account.language}</label>
      <select
        id="language"
        value={user.locale}
        onKeyDown={openByKeys}
        onChange={({ currentTarget: { value } }) =>
          void changeSession('/user/locale', { locale: value }).catch(notifyFailure)
        }
      >
        {locales.map((one) => (
          <option key={one} value={one} lang={one}>
            {nameOfLanguage(one)}
          </option>
        ))}
      </select>
    </div>
  );
}
