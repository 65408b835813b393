/** Rows about the settings, and about what answers at their addresses: without the database. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeFinding } from '../../engine/check/subject.ts';
import { inAddress, isLoopback } from '../../service/config/addresses.ts';
import { type SettingName, settingNames } from '../../service/config/names.ts';
import { withoutPassword } from '../../service/config/refusal.ts';
import { knock } from '../../service/outbox/mail/smtp.ts';
import { fault, type Row, row, warning } from './row.ts';

/** Last days of security fixes (github.com/nodejs/Release). */
const lastDays: Readonly<Record<string, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};
const secrets: readonly SettingName[] = ['APP_KEY', 'APP_PREVIOUS_KEYS', 'METRICS_TOKEN'];
/** Settings that may contain a password. */
const addresses: readonly SettingName[] = ['DATABASE_URL', 'SMTP_URL'];

export const givenRows: readonly Row[] = [
  row({
    what: 'Node.js',
    ask: ({ now }) => ({ version: process.versions.node, day: now.toISOString().slice(0, 10) }),
    judge: ({ version, day }) => {
      const [major = 0, minor = 0] = version.split('.').map(Number);
      // As in `engines` of package.json.
      if (major < 20 || (major === 20 && minor < 19))
        return fault(
          `It is ${version}. The service does not run on that version.`,
          'Install Node.js 20.19 or newer.',
        );
      const last = lastDays[major];
      if (last === undefined || day <= last) return `${version}.`;
      return warning(`It is ${version}, which has had no security fixes since ${last}.`);
    },
    advice: 'Install a version that gets security fixes. The service needs no other change.',
  }),
  row({
    what: 'settings',
    ask: ({ environment, settings: { given, refusals } }) => ({ environment, given, refusals }),
    judge: ({ environment, given, refusals }) => {
      const shown = (name: SettingName) => {
        const value = environment[name]?.trim() ?? '';
        if (secrets.includes(name)) return `${name} (a secret)`;
        return `${name}=${JSON.stringify(addresses.includes(name) ? withoutPassword(value) : value)}`;
      };
      const told = given.length > 0 ? `Given: ${given.map(shown).join(', ')}.` : 'None is given.';
      const rest = settingNames.filter((name) => !given.includes(name));
      return [
        ...refusals.map((refusal) => fault(refusal)),
        `${told} At their defaults: ${rest.join(', ') || 'none'}.`,
      ];
    },
    advice: 'Change it in the environment or in .env. .env.example explains each setting.',
  }),
];

