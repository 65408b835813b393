/** The texts of mails about an account: links, and changes of password, address and second factor. */
import type { AccountMailKind } from '../../../auth/index.ts';
import { type Message, render, say } from '../../../engine/message.ts';
import type { Block, Letter } from './letter.ts';
import type { Reader } from './reader.ts';
import { momentFor } from './reader.ts';

/** The stored content of such a mail until it is sent. */
export interface AccountContent {
  /** When its link expires, ISO 8601 UTC; null for mails without a link. */
  readonly until: string | null;
}

interface Told {
  readonly to: string;
  /** When it happened, ISO 8601 UTC. */
  readonly at: string;
  readonly until: string | null;
  readonly token: string | null;
  readonly appName: string;
  readonly passwordUrl: string;
}

interface Words {
  readonly subject: Message;
  readonly lines: readonly Message[];
  /** The text of the button with its link. */
  readonly button?: Message;
  /** The part of the address after the token. */
  readonly behind?: string;
}

const notYou = say('If that was not you, choose a new password at once, and tell your administrator.');
const once = say('The link works once, until {until}.');

const words: Readonly<Record<AccountMailKind, Words>> = {
  reset: {
    subject: say('Choose a new password'),
    lines: [
      say('Somebody, probably you, has asked for a new password for your account at {app}.'),
      once,
      say('If that was not you, ignore this mail. Your password stays as it is.'),
    ],
    button: say('Choose a password'),
  },
  invite: {
    subject: say('Your account at {app}'),
    lines: [say('There is an account for you at {app}. Choose a password to sign in with {to}.'), once],
    button: say('Choose a password'),
  },
  'confirm-email': {
    subject: say('Confirm your e-mail address'),
    lines: [
      say('{to} shall become the address of your account at {app}. It does when you confirm it.'),
      once,
      say('If that was not you, ignore this mail. The address stays as it is.'),
    ],
    button: say('Confirm the address'),
    behind: '&for=email',
  },
  'password-changed': {
    subject: say('Your password has been changed'),
    lines: [say('The password of your account at {app} was changed on {at}.'), notYou],
  },
  'password-reset': {
    subject: say('Your password has been reset'),
    lines: [
      say('A new password was chosen for your account at {app} on {at}, by a link that was sent to you.'),
      notYou,
    ],
  },
  'email-changed': {
    subject: say('Your e-mail address has been changed'),
    lines: [
      say(
        'Your account at {app} has had another e-mail address since {at}. This is the last mail to this one.',
      ),
      say('If that was not you, tell your administrator at once.'),
    ],
  },
  'two-factor-on': {
    subject: say('Two-factor sign-in is on'),
    lines: [say('Signing in to your account at {app} has asked for a code since {at}.'), notYou],
  },
  'two-factor-off': {
    subject: say('Two-factor sign-in is off'),
    lines: [say('Signing in to your account at {app} has not asked for a code any more since {at}.'), notYou],
  },
};

/** The purposes of links in such mails. */
export const accountLinks = ['reset', 'invite', 'confirm-email'] as const;

export function isAccountMail(kind: string): kind is AccountMailKind {
  return Object.hasOwn(words, kind);
}

/** @returns null for a link whose token is lost: no key can decrypt it any more */
export function accountLetter(kind: AccountMailKind, reader: Reader, told: Told): Letter | null {
  const { subject, lines, button, behind = '' } = words[kind];
  const { locale } = reader;
  if (button && told.token === null) return null;
  const params = {
    app: told.appName,
    to: told.to,
    at: momentFor(reader, told.at),
    until: told.until === null ? '' : momentFor(reader, told.until),
  };
  const text = (message: Message): string => render(say(message, params), locale);
  const [first, ...more] = lines.map((line): Block => ({ text: text(line) }));
  const url = `${told.passwordUrl.replace('{token}', told.token ?? '')}${behind}`;
  return {
    locale,
    subject: text(subject),
    blocks: [
      { text: text(say('Hello {name},', { name: reader.name })) },
      ...(first ? [first] : []),
      ...(button ? [{ link: { label: text(button), url } }] : []),
      ...more,
    ],
    footer: text(say('{app} sends this mail to {to} because of your account there.')),
    unsubscribe: null,
  };
}
