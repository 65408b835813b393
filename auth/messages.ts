/** Every text that sign-in says to a person, in all languages of the service. */
import { type Message, say } from '../engine/message.ts';

export const texts = {
  badCredentials: say('The e-mail address or the password is not right.'),
  notStateful: say(
    'This request cannot have a session. Send it with an Origin (or Referer) header whose host is listed in STATEFUL_DOMAINS or is the service’s own address.',
  ),
  cookieInVain: say(
    'The session cookie came without an Origin (or Referer) header. Send this header with each request. Its host must be listed in STATEFUL_DOMAINS or be the service’s own.',
  ),
  tooMany: say('Too many attempts. Try again in {seconds} seconds.'),
  tooLong: say('The field “{field}” must not be longer than {limit} characters.'),
  wrongPassword: say('The password is not right.'),
  wrongCode: say('The code is not right, or has been used already. Wait for the next one.'),
  wrongRecoveryCode: say('The recovery code is not right, or has been used already.'),
  oneCode: say('Send either a code or a recovery code.'),
  noLoginPending: say('No login is waiting for a code. Sign in with your e-mail address and password first.'),
  twoFactorOn: say('Two-factor sign-in is already on. Remove it before you set it up again.'),
  twoFactorOff: say('Two-factor sign-in is not on.'),
  twoFactorNotBegun: say('There is no set-up to confirm. Begin one first.'),
  passwordTooShort: say('The password must have at least {min} bytes.'),
  passwordTooLong: say(
    'The password must have at most {max} bytes; letters with accents count for more than one.',
  ),
  passwordTooCommon: say(
    'This is one of the most common passwords, which attackers try first. Choose another one.',
  ),
  passwordIsName: say('The password must be neither the e-mail address nor the username.'),
  passwordWithNul: say('The password must not contain a NUL character.'),
  passwordsDiffer: say('The two passwords are not the same.'),
  linkOnItsWay: say(
    'If there is an account with this address, a link to choose a new password is on its way to it.',
  ),
  badLink: say('This link does not work any more. Ask for another one.'),
  notEmail: say('This is not an e-mail address of at most {limit} characters.'),
  emailTaken: say('The address now belongs to another account.'),
  noDryRun: say('This request has no dry run. Leave out the header Prefer.'),
  required: say('The field “{field}” is required.'),
  unknownField: say('There is no field “{field}” here. Allowed: {known}.'),
  notText: say('The field “{field}” must be a text.'),
  notFlag: say('The field “{field}” must be true or false.'),
  notId: say('The field “{field}” must be a positive integer.'),
  notYourSite: say('The site is not one of yours.'),
  unknownLocale: say('This language is not available. Choose one of: {known}.'),
} as const satisfies Record<string, Message>;
