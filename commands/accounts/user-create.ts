/**
 * `npm run user:create -- --admin`: creates a user who can sign in, and asks for everything that is not given. The password is
 * never an argument, because the list of processes would show it. With `--admin` the user has all permissions at the
 * headquarters, which is created on an empty database: the first administrator.
 */
import { parseArgs } from 'node:util';
import { createPerson } from '../../auth/sign-in/administration.ts';
import { runAccountCommand } from './account-command.ts';

const usage =
  'Use: npm run user:create -- [--admin] [--email=] [--username=] [--first-name=] [--last-name=] [--locale=]';

await runAccountCommand(usage, readOptions, async ({ database, config, terminal }, options) => {
  const answer = async (given: string | undefined, question: string) => given ?? terminal.ask(question);
  const email = await answer(options.email, 'E-mail:');
  const person = {
    email,
    username: await answer(options.username, 'Username:'),
    firstName: await answer(options['first-name'], 'First name:'),
    lastName: await answer(options['last-name'], 'Last name:'),
    locale: options.locale ?? config.locales[0],
    admin: options.admin ?? false,
    password: await terminal.askNewPassword(),
  };
  await createPerson(database, person);
  return `${email} can sign in${person.admin ? ', as an administrator at the headquarters' : ', but has no site yet'}.`;
});

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  return parseArgs({
    args: [...args],
    options: {
      admin: { type: 'boolean' },
      email: text,
      username: text,
      'first-name': text,
      'last-name': text,
      locale: text,
    },
  }).values;
}
