/** The names of a resource's endpoints and schemas. */

import { namesOnce } from '../../kinds/told-once.ts';
import type { ActionModel, Resource } from '../../model/resource.ts';

/** `item-movement` and `started_at` → `ItemMovement`, `StartedAt`. */
export function pascal(name: string): string {
  return name.replace(/(?:^|[-_])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `item-movement` → `itemMovement`. */
function camel(name: string): string {
  const words = pascal(name);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** The client name of an own action: `completeCleaningRound`; of one on the collection `generateMaintenancePlans`. */
export function actionId(
  { name: one, path: many }: Resource,
  name: string,
  { definition }: ActionModel,
): string {
  return camel(definition.verb ?? name) + pascal(definition.on === 'row' ? one : many);
}

/** `Item movements`. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface SchemaNames {
  /** A single row. */
  readonly one: string;
  /** A row in a list; the same schema if a single row has no further keys. */
  readonly listed: string;
  readonly page: string;
  readonly counts: string;
  readonly create: string;
  /** A row in the answer of a create, if that has further keys. */
  readonly created: string;
  readonly update: string;
}

export function schemaNames(resource: Resource): SchemaNames {
  const one = pascal(resource.name);
  return {
    one,
    listed: resource.singleKeys.length > resource.listedKeys.length ? `Listed${one}` : one,
    page: `${one}Page`,
    counts: `${one}Counts`,
    create: `${one}Create`,
    created: namesOnce(resource.fields).length > 0 ? `Created${one}` : one,
    update: `${one}Update`,
  };
}

/** The representation of a row in references: `ZoneReference`, `MaterialReferenceWithZone`. */
export function referenceName(target: Resource, include: readonly string[]): string {
  const more = include.filter((name) => name !== target.display).map(pascal);
  return `${pascal(target.name)}Reference${more.length > 0 ? `With${more.join('And')}` : ''}`;
}
