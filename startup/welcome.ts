/** What a person reads when the service has started: where it is, how to sign in, where the reference is. */
import type { Config } from '../config.ts';
import type { Database } from '../database.ts';

/** The demo logins that the database holds. Their password is `password` until somebody changes it. */
export async function findDemoLogins(database: Database): Promise<string[]> {
  return database('users')
    .where('email', 'like', '%@demo.test')
    .whereNull('deleted_at')
    .orderBy('id')
    .limit(10)
    .pluck('email');
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The address by which the client calls: APP_URL, but on this machine by the client's own name for it. A page on
 * `localhost` cannot read the cookies of `127.0.0.1`.
 */
function clientBase({ appUrl, frontendUrl }: Config): string {
  const [own, client] = [new URL(appUrl), new URL(frontendUrl)];
  if (!loopback.has(own.hostname) || !loopback.has(client.hostname)) return appUrl;
  own.hostname = client.hostname;
  return own.href.replace(/\/+$/, '');
}

/** The text, whose first line always starts with "Millwright is listening on" and the address. */
export function welcome(config: Config, address: string, demoLogins: readonly string[]): string {
  const reference = `${config.appUrl}/docs`;
  const place = config.database.kind === 'sqlite' ? config.database.path : `mysql://${config.database.host}`;
  const lines = [
    `Millwright is listening on ${address}`,
    '',
    `  API reference  ${reference}`,
    `  Database       ${place}`,
    `  Browser client ${config.frontendUrl} (FRONTEND_URL), which calls ${clientBase(config)}`,
  ];
  if (demoLogins.length > 0) {
    lines.push('', '  Demo logins, all with the password "password":');
    lines.push(...demoLogins.map((email) => `    ${email}`));
  }
  return `${lines.join('\n')}\n\n`;
}
