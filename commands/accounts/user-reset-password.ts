/** `npm run user:reset-password -- E-MAIL`: gives a user another password, and ends their sessions. */
import { requireAccount, resetPassword } from '../../auth/sign-in/administration.ts';
import { createMailer } from '../../service/outbox/mail/mail.ts';
import { readEmail, runAccountCommand } from './account-command.ts';

await runAccountCommand(
  'Use: npm run user:reset-password -- E-MAIL',
  readEmail,
  async ({ database, config, terminal }, email) => {
    await requireAccount(database, email);
    await resetPassword(database, createMailer(config), email, await terminal.askNewPassword());
    return `${email} now signs in with the new password, and is signed out everywhere.`;
  },
);
