/** The message after a start: the address, how to sign in, and where console and reference are. */
import type { Logger } from 'pino';
import { demoPassword } from '../../auth/index.ts';
import { namesOfThisMachine, withoutSlash } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import type { LogOutput } from './log/log.ts';

/**
 * The address by which the client calls: APP_URL, but on this machine by the client's own name for it. A page on `localhost`
 * cannot read the cookies of `127.0.0.1`.
 */
function clientBase(config: Config): string {
  const [own, client] = [new URL(openBase(config)), new URL(config.frontendUrl)];
  const near = [own, client].every(({ hostname }) => namesOfThisMachine.includes(hostname));
  if (near) own.hostname = client.hostname;
  return withoutSlash(own.href);
}

/** APP_URL in a form that a local browser can open: "all addresses" is no such address. */
function openBase({ appUrl }: Config): string {
  const own = new URL(appUrl);
  if (own.hostname === '0.0.0.0' || own.hostname === '[::]') own.hostname = 'localhost';
  return withoutSlash(own.href);
}

interface Greeting {
  readonly config: Config;
  /** The address that it listens at. */
  readonly address: string;
  /** E-mails. */
  readonly demoLogins: readonly string[];
}

/** Prints it if the log level includes `info`: at a terminal as text, else as a log line. */
export function sayWelcome(greeting: Greeting, log: Logger, output: LogOutput): void {
  const { address, ...facts } = factsOf(greeting);
  if (!log.isLevelEnabled('info')) return;
  if (output.isTTY) output.write(welcome(greeting));
  else log.info(facts, headline(address));
}

const headline = (address: string): string => `Millwright is listening on ${address}`;

function factsOf({ config, address, demoLogins }: Greeting) {
  const { database, frontendUrl } = config;
  return {
    address,
    ...(config.console && { console: `${openBase(config)}/console` }),
    reference: `${openBase(config)}/docs`,
    database: database.kind === 'sqlite' ? database.path : `mysql://${database.host}`,
    client: frontendUrl,
    clientCalls: clientBase(config),
    ...(demoLogins.length > 0 && { demoLogins, demoPassword }),
  };
}

/** The text, whose first line always starts with "Millwright is listening on" and the address. */
export function welcome(greeting: Greeting): string {
  const {
    address,
    console: page,
    reference,
    database,
    client,
    clientCalls,
    demoLogins = [],
  } = factsOf(greeting);
  const lines = [
    headline(address),
    '',
    ...(page === undefined ? [] : [`  In a browser   ${page}`]),
    `  API reference  ${reference}`,
    `  Database       ${database}`,
    `  Browser client ${client} (FRONTEND_URL), which calls ${clientCalls}`,
  ];
  if (demoLogins.length > 0) {
    lines.push('', `  Demo logins, all with the password "${demoPassword}":`);
    lines.push(...demoLogins.map((email) => `    ${email}`));
  }
  return `${lines.join('\n')}\n\n`;
}
