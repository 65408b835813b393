/** The console's own words. All else is said by the service, in the language of the user. */
export const en = {
  frame: {
    skip: 'Skip to content',
    menu: 'Menu',
    site: 'Site',
    overview: 'Overview',
    account: 'Account',
    loading: 'Loading…',
    close: 'Close',
    offline: 'No connection. What you see may be old.',
    away: 'The service does not answer.',
    retry: 'Try again',
    notFound: 'There is nothing here.',
    forbidden: 'You may no longer do that here. The page now shows what you may.',
    failed: 'That could not be done.',
    yes: 'Yes',
    no: 'No',
    none: 'None',
    newVersion: 'A new version is there.',
    reload: 'Reload',
  },
  account: {
    signIn: 'Sign in',
    signOut: 'Sign out',
    email: 'E-mail',
    password: 'Password',
    remember: 'Stay signed in',
    theme: 'Appearance',
    themes: { auto: 'As the device', light: 'Light', dark: 'Dark' },
    language: 'Language',
    reference: 'API reference',
    expired: 'Your session has ended. Sign in again to go on; what you typed is kept.',
  },
  list: {
    create: 'New',
    list: 'List',
    board: 'Board',
    calendar: 'Calendar',
  },
  record: {},
  form: {
    choose: 'Search…',
    clear: 'Clear',
    take: 'Take away',
    results: (shown: number, total: number) =>
      total === 0
        ? 'Nothing found.'
        : shown < total
          ? `The first ${shown} of ${total.toLocaleString('en')}: type to find others.`
          : `${total} found.`,
  },
  views: {},
};

type Shape<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: never[]) => string
      ? T[K]
      : Shape<T[K]>;
};
export type Words = Shape<typeof en>;
