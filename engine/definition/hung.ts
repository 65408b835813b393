/** Rows that hang on rows of other resources: on those whose definitions say so by a word. */
import type { HungWord } from '../kinds/wording.ts';
import type { English } from '../message.ts';

/**
 * Rows that hang on others: each on one row of a resource that says the word. They are seen by whoever may view that row, have no permission
 * to be viewed or listed, and go with the row. Adding one takes the permission to create them and sight of the row; who added it may change and
 * delete it for as long as they hold that, others need the permission of the operation.
 */
export interface HungOn {
  readonly on: HungWord;
  /** What rows call the number of what hangs on them: `number of comments`. */
  readonly counted: English;
  /** What its author alone may do, whatever others hold: of this there is no permission. */
  readonly authorOnly?: readonly ('update' | 'delete')[];
  /** Each is a file, sent as one: its fields are the `fileFields`, and its bytes are answered at its address. */
  readonly files?: true;
}

/** The fields by which each says on what it hangs: the path of the resource, and the id of the row. */
export const hungFields = { resource: 'resource', record: 'record_id' } as const;

/** A resource whose rows hang on others, as far as these know of it. */
export interface HungName {
  readonly word: HungWord;
  readonly name: string;
  readonly path: string;
  readonly counted: English;
}

/** A definition, as far as its rows hang on others. */
interface Hanging {
  readonly name: string;
  readonly path: string;
  readonly hung?: HungOn;
}

/** Whether a field is a definition's own, or one that its rows have because they hang on others. */
export function hasOwnField(
  { fields, hung }: { readonly fields: object; readonly hung?: HungOn },
  name: string,
): boolean {
  return (
    Object.hasOwn(fields, name) || (hung !== undefined && Object.values<string>(hungFields).includes(name))
  );
}

/** What hangs on rows, of all definitions. */
export function hungNames(definitions: Iterable<Hanging>): HungName[] {
  return [...definitions].flatMap(({ hung, name, path }) =>
    hung ? [{ word: hung.on, name, path, counted: hung.counted }] : [],
  );
}
