/** Sentences about permissions and sites that many descriptions share. */

import type { ActionModel, Resource } from '../../model/resource.ts';
import type { Permission } from '../../policy.ts';

/** The permission that an operation needs, after other notes. */
export function needs(resource: Resource, operation: Permission, said = ''): string {
  if (resource.scope === 'own') return `${said} Needs no permission.`.trim();
  if (resource.hung) return `${said} ${needsOfHung(resource, operation)}`.trim();
  const permission = `Needs the permission \`${resource.name}.${operation}\``;
  const where = resource.headquartersOnly.includes(operation)
    ? ', and the headquarters as current site.'
    : '.';
  return `${said} ${permission}${where}`.trim();
}

/** Attached rows: the rights of the row that they are attached to apply. */
function needsOfHung({ name, hung }: Resource, operation: Permission): string {
  if (operation === 'view' || operation === 'viewAny')
    return 'Needs what it takes to view the row that it hangs on.';
  const create = `the permission \`${name}.create\``;
  if (operation === 'create') return `Needs ${create}, and what it takes to view the row.`;
  if (hung?.authorOnly.includes(operation)) return `Is for the author alone, who needs ${create}.`;
  return `Its author needs ${create}, others need \`${name}.${operation}\`.`;
}

/** What an own action does, and when it is possible. */
export function actionNote({ definition, description }: ActionModel): string {
  const conditions = Object.entries(definition.when ?? {}).map(
    ([field, values = []]) => `\`${field}\` is ${values.map((value) => `\`${value}\``).join(' or ')}`,
  );
  const when = conditions.length > 0 ? ` Possible only where ${conditions.join(' and ')}, else a 422.` : '';
  const danger = definition.danger ? ' A client should ask once more before it is done.' : '';
  return description.en + when + danger;
}

/** How the rows of a resource belong to sites. */
export function introduce({ scope, title, operations, hung, hangOn }: Resource): string {
  const many = title.many.en;
  if (hung) {
    const rows = hangOn().map((one) => one.title.many.en);
    return `The ${many} on ${rows.join(', ')}: who may view a row sees what hangs on it, and it goes with the row.`;
  }
  if (scope === 'global') return `The same ${many} at every site.`;
  if (scope === 'own') return `One’s own ${many}: nobody else sees them, at no site and with no permission.`;
  if (scope === 'self') return `On the headquarters all ${many}, elsewhere those one belongs to oneself.`;
  if (scope !== 'site') return `On the headquarters all ${many}, elsewhere those of the current site.`;
  const seen = `The ${many} of the current site; on the headquarters those of every site.`;
  if (!operations.includes('create')) return seen;
  const changed = operations.includes('update')
    ? ', and changed only from the site to which they belong'
    : '';
  return `${seen} They are created at the current site${changed}.`;
}
