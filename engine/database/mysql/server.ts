/** Detects the kind of a server from its variables. */

/** Whether a server is MariaDB, by its version. */
export function isMariaDb(version: string | undefined): boolean {
  return /mariadb/i.test(version ?? '');
}

/** Whether a server is configured for a group (Group Replication), by its variables. */
export function isOfGroup(set: ReadonlyMap<string, string>): boolean {
  return Boolean(set.get('group_replication_group_name'));
}

/** Newer versions have more values than ON and OFF. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && !['OFF', '0', ''].includes(value.toUpperCase());
}
