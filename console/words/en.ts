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
    verify: 'Continue',
    code: 'Code of your app',
    codeHint: 'Six digits, as your authenticator shows them now.',
    recoveryCode: 'Recovery code',
    recoveryCodeHint: 'One of those that you kept when you set this up. Each works once.',
    useRecoveryCode: 'Use a recovery code',
    useCode: 'Use the code of your app',
    cancel: 'Cancel',
    roles: 'Roles',
    changePassword: 'Change the password',
    currentPassword: 'Current password',
    newPassword: 'New password',
    repeatPassword: 'New password once more',
    passwordHint: '8 characters at least. Your other sessions end.',
    passwordChanged: 'The password is changed.',
    twoFactor: 'Second factor',
    twoFactorOff: 'Signing in asks for the password alone.',
    twoFactorBegin: 'Set up a second factor',
    twoFactorRemove: 'Remove the second factor',
    newRecoveryCodes: 'New recovery codes',
    scan: 'Scan this picture with an authenticator app, then type the code that it shows.',
    qrCode: 'Picture for the authenticator app',
    secret: 'Or type this into the app:',
    keepCodes:
      'Keep these codes where you find them without your phone. They are shown once; each signs you in once.',
    copy: 'Copy',
    copied: 'Copied',
    download: 'Download',
    codesKept: 'I have kept them',
    sessions: 'Where you are signed in',
    unknownBrowser: 'Unknown browser',
    signedInAt: 'Signed in',
    lastSeenAt: 'last seen',
    thisSession: 'This one',
    endSession: 'Sign out',
    twoFactorOn: (left: number) =>
      `Signing in asks for a code of your app, too. ${left} recovery codes are left.`,
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