export const configuredRows: readonly Row[] = [
  row({
    what: 'cookies',
    ask: ({ config: { appUrl, trustProxy } }) => ({ url: new URL(appUrl), trustProxy }),
    judge: ({ url: { protocol, origin, hostname }, trustProxy }) => {
      const told = `APP_URL is ${origin}`;
      if (protocol === 'https:' && trustProxy > 0)
        return `${told}: cookies are Secure if the proxy says https in X-Forwarded-Proto.`;
      if (protocol === 'https:')
        return warning(
          `${told}, but TRUST_PROXY is 0. The service trusts no proxy, so cookies are not Secure, and all clients seem to have the proxy’s address.`,
          'Set TRUST_PROXY to the number of proxies in front of the service.',
        );
      if (isLoopback(hostname)) return `${told}: cookies stay on this machine, and are not Secure there.`;
      return warning(
        `${told}: passwords and cookies can be read on the network, and cookies are not Secure.`,
        'Put a proxy with a certificate in front of the service, and its https address into APP_URL.',
      );
    },
  }),
  row({
    what: 'proxies',
    ask: ({ config }) => config,
    judge: ({ trustProxy, host, port }) => {
      if (trustProxy === 0)
        return 'No proxy is trusted: the address of a client is that of its connection (TRUST_PROXY is 0).';
      const place = `${inAddress(host)}:${port}`;
      const hops = `${trustProxy} ${trustProxy === 1 ? 'proxy is' : 'proxies are'} trusted, and the service`;
      if (isLoopback(host)) return `${hops} only listens on this machine (${place}).`;
      return warning(
        `${hops} listens on ${place}. A client that reaches it directly can claim any address, and https.`,
      );
    },
    advice:
      'Allow only the proxies to reach that port: by a firewall, a separate network, or HOST=127.0.0.1.',
  }),
  row({
    what: 'client',
    ask: ({ config, settings }) => (settings.given.includes('FRONTEND_URL') ? config : null),
    // The client's script reads the cookie `XSRF-TOKEN`.
    judge: (config) => {
      if (config === null) return null;
      const [own, client] = [new URL(config.appUrl), new URL(config.frontendUrl)];
      const domain = config.cookieDomain ?? own.hostname;
      const told = `FRONTEND_URL is ${client.origin}, and the cookie XSRF-TOKEN is for ${domain}: the script of the client`;
      const shares = config.cookieDomain !== null && `.${client.hostname}`.endsWith(`.${domain}`);
      if (client.hostname === own.hostname || shares) return `${told} can read the cookie.`;
      return warning(`${told} cannot read the cookie, so it can change nothing.`);
    },
    advice: 'Set COOKIE_DOMAIN to the common domain of both, or serve both from one host.',
  }),
  row({
    what: 'service',
    ask: async ({ config: { host, port } }) => {
      const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
      const address = `http://${inAddress(name)}:${port}`;
      const request = fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(10_000) });
      const answer = await request.catch(() => null);
      const body = (await answer?.json().catch(() => null)) as { status?: string } | null | undefined;
      return { address, answers: answer !== null, isReady: answer?.status === 200, status: body?.status };
    },
    judge: ({ address, answers, isReady, status }) => {
      if (!answers) return `Nothing answers at ${address}. The service does not run here.`;
      if (status === undefined)
        return warning(
          `Another program answers at ${address}.`,
          'Stop that program, or set PORT to another port.',
        );
      if (isReady) return `It runs at ${address}, and is ready.`;
      return warning(`It runs at ${address}, and is not ready: ${status}.`);
    },
    advice:
      'Look at the results about the database and the disk on this page, and at the log of the service.',
  }),
  row({
    what: 'mail',
    ask: async ({
      config: {
        mail: { smtp, folder },
      },
    }) => {
      const refused =
        smtp &&
        (await knock(smtp).then(
          () => null,
          (error: Error) => error.message,
        ));
      return { smtp, folder, refused };
    },
    judge: ({ smtp, folder, refused }) => {
      if (smtp === null)
        return `SMTP_URL is not set. Mails are written to ${folder}, and no one receives them. To send mails, set SMTP_URL and MAIL_FROM.`;
      const server = `${smtp.host}:${smtp.port} (SMTP_URL)`;
      if (refused !== null) return fault(`${server} accepts no mail: ${refused.slice(0, 300)}`);
      return `${server} answers${smtp.login === null ? '' : ' and accepts the password'}.`;
    },
    advice:
      'Check host, port, user and password, and whether the certificate is valid for that host. Until then mails wait.',
  }),
  row({
    what: 'definitions',
    ask: ({ definitions }) => definitions,
    judge: (definitions) => {
      if (!(definitions instanceof Error)) return `${definitions.size} are sound.`;
      const findings =
        'findings' in definitions && Array.isArray(definitions.findings) ? definitions.findings : null;
      return findings?.slice(0, 10).map((one) => fault(describeFinding(one))) ?? fault(definitions.message);
    },
    advice: 'npm run check:resources lists mistakes in definitions, and the remedies.',
  }),
  row({
    what: 'database',
    ask: ({ settings, config: { database } }) => {
      const path = database.kind === 'sqlite' ? database.path : null;
      const [isThere, hasFolder] = [
        path === null || existsSync(path),
        path !== null && existsSync(dirname(path)),
      ];
      return { isKnown: settings.knowsDatabase, path, isThere, hasFolder };
    },
    judge: ({ isKnown, path, isThere, hasFolder }) => {
      if (!isKnown) return warning('Not checked: DATABASE_URL cannot be used.', 'Mend DATABASE_URL first.');
      if (path === ':memory:')
        return warning(
          'It is in memory, and is lost when the service ends.',
          'To keep the data, give a file in DATABASE_URL.',
        );
      if (path === null || isThere) return null;
      if (hasFolder) return `${path} does not exist yet. The first start creates it.`;
      return warning(
        `${path} does not exist, and neither does its folder.`,
        `Create ${dirname(path)}, or check DATABASE_URL. A start only creates the folder of the default path.`,
      );
    },
  }),
];
