/** Addresses and their networks, as limits and turns know them. */
import { isIPv6 } from 'node:net';
import type { LanePath } from './lanes.ts';

/**
 * The address as limits know it. An IPv6 network of 64 bits counts as one address. It is what one customer gets, and the customer
 * can take a new address from it for every request.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = Array<string>(tail === undefined ? 0 : 8 - left.length - right.length).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/**
 * The networks of an address, the widest first; the address as limits know it is the last. For IPv6 (/48, /56, /64) they are what
 * a customer gets, at home or for a site. For IPv4 (/16, /24) they are what one provider has.
 * @param key as `addressKey` makes it
 */
export function networksOf(key: string): LanePath {
  const bytes = key.split('.');
  if (bytes.length === 4) return [bytes.slice(0, 2).join('.'), bytes.slice(0, 3).join('.'), key];
  const groups = key.split(':');
  const last = Number.parseInt(groups[3] ?? '0', 16);
  const wide = groups.slice(0, 3).join(':');
  return [wide, `${wide}:${(last >> 8).toString(16)}`, key];
}
