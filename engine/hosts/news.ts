/** Messages to the operator about the hosts of a database. */
import { type DatabaseHost, hostName } from '../database/settings.ts';

export function manyPrimaries(host: DatabaseHost): string {
  return `The group of ${hostName(host)} has several members that are written to: let it have one.`;
}

export function severalNodes(host: DatabaseHost): string {
  return `The cluster of ${hostName(host)} is written to on several nodes: let everybody write to the same one.`;
}

export function severalTruths(hosts: readonly DatabaseHost[]): string {
  const names = hosts.map(hostName).join(' and ');
  return `${names} both take writes and are no cluster: make all but one read-only.`;
}
