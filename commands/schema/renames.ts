/** Resources under other names than before: whether their tables, permissions and history have followed. */
import type { DatabaseSchema } from '../../engine/database/dialect/tables.ts';
import { formerNames } from '../../engine/definition/definition.ts';
import type { TableComparison } from '../../engine/features/schema/feature.ts';
import type { Resource } from '../../engine/model/resource.ts';

/** Whether a migration records the earlier name of a resource, or it never had another name. */
export function isRenameTold({ definition, table }: Resource, schema: DatabaseSchema): boolean {
  const former = formerNames(definition);
  return former === null || schema.get(table)?.formerly?.includes(former.name) === true;
}

export function checkRename({ resource, schema, report }: TableComparison): void {
  if (isRenameTold(resource, schema)) return;
  report(
    'renamedFrom',
    `no migration says that “${resource.table}” was the table of “${formerNames(resource.definition)?.name}” before.`,
    'Draft its migration: npm run migration:new.',
  );
}
