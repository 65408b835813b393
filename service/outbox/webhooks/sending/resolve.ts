/**
 * The addresses of a receiver's name. Each look-up has its own sockets. `dns.lookup` uses threads of which the process has two: a
 * few names whose servers do not answer would hold up every other name, that of the database included.
 */
import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export interface ResolveOptions {
  /** Whether the operator has named this host. Then the system is asked too, which knows more than DNS. */
  readonly trusted?: boolean;
  /** Name servers instead of those of the system, for tests. */
  readonly servers?: readonly string[];
}

/** Milliseconds for the first query to a server. The second one waits twice as long. */
const usualQuery = { timeout: 2000, tries: 2 };
const hostsFile = '/etc/hosts';
/** The answers of a name server that mean: there is no such name, or it has no address. */
const answersOfNone = ['ENOTFOUND', 'ENODATA'];

/**
 * @returns empty if there is no such name
 * @throws Error if no server answers, or one that it cannot answer
 */
export async function resolveName(host: string, options: ResolveOptions = {}): Promise<LookupAddress[]> {
  if (isIP(host)) return [{ address: host, family: isIP(host) }];
  const listed = await readHosts(host);
  if (listed.length > 0) return listed;
  const resolver = new Resolver(usualQuery);
  if (options.servers) resolver.setServers(options.servers);
  const asked = [resolver.resolve4(host), resolver.resolve6(host)];
  const answers = await Promise.allSettled(asked);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found.map((address) => ({ address, family: isIP(address) }));
  const failed = answers.find((answer) => answer.status === 'rejected' && !isNone(answer.reason));
  if (failed?.status === 'rejected') throw failed.reason;
  return options.trusted ? lookup(host, { all: true }).catch(noneOr) : [];
}

function isNone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && answersOfNone.includes(String(error.code));
}

function noneOr(error: unknown): [] {
  if (isNone(error)) return [];
  throw error;
}

async function readHosts(host: string): Promise<LookupAddress[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  const name = host.toLowerCase().replace(/\.$/, '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.some((one) => one.toLowerCase() === name) ? [{ address, family }] : [];
  });
}
