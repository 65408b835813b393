/** Rows that are attached to rows of other resources. The definition of such a resource allows it by a word (`commentable`). */
import type { HungWord } from '../kinds/wording.ts';
import type { English } from '../message.ts';

/**
 * Rows that are attached: each to one row of a resource whose definition has the word `on`. A user who may view that row sees
 * them; there is no permission to view or list them. They are deleted with the row. To add one, a user needs the permission to
 * create them and must be able to view the row. The author may change and delete it while they hold that permission; other users
 * need the permission of the operation.
 */
export interface HungOn {
  readonly on: HungWord;
  /** The label of the count of attached rows: `number of comments`. */
  readonly counted: English;
  /** Operations that only the author may do. There is no permission for them. */
  readonly authorOnly?: readonly ('update' | 'delete')[];
  /** Each attached row is an uploaded file. Its fields are the `fileFields`, and its address returns the bytes. */
  readonly files?: true;
}

/** The fields that identify the row to which it is attached: the path of the resource, and the id. */
export const hungFields = { resource: 'resource', record: 'record_id' } as const;

/** The part of an attached resource that other resources need to know. */
export interface HungName {
  readonly word: HungWord;
  readonly name: string;
  readonly path: string;
  readonly counted: English;
}

/** The part of a definition that concerns attached rows. */
interface Hanging {
  readonly name: string;
  readonly path: string;
  readonly hung?: HungOn;
}

/** Whether a field belongs to the definition itself, or its rows have it because they are attached to others. */
export function hasOwnField(
  { fields, hung }: { readonly fields: object; readonly hung?: HungOn },
  name: string,
): boolean {
  return (
    Object.hasOwn(fields, name) || (hung !== undefined && Object.values<string>(hungFields).includes(name))
  );
}

/** The attached resources of all definitions. */
export function hungNames(definitions: Iterable<Hanging>): HungName[] {
  return [...definitions].flatMap(({ hung, name, path }) =>
    hung ? [{ word: hung.on, name, path, counted: hung.counted }] : [],
  );
}
