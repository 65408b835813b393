/** Checks of keys, of accounts, and of who may do what. */
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
    'Give the key that the database was written with in APP_KEY or APP_PREVIOUS_KEYS, the same on every node; where it is lost: npm run key:forget';
  if (key === 'missing')
    return [fault('key', 'It cannot be had, so nothing is known of what it opens.', todo)];
  if (key === 'not made yet') return [fault('key', 'The database is there, and its key is not.', todo)];
  const { verdict } = await judgeKeys(database, appKeys);
  if (verdict === 'another')
    return [
      fault('key', 'It is not the one that the database was written with: the service does not start.', todo),
    ];
  const told = key === 'given' ? 'APP_KEY' : 'the file beside the database';
  const { first, earlier, lost } = await countSeals(database, appKeys, maxSeals);
  return [
    fine(
      'key',
      `It is from ${told}, and ${verdict === 'known' ? 'the database knows it' : 'the next start makes it known to the database'}.`,
    ),
    checkSeals(first, earlier, lost),
  ];
}

function checkSeals(first: number, earlier: number, lost: number): Diagnosis {
  const what = 'second factors';
  if (lost > 0) {
    const todo =
      'npm run user:reset-2fa -- E-MAIL for each of them; they sign in with the password alone, and set it up again.';
    return fault(what, `No key opens those of ${count(lost, 'person', 'people')}, who cannot sign in.`, todo);
  }
  if (earlier > 0) {
    const told = `${count(earlier, 'person', 'people')} of ${first + earlier} have one that only a key of APP_PREVIOUS_KEYS opens.`;
    return warning(what, told, 'Keep that key, or let them set up their second factor again.');
  }
  return fine(
    what,
    first === 0
      ? 'Nobody has one.'
      : `${count(first, 'person has', 'people have')} one, which the present key opens.`,
  );
}

/** Who can sign in, and whether a person could who should not. */
export async function checkPeople(database: Database, config: Config): Promise<Diagnosis[]> {
  const { people, administrators, withoutRole, sessions } = await countPeople(database);
  const told = `${count(people, 'person', 'people')}, ${count(administrators, 'administrator')}, ${count(sessions, 'session')}.`;
  return [
    administrators > 0
      ? fine('people', told)
      : warning(
          'people',
          `${told} Nobody may do everything at the headquarters.`,
          'npm run user:create -- --admin',
        ),
    ...(withoutRole > 0
      ? [
          warning(
            'roles',
            `${count(withoutRole, 'person has', 'people have')} no role at any site, and may do nothing.`,
            'Give them roles at their sites (PATCH /users/{id}, memberships), or delete them.',
          ),
        ]
      : []),
    checkDemo(await findDemoPeople(database), config),
  ];
}

/** Demo people are everybody's whose passwords are still those of the README. */
function checkDemo(
  { all, open }: Awaited<ReturnType<typeof findDemoPeople>>,
  { host, appUrl }: Pick<Config, 'host' | 'appUrl'>,
): Diagnosis {
  const what = 'demo accounts';
  if (open.length === 0)
    return fine(what, all.length === 0 ? 'None.' : `${all.length}, with passwords of their own.`);
  const told = `${open.join(', ')} can be signed in to by everybody who has read the README`;
  if (isLoopback(host) && isLoopback(new URL(appUrl).hostname))
    return fine(what, `${told}, and the service is for this machine alone.`);
  const todo =
    'Delete them, or: npm run user:reset-password -- E-MAIL. For real work begin with an empty database.';
  return fault(what, `${told}.`, todo);
}
