/** Checks of keys, of accounts, and of permissions. */
import { countPeople, countSeals, findDemoPeople, judgeKeys } from '../../auth/index.ts';
import type { Database } from '../../engine/database/open.ts';
import { isLoopback } from '../../service/config/addresses.ts';
import type { Config } from '../../service/config/config.ts';
import { count, type Diagnosis, fault, fine, warning } from './diagnosis.ts';
import type { SettingsRead } from './read-settings.ts';

/** So many second factors are opened. */
const maxSeals = 10_000;

/** Whether the keys of the settings are those of the database, and which second factors they open. */
export async function checkKey(
  database: Database,
  { appKeys }: Config,
  key: SettingsRead['key'],
): Promise<Diagnosis[]> {
  const todo =
    'Give the key that the database was written with in APP_KEY or APP_PREVIOUS_KEYS, the same on every node. If it is lost: npm run key:forget';
  if (key === 'missing')
    return [fault('key', 'It cannot be read, so the doctor cannot check what it opens.', todo)];
  if (key === 'not made yet') return [fault('key', 'The database exists, but its key does not.', todo)];
  const { verdict } = await judgeKeys(database, appKeys);
  if (verdict === 'another')
    return [
      fault(
        'key',
        'It is not the key that the database was written with, so the service does not start.',
        todo,
      ),
    ];
  const told = key === 'given' ? 'APP_KEY' : 'the file beside the database';
  const { first, earlier, lost } = await countSeals(database, appKeys, maxSeals);
  return [
    fine(
      'key',
      `It is from ${told}, and ${verdict === 'known' ? 'the database knows it' : 'the next start stores a check of it there'}.`,
    ),
    checkSeals(first, earlier, lost),
  ];
}

function checkSeals(first: number, earlier: number, lost: number): Diagnosis {
  const what = 'second factors';
  if (lost > 0) {
    const todo =
      'Run npm run user:reset-2fa -- E-MAIL for each of them. They then sign in with the password only, and set up the second factor again.';
    return fault(
      what,
      `No key opens the second factors of ${count(lost, 'person', 'people')}, who cannot sign in.`,
      todo,
    );
  }
  if (earlier > 0) {
    const told = `${count(earlier, 'person', 'people')} of ${first + earlier} have a second factor that only a key of APP_PREVIOUS_KEYS opens.`;
    return warning(what, told, 'Keep that key, or ask them to set up their second factor again.');
  }
  return fine(
    what,
    first === 0
      ? 'Nobody has one.'
      : `${count(first, 'person has', 'people have')} a second factor, which the present key opens.`,
  );
}

/** The people who can sign in, and accounts that anyone could use. */
export async function checkPeople(database: Database, config: Config): Promise<Diagnosis[]> {
  const { people, administrators, withoutRole, sessions } = await countPeople(database);
  const told = `${count(people, 'person', 'people')}, ${count(administrators, 'administrator')}, ${count(sessions, 'session')}.`;
  return [
    administrators > 0
      ? fine('people', told)
      : warning(
          'people',
          `${told} No one has all permissions at the headquarters.`,
          'npm run user:create -- --admin',
        ),
    ...(withoutRole > 0
      ? [
          warning(
            'roles',
            `${count(withoutRole, 'person has', 'people have')} no role at any site, and no permissions.`,
            'Give them roles at their sites (PATCH /users/{id}, memberships), or delete them.',
          ),
        ]
      : []),
    checkDemo(await findDemoPeople(database), config),
  ];
}

/** Anyone can use demo accounts whose passwords are still those of the README. */
function checkDemo(
  { all, open }: Awaited<ReturnType<typeof findDemoPeople>>,
  { host, appUrl }: Pick<Config, 'host' | 'appUrl'>,
): Diagnosis {
  const what = 'demo accounts';
  if (open.length === 0)
    return fine(what, all.length === 0 ? 'None.' : `${all.length}, with passwords of their own.`);
  const told = `Anyone who has read the README can sign in as ${open.join(', ')}`;
  if (isLoopback(host) && isLoopback(new URL(appUrl).hostname))
    return fine(what, `${told}. Only this machine can reach the service.`);
  const todo =
    'Delete them, or: npm run user:reset-password -- E-MAIL. For real work begin with an empty database.';
  return fault(what, `${told}.`, todo);
}
