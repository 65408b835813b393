/** What the variables of a server say that it is. */

/** Whether a server is MariaDB, by the version that it says. */
export function isMariaDb(version: string | undefined): boolean {
  return /mariadb/i.test(version ?? '');
}

/** Whether a server is meant to be in a group (Group Replication), by its variables. */
export function isOfGroup(set: ReadonlyMap<string, string>): boolean {
  return Boolean(set.get('group_replication_group_name'));
}

/** Newer versions have further values for what is not off. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && !['OFF', '0', ''].includes(value.toUpperCase());
}
