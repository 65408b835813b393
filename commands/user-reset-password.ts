/** `npm run user:reset-password -- E-MAIL`: gives somebody another password, and ends their sessions. */
import { requireAccount, resetPassword } from '../auth/sign-in/administration.ts';
import { readEmail, runAccountCommand } from './account-command.ts';

await runAccountCommand(
  'Use: npm run user:reset-password -- E-MAIL',
  readEmail,
  async ({ database, terminal }, email) => {
    await requireAccount(database, email);
    await resetPassword(database, email, await terminal.askNewPassword());
    return `${email} signs in with the new password from now on, and is signed out everywhere.`;
  },
);
