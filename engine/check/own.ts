/**
 * Checks personal rows: what their definition cannot have, and how other definitions cannot use them. Other users must not learn
 * of them.
 */
import { factsOf } from '../kinds/field.ts';
import { isAggregate, isFirst, isPairCount, isReference, referredPath } from '../kinds/kind.ts';
import { ownFieldsOf, type Subject } from './subject.ts';

const remedy = 'Take it out.';

/** What the definition of personal rows cannot have. */
export function checkOwn({ definition, facts, others, report }: Subject): void {
  if (definition.scope !== 'own') return;
  if (definition.headquartersOnly) report('headquartersOnly', 'no permission is asked for own rows.', remedy);
  if (definition.notices) report('notices', 'nobody else may learn of rows that are somebody’s own.', remedy);
  if (Object.hasOwn(definition.fields, 'user_id'))
    report('fields.user_id', 'the engine keeps it of rows that are somebody’s own.', remedy);
  for (const [name, fact] of facts) {
    const to = Object.hasOwn(definition.fields, name) ? referredPath(fact) : undefined;
    const target = to === undefined ? undefined : others.get(to)?.definition;
    if (!target) continue;
    const key = `fields.${name}`;
    if (isReference(fact) && fact.onDelete === 'restrict')
      report(`${key}.onDelete`, 'rows that nobody else sees hold no other row in place.', remedy);
    if (target.scope === 'global' || (target.scope === 'self' && name === 'site_id')) continue;
    report(
      key,
      `own rows belong to no site, and ${target.path} are not seen at every one.`,
      'Refer to rows that are the same at every site, or by `site_id` to one of the person’s sites.',
    );
  }
}

/** How a definition cannot use personal rows of another resource: it would name or count them for all users. */
export function checkOwnLinks({ definition, facts, others, report }: Subject): void {
  const own = [...others.values()].flatMap((one) => (one.definition.scope === 'own' ? [one.definition] : []));
  if (own.length === 0) return;
  const isPath = (path: string | undefined) => own.some((one) => one.path === path);
  const isTable = (table: string | undefined) => own.some((one) => one.table === table);
  const refuse = (key: string) => report(key, 'leads to rows that are each somebody’s own.', remedy);
  for (const [name, fact] of facts) {
    const counts = (isAggregate(fact) || isFirst(fact)) && isPath(fact.of);
    const pairs = isPairCount(fact) && (isTable(fact.table) || isTable(fact.through?.table));
    if (counts || pairs || isPath(referredPath(fact))) refuse(`fields.${name}`);
  }
  for (const fields of ownFieldsOf(definition)) {
    for (const [name, field] of Object.entries(fields))
      if (isPath(referredPath(factsOf(field)))) refuse(name);
  }
  for (const [name, path] of Object.entries(definition.filtersThrough ?? {})) {
    const leads =
      typeof path === 'string'
        ? isPath(path.split('.')[0])
        : isPath(path.to) || path.links.some(({ table }) => isTable(table));
    if (leads) refuse(`filtersThrough.${name}`);
  }
  for (const { table, column } of definition.restrictDelete ?? [])
    if (isTable(table)) refuse(`restrictDelete.${table}.${column}`);
}
