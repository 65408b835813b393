/** The columns of a list: those in the address, else the user's earlier choice, else those of the view. */
import { kindOf } from '../kinds/kinds.tsx';
import { type Field, fieldsOf, type Resource } from '../service/metadata.ts';

/** Fields that a list can show, in the order of the resource. */
export function showable({ fields }: Resource): Field[] {
  return fields.filter((field) => !field.write_only && !field.view_only && kindOf(field).structure !== 'any');
}

/** @param asked names in the address or the browser's storage; invalid ones are ignored */
export function chosenColumns(resource: Resource, asked: unknown): string[] | null {
  const names: readonly unknown[] =
    typeof asked === 'string' ? asked.split(',') : Array.isArray(asked) ? asked : [];
  const known = showable(resource);
  const chosen = [...new Set(names)].flatMap(
    (name) => known.find((field) => field.name === name)?.name ?? [],
  );
  return chosen.length > 0 ? chosen : null;
}

/** Moves a column one step left or right. */
export function moved(columns: readonly string[], name: string, step: 1 | -1): string[] {
  const at = columns.indexOf(name);
  const other = columns[at + step];
  if (at < 0 || other === undefined) return [...columns];
  return columns.map((one, index) => (index === at ? other : index === at + step ? name : one));
}

/** The keys of the columns in a file: for references the name, not the id. */
export function fileFields(resource: Resource, columns: readonly string[]): string {
  return fieldsOf(resource, columns)
    .map(({ name, reference }) => reference?.embed ?? name)
    .join(',');
}
