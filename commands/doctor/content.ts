/** Rows about what is kept: keys and what they open, people, tasks, files, mails, webhooks. */
import { countPeople, countSeals, findDemoPeople, judgeKeys, openSecret } from '../../auth/index.ts';
import { examineFiles } from '../../engine/features/files/store/examine.ts';
import { taskStates } from '../../engine/features/tasks/lease.ts';
import { isLoopback } from '../../service/config/addresses.ts';
import { noticesKind } from '../../service/outbox/mail/notices.ts';
import { countUnopened } from '../../service/outbox/mail/queue.ts';
import { secretOwner } from '../../service/outbox/webhooks/signature.ts';
import { readWebhooks } from '../../service/outbox/webhooks/stop.ts';
import { count, duration, fault, type Known, listed, type Row, row, warning } from './row.ts';

/** So many second factors are opened, and files looked at. */
const [maxSeals, maxFiles] = [10_000, 20_000];
const maxOverdueMs = 15 * 60_000;
/** Null if this project has none. */
const webhooksOf = async ({ database, definitions }: Known) =>
  definitions instanceof Error || !definitions.has('webhooks') ? null : readWebhooks(database);
const people = (number: number) => count(number, 'person', 'people');

export const keyRow: Row = row({
  what: 'key',
  ask: async ({ database, config, settings: { key } }) => {
    const isThere = key === 'given' || key === 'kept';
    return { key, verdict: isThere ? (await judgeKeys(database, config.appKeys)).verdict : null };
  },
  judge: ({ key, verdict }) => {
    if (key === 'missing') return fault('It cannot be read, so the doctor cannot check what it opens.');
    if (key === 'not made yet') return fault('The database exists, but its key does not.');
    if (verdict === 'another')
      return fault('It is not the key that the database was written with, so the service does not start.');
    const from = key === 'given' ? 'APP_KEY' : 'the file beside the database';
    return `It is from ${from}, and ${verdict === 'known' ? 'the database knows it' : 'the next start stores a check of it there'}.`;
  },
  advice:
    'Give the key that the database was written with in APP_KEY or APP_PREVIOUS_KEYS, the same on every node. If it is lost: npm run key:forget',
});

/** With another key, nothing can be said about these. */
export const sealedRows: readonly Row[] = [
  row({
    what: 'second factors',
    ask: ({ database, config }) => countSeals(database, config.appKeys, maxSeals),
    judge: ({ first, earlier, lost }) => {
      if (lost > 0)
        return fault(
          `No key opens the second factors of ${people(lost)}, who cannot sign in.`,
          'Run npm run user:reset-2fa -- E-MAIL for each of them. They then sign in with the password only, and set up the second factor again.',
        );
      if (earlier > 0)
        return warning(
          `${people(earlier)} of ${first + earlier} have a second factor that only a key of APP_PREVIOUS_KEYS opens.`,
          'Keep that key, or ask them to set up their second factor again.',
        );
      if (first === 0) return 'Nobody has one.';
      return `${count(first, 'person has', 'people have')} a second factor, which the present key opens.`;
    },
  }),
  row({
    what: 'links of mails',
    ask: ({ database, config }) => countUnopened(database, config.appKeys, noticesKind),
    judge: (unopened) =>
      unopened === 0
        ? null
        : warning(
            `No key opens the links in ${count(unopened, 'mail')} that wait${unopened === 1 ? 's' : ''}.`,
          ),
    advice:
      'Give the key that they were written with in APP_PREVIOUS_KEYS. Otherwise they are dropped, and people must ask for another link.',
  }),
  row({
    what: 'secrets of webhooks',
    ask: async (known) => {
      const { appKeys } = known.config;
      const { sealed = [] } = (await webhooksOf(known)) ?? {};
      const closed = (keys: readonly Buffer[]) =>
        sealed.filter(({ id, secret }) => openSecret(keys, secret, secretOwner(id)) === null).length;
      return { byFirst: closed(appKeys.slice(0, 1)), byAll: closed(appKeys) };
    },
    judge: ({ byFirst, byAll }) => {
      if (byAll > 0)
        return warning(`No key opens the secrets of ${count(byAll, 'webhook')}, so nothing is sent to them.`);
      if (byFirst === 0) return null;
      return warning(`Only a key of APP_PREVIOUS_KEYS opens the secrets of ${count(byFirst, 'webhook')}.`);
    },
    advice: 'Make new ones (“New secret”).',
  }),
];

