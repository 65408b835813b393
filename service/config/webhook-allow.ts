/** WEBHOOK_ALLOW: addresses outside public networks that webhooks may reach. */
import { isIPv4, isIPv6 } from 'node:net';
import { isHost } from './addresses.ts';
import { readList } from './list.ts';
import { quote, refuse } from './refusal.ts';

/** Networks as `address/bits`, and host names in lower case. */
export interface WebhookAllow {
  readonly networks: readonly string[];
  readonly hosts: readonly string[];
}

const allowed =
  'give networks and host names separated by commas, like 10.20.0.0/16,fd00:20::/32,erp.plant.example, without scheme or port.';

/** @throws ConfigError for an entry that is no network, address or host name */
export function readWebhookAllow(value: string): WebhookAllow {
  if (value === '') return { networks: [], hosts: [] };
  const entries = readList('WEBHOOK_ALLOW', value.toLowerCase(), allowed);
  const networks: string[] = [];
  const hosts: string[] = [];
  for (const entry of entries) {
    const network = networkOf(entry);
    if (network) networks.push(network);
    else if (!entry.startsWith('[') && isHost(entry)) hosts.push(entry);
    else throw refuse('WEBHOOK_ALLOW', quote(entry), allowed);
  }
  return { networks, hosts };
}

/** `10.20.0.0/16`; for a single address, the network with only that address. Null for other texts. */
function networkOf(entry: string): string | null {
  const [address = '', bits, ...rest] = entry.split('/');
  const longest = isIPv4(address) ? 32 : isIPv6(address) && !address.includes('%') ? 128 : null;
  if (longest === null || rest.length > 0) return null;
  if (bits === undefined) return `${address}/${longest}`;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= longest ? entry : null;
}
