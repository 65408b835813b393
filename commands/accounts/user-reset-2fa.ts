/** `npm run user:reset-2fa -- E-MAIL`: removes a user's second factor, and ends their sessions. */
import { resetTwoFactor } from '../../auth/sign-in/administration.ts';
import { createMailer } from '../../service/outbox/mail/mail.ts';
import { readEmail, runAccountCommand } from './account-command.ts';

await runAccountCommand(
  'Use: npm run user:reset-2fa -- E-MAIL',
  readEmail,
  async ({ database, config }, email) => {
    await resetTwoFactor(database, createMailer(config), email);
    return `${email} now signs in with the password only, and is signed out everywhere.`;
  },
);
