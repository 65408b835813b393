/**
 * The addresses that webhooks may be sent to. A service that calls its users' addresses can be made to call machines in its own
 * network (SSRF, OWASP API7:2023). The special ranges of RFC 6890 are refused in every notation. A name is resolved and checked
 * at each attempt, because its address may change.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { WebhookAllow } from '../../config/webhook-allow.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface AddressGuard {
  /** Why a webhook cannot have this URL; null if it can. Names are not resolved. */
  problem(url: string): UrlProblem | null;
  /** Whether the operator has allowed a host by its name. @param host as in the URL */
  names(host: string): boolean;
  /** Whether a connection to an address is allowed for a host. @param host as in the URL */
  allows(host: string, address: string): boolean;
}

/** `form`: no web address. `parts`: with a user or a fragment. `scheme`: not https. `address`: in a special range. */
export type UrlProblem = 'form' | 'parts' | 'scheme' | 'address';

/** IPv6 addresses that are assigned to networks: all others are special or unassigned (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** IPv4 addresses in networks without IPv4 (RFC 6052): their last four bytes are the target. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

export function createGuard({ networks, hosts }: WebhookAllow): AddressGuard {
  const allowedNetworks = networks.map((network) => ipaddr.parseCIDR(network));
  const allowedHosts = new Set(hosts);
  const isNamed = (host: string) => allowedHosts.has(host.toLowerCase().replace(/\.$/, ''));
  const isAllowed = (address: Address) =>
    allowedNetworks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );

  /** The target of an address, and the address itself. */
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
    names: isNamed,
    allows: (host, text) => {
      const addresses = named(text);
      return addresses !== null && (isNamed(host) || addresses.some(isAllowed) || isPublic(addresses[0]));
    },
  };
}

/** A host without the brackets of IPv6 in a URL. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** The IPv4 address within an IPv6 one; the address itself if there is none. */
function mappedBy(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(...nat64) ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address;
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv6 && !address.match(...globalUnicast)) return false;
  return address.range() === 'unicast';
}
