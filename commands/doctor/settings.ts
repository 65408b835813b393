/** Checks of the settings, without a connection. */
import { inAddress, isLoopback } from '../../service/config/addresses.ts';
import type { Config } from '../../service/config/config.ts';
import { type SettingName, settingNames } from '../../service/config/names.ts';
import { withoutPassword } from '../../service/config/refusal.ts';
import { type Diagnosis, fault, fine, warning } from './diagnosis.ts';
import type { Environment, SettingsRead } from './read-settings.ts';

/** As in `engines` of package.json. */
const oldestNode = [20, 19] as const;
/** Last days of security fixes (github.com/nodejs/Release). */
const lastDays: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};

/** @param version as `process.versions.node` has it */
export function checkNode(version: string, today: Date): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldest, oldestMinor] = oldestNode;
  if (major < oldest || (major === oldest && minor < oldestMinor)) {
    const todo = `Install Node.js ${oldestNode.join('.')} or newer.`;
    return fault('Node.js', `It is ${version}. The service does not run on that version.`, todo);
  }
  const last = lastDays[major];
  if (last !== undefined && today.toISOString().slice(0, 10) > last) {
    const todo = 'Install a version that gets security fixes. The service needs no other change.';
    return warning('Node.js', `It is ${version}, which has had no security fixes since ${last}.`, todo);
  }
  return fine('Node.js', `${version}.`);
}

const secrets: readonly SettingName[] = ['APP_KEY', 'APP_PREVIOUS_KEYS', 'METRICS_TOKEN'];
/** Settings that may contain a password. */
const addresses: readonly SettingName[] = ['DATABASE_URL', 'SMTP_URL'];

/** Which settings are given; the values of those that are no secrets. */
export function checkSettings(environment: Environment, { refusals, given }: SettingsRead): Diagnosis[] {
  const shown = (name: SettingName): string => {
    if (secrets.includes(name)) return `${name} (a secret)`;
    const value = environment[name]?.trim() ?? '';
    return `${name}=${JSON.stringify(addresses.includes(name) ? withoutPassword(value) : value)}`;
  };
  const rest = settingNames.filter((name) => !given.includes(name));
  const told = [
    given.length > 0 ? `Given: ${given.map(shown).join(', ')}.` : 'None is given.',
    ...(rest.length > 0 ? [`At their defaults: ${rest.join(', ')}.`] : []),
  ].join(' ');
  const todo = 'Change it in the environment or in .env. .env.example explains each setting.';
  return [...refusals.map((refusal) => fault('settings', refusal, todo)), fine('settings', told)];
}

/** Whether passwords and cookies are safe on their way, and whether the browser will send them. */
export function checkAddresses(config: Config, given: readonly SettingName[]): Diagnosis[] {
  const { appUrl, frontendUrl, cookieDomain, host, port, trustProxy } = config;
  const [own, client] = [new URL(appUrl), new URL(frontendUrl)];
  return [
    checkScheme(own, trustProxy),
    checkProxies(trustProxy, host, port),
    ...(given.includes('FRONTEND_URL') ? [checkClientHost(own, client, cookieDomain)] : []),
  ];
}

function checkScheme({ protocol, origin, hostname }: URL, trustProxy: number): Diagnosis {
  if (protocol === 'https:' && trustProxy > 0) {
    const told = `APP_URL is ${origin}: cookies are Secure if the proxy says https in X-Forwarded-Proto.`;
    return fine('cookies', told);
  }
  if (protocol === 'https:') {
    const told = `APP_URL is ${origin}, but TRUST_PROXY is 0. The service trusts no proxy, so cookies are not Secure, and all clients seem to have the proxy’s address.`;
    return warning('cookies', told, 'Set TRUST_PROXY to the number of proxies in front of the service.');
  }
  if (isLoopback(hostname))
    return fine('cookies', `APP_URL is ${origin}: cookies stay on this machine, and are not Secure there.`);
  const told = `APP_URL is ${origin}: passwords and cookies can be read on the network, and cookies are not Secure.`;
  return warning(
    'cookies',
    told,
    'Put a proxy with a certificate in front of the service, and its https address into APP_URL.',
  );
}

function checkProxies(trustProxy: number, host: string, port: number): Diagnosis {
  const place = `${inAddress(host)}:${port}`;
  const hops = `${trustProxy} ${trustProxy === 1 ? 'proxy is' : 'proxies are'} trusted`;
  if (trustProxy === 0) {
    return fine(
      'proxies',
      'No proxy is trusted: the address of a client is that of its connection (TRUST_PROXY is 0).',
    );
  }
  if (isLoopback(host))
    return fine('proxies', `${hops}, and the service only listens on this machine (${place}).`);
  const told = `${hops}, and the service listens on ${place}. A client that reaches it directly can claim any address, and https.`;
  return warning(
    'proxies',
    told,
    'Allow only the proxies to reach that port: by a firewall, a separate network, or HOST=127.0.0.1.',
  );
}

/** The client's script reads the cookie `XSRF-TOKEN`. */
function checkClientHost(own: URL, client: URL, cookieDomain: string | null): Diagnosis {
  const domain = cookieDomain ?? own.hostname;
  const reads = client.hostname === domain || client.hostname.endsWith(`.${domain}`);
  const told = `FRONTEND_URL is ${client.origin}, and the cookie XSRF-TOKEN is for ${domain}`;
  if (client.hostname === own.hostname || (cookieDomain !== null && reads))
    return fine('client', `${told}: the script of the client can read the cookie.`);
  const todo = 'Set COOKIE_DOMAIN to the common domain of both, or serve both from one host.';
  return warning(
    'client',
    `${told}: the script of the client cannot read the cookie, so it can change nothing.`,
    todo,
  );
}
