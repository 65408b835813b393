/**
 * Which addresses webhooks may be sent to. A service that calls what its users name can be made to call the machines beside it
 * (SSRF, OWASP API7:2023): the special ranges of RFC 6890 are refused, in whichever spelling, and what a name resolves to is judged
 * at each attempt, as it may be another address by then.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { WebhookAllow } from '../../config/webhook-allow.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface AddressGuard {
  /** Why a webhook cannot have this URL; null if it can. A name is not resolved for it. */
  problem(url: string): UrlProblem | null;
  /** Whether a connection to an address may be made for a host. @param host as the URL has it */
  allows(host: string, address: string): boolean;
}

/** `form`: no web address. `parts`: with a user or a fragment. `scheme`: not https. `address`: in a special range. */
export type UrlProblem = 'form' | 'parts' | 'scheme' | 'address';

/** IPv6 addresses that are given to networks: all else is special, or nobody's yet (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Addresses of IPv4 as networks without IPv4 write them (RFC 6052): they lead to what stands in their last four bytes. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

export function createGuard({ networks, hosts }: WebhookAllow): AddressGuard {
  const allowedNetworks = networks.map((network) => ipaddr.parseCIDR(network));
  const allowedHosts = new Set(hosts);
  const isNamed = (host: string) => allowedHosts.has(host.toLowerCase().replace(/\.$/, ''));
  const isAllowed = (address: Address) =>
    allowedNetworks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );

  /** What an address leads to, and the address itself. */
  const named = (text: string): readonly [Address, Address] | null => {
    if (isIP(text) === 0) return null;
    const address = ipaddr.parse(text);
    return [mappedBy(address), address];
  };

  return {
    problem: (text) => {
      if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return 'form';
      const { protocol, username, password, href, hostname } = new URL(text);
      if (username || password || href.includes('#')) return 'parts';
      const addresses = named(withoutBrackets(hostname));
      const byOperator = isNamed(hostname) || (addresses?.some(isAllowed) ?? false);
      if (addresses && !byOperator && !isPublic(addresses[0])) return 'address';
      return protocol === 'https:' || byOperator ? null : 'scheme';
    },
    allows: (host, text) => {
      const addresses = named(text);
      return addresses !== null && (isNamed(host) || addresses.some(isAllowed) || isPublic(addresses[0]));
    },
  };
}

/** A host without the brackets that IPv6 has in a URL. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** The address of IPv4 that one of IPv6 stands for; the address itself if it stands for none. */
function mappedBy(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(...nat64) ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address;
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv6 && !address.match(...globalUnicast)) return false;
  return address.range() === 'unicast';
}
