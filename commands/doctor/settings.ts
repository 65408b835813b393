/** Checks of what is set, without asking anybody else. */
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
    return fault('Node.js', `It is ${version}, which the service does not run on.`, todo);
  }
  const last = lastDays[major];
  if (last !== undefined && today.toISOString().slice(0, 10) > last) {
    const todo = 'Install a version that gets them; the service needs nothing else for it.';
    return warning('Node.js', `It is ${version}, which has had no security fixes since ${last}.`, todo);
  }
  return fine('Node.js', `${version}.`);
}

const secrets: readonly SettingName[] = ['APP_KEY', 'APP_PREVIOUS_KEYS', 'METRICS_TOKEN'];
/** Those that may hold a password. */
const addresses: readonly SettingName[] = ['DATABASE_URL', 'DATABASE_READ_URL', 'SMTP_URL'];

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
  const todo = 'Change it in the environment or in .env: .env.example explains each setting.';
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
    const told = `APP_URL is ${origin}: cookies are Secure where the proxy says https in X-Forwarded-Proto.`;
    return fine('cookies', told);
  }
  if (protocol === 'https:') {
    const told = `APP_URL is ${origin}, but TRUST_PROXY is 0: no proxy is believed to speak https, so cookies are not Secure, and every client has the proxy’s address.`;
    return warning('cookies', told, 'Set TRUST_PROXY to the number of proxies in front of the service.');
  }
  if (isLoopback(hostname))
    return fine('cookies', `APP_URL is ${origin}: they stay on this machine, and are not Secure there.`);
  const told = `APP_URL is ${origin}: passwords and cookies can be read on their way, and cookies are not Secure.`;
  return warning(
    'cookies',
    told,
    'Put a proxy with a certificate in front, and its https address in APP_URL.',
  );
}

function checkProxies(trustProxy: number, host: string, port: number): Diagnosis {
  const place = `${inAddress(host)}:${port}`;
  const hops = `${trustProxy} ${trustProxy === 1 ? 'proxy is' : 'proxies are'} believed`;
  if (trustProxy === 0) {
    return fine(
      'proxies',
      'None is believed: a client’s address is that of its connection (TRUST_PROXY is 0).',
    );
  }
  if (isLoopback(host))
    return fine('proxies', `${hops}, and the service listens on this machine alone (${place}).`);
  const told = `${hops}, and the service listens on ${place}: whoever reaches that directly can claim any address, and https.`;
  return warning(
    'proxies',
    told,
    'Let the proxies alone reach that port: by a firewall, a network of their own, or HOST=127.0.0.1.',
  );
}

/** The client's script reads the cookie `XSRF-TOKEN`. */
function checkClientHost(own: URL, client: URL, cookieDomain: string | null): Diagnosis {
  const domain = cookieDomain ?? own.hostname;
  const reads = client.hostname === domain || client.hostname.endsWith(`.${domain}`);
  const told = `FRONTEND_URL is ${client.origin}, the cookie XSRF-TOKEN is for ${domain}`;
  if (client.hostname === own.hostname || (cookieDomain !== null && reads))
    return fine('client', `${told}: its script can read it.`);
  const todo = 'Set COOKIE_DOMAIN to the domain above both, or serve both from one host.';
  return warning('client', `${told}: its script cannot read it, and changes nothing.`, todo);
}
