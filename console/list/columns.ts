/** The columns of a list: those in the address, else the user's earlier choice, else those of the view. */
import { kindOf } from '../kinds/kinds.tsx';
import { cardNames, type Field, fieldOf, fieldsOf, type Resource } from '../service/metadata.ts';

/** Fields that a list can show, in the order of the resource. */
export function showable({ fields }: Resource): Field[] {
  return fields.filter((field) => !field.write_only && !field.view_only && kindOf(field).structure !== 'any');
}

/** The default columns. If rows of several sites are listed together, the site is one of them. */
export function usualColumns(resource: Resource, isAcrossSites: boolean): string[] {
  const [first, ...others] = resource.view.columns.filter((name) => fieldOf(resource, name));
  const site = isAcrossSites && fieldOf(resource, 'site_id') ? ['site_id'] : [];
  return [...new Set([...(first === undefined ? [] : [first]), ...site, ...others])];
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

/** Fields of a card beside its name and its state. */
export function cardFields(resource: Resource, isAcrossSites: boolean): Field[] {
  const { view, display, states } = resource;
  const state = states?.field ?? view.board;
  const site = isAcrossSites ? ['site_id'] : [];
  const names = [...new Set([...cardNames(resource), ...site])].filter(
    (name) => name !== state && name !== display,
  );
  return fieldsOf(resource, names);
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
