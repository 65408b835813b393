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

/** The text, whose first line always starts with "Millwright is listening on" and the address. */
export function welcome(config: Config, address: string, demoLogins: readonly string[]): string {
  const reference = `${config.appUrl}/docs`;
  const place = config.database.kind === 'sqlite' ? config.database.path : `mysql://${config.database.host}`;
  const lines = [
    `Millwright is listening on ${address}`,
    '',
    `  API reference  ${reference}`,
    `  Database       ${place}`,
    `  Browser client ${config.frontendUrl} (FRONTEND_URL)`,
  ];
  if (demoLogins.length > 0) {
    lines.push('', '  Demo logins, all with the password "password":');
    lines.push(...demoLogins.map((email) => `    ${email}`));
  }
  return `${lines.join('\n')}\n\n`;
}
