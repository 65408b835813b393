/** Sentences about permissions and sites that many descriptions share. */
import type { Operation } from '../actor.ts';
import type { Resource } from '../resource.ts';

/** What one must hold for an operation, after what else there is to say. */
export function needs(resource: Resource, operation: Operation, said = ''): string {
  const permission = `Needs the permission \`${resource.name}.${operation}\``;
  const where = resource.headquartersOnly.includes(operation)
    ? ', and the headquarters as current site.'
    : '.';
  return `${said} ${permission}${where}`.trim();
}

/** How the rows of a resource belong to sites. */
export function introduce({ scope, title }: Resource): string {
  const many = title.many.en;
  if (scope === 'global') return `The same ${many} at every site.`;
  if (scope === 'self')
    return `On the headquarters all ${many}, elsewhere those that one belongs to oneself.`;
  if (scope === 'site') {
    return (
      `The ${many} of the current site; on the headquarters those of every site. ` +
      'They are created at the current site, and changed only from the site to which they belong.'
    );
  }
  return `On the headquarters all ${many}, elsewhere those who belong to the current site.`;
}