export const contentRows: readonly Row[] = [
  row({
    what: 'people',
    ask: ({ database }) => countPeople(database),
    judge: ({ people: all, administrators, sessions }) => {
      const told = `${people(all)}, ${count(administrators, 'administrator')}, ${count(sessions, 'session')}.`;
      return administrators > 0 ? told : warning(`${told} No one has all permissions at the headquarters.`);
    },
    advice: 'npm run user:create -- --admin',
  }),
  row({
    what: 'roles',
    ask: async ({ database }) => (await countPeople(database)).withoutRole,
    judge: (without) =>
      without === 0
        ? null
        : warning(`${count(without, 'person has', 'people have')} no role at any site, and no permissions.`),
    advice: 'Give them roles at their sites (PATCH /users/{id}, memberships), or delete them.',
  }),
  row({
    what: 'demo accounts',
    // Anyone can use them if their passwords are still those of the README.
    ask: async ({ database, config: { host, appUrl } }) => {
      const isNear = isLoopback(host) && isLoopback(new URL(appUrl).hostname);
      return { ...(await findDemoPeople(database)), isNear };
    },
    judge: ({ all, open, isNear }) => {
      if (open.length === 0)
        return all.length === 0 ? 'None.' : `${all.length}, with passwords of their own.`;
      const told = `Anyone who has read the README can sign in as ${open.join(', ')}.`;
      return isNear ? `${told} Only this machine can reach the service.` : fault(told);
    },
    advice:
      'Delete them, or: npm run user:reset-password -- E-MAIL. For real work begin with an empty database.',
  }),
  row({
    what: 'tasks',
    ask: ({ database }) => taskStates(database),
    judge: (states) => {
      if (states.length === 0) return 'None has run yet. The first start of the service runs them.';
      return states.map(({ name, now, dueAt, leasedUntil, succeededAt, failures }) => {
        const what = `task ${name}`;
        const last =
          succeededAt === null
            ? 'It has never succeeded'
            : `It last succeeded ${duration(now - succeededAt)} ago`;
        const isHeld = leasedUntil !== null && leasedUntil > now;
        if (failures > 0)
          return {
            what,
            ...warning(
              `${last}, and has failed ${count(failures, 'time')} since.`,
              'Look for “A task has failed” in the log. npm run tasks -- --once runs it now.',
            ),
          };
        if (!isHeld && dueAt > 0 && now - dueAt > maxOverdueMs)
          return {
            what,
            ...warning(
              `${last}, and has been due for ${duration(now - dueAt)}. No process runs it.`,
              'Start the service with RUN_TASKS=true on at least one node, or run npm run tasks.',
            ),
          };
        return { what, state: 'fine', told: `${last}.`, todo: null };
      });
    },
  }),
  row({
    what: 'files',
    ask: async ({
      database,
      config: {
        files: { folder },
      },
    }) => ({
      folder,
      ...(await examineFiles(database, folder, maxFiles)),
    }),
    judge: ({ folder, looked, whole, lacking, wrong, unused }) => {
      const place = folder === null ? 'the database' : `${folder} (FILES_FOLDER) or the database`;
      const todo =
        folder === null
          ? 'If FILES_FOLDER was set before, set it again. Otherwise restore them from a backup of the database.'
          : 'Check whether this is the folder that was used before, and restore them from its backup or that of the database.';
      const found = [
        ...(lacking.length === 0
          ? []
          : [
              fault(
                `The bytes of ${count(lacking.length, 'file')} are not in ${place}: ${listed(lacking)}.`,
                todo,
              ),
            ]),
        ...(wrong.length === 0
          ? []
          : [
              fault(
                `${count(wrong.length, 'file has', 'files have')} a wrong length: ${listed(wrong)}.`,
                todo,
              ),
            ]),
        ...(unused === 0
          ? []
          : [
              warning(
                `${count(unused, 'file')} in ${place} should have been removed: no row refers to them.`,
              ),
            ]),
      ];
      if (found.length > 0) return found;
      return `${whole ? '' : 'Of the newest '}${count(looked, 'file is', 'files are')} in ${place}, each with the right length.`;
    },
    advice: 'npm run tasks -- --once removes them now, or says why it cannot.',
  }),
  row({
    what: 'webhooks',
    ask: webhooksOf,
    judge: (webhooks) => {
      if (webhooks === null) return null;
      const { failing, sealed } = webhooks;
      if (failing.length === 0) return `${count(sealed.length, 'webhook')}; none is failing.`;
      const named = listed(failing.map(({ id, name }) => `“${name}” (${id})`));
      return warning(`${count(failing.length, 'is', 'are')} failing, or switched off for that: ${named}.`);
    },
    advice: 'Their deliveries show the reason. After three days the service gives up what waits.',
  }),
];
