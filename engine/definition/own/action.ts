/** Actions of a definition's own, beside the five operations. */
import type { English } from '../../message.ts';
import type { Guard, HookContext } from '../hooks.ts';
import type { ActionCreate, ActionInput, ActionUpdate, ActionWhen, Fields, Row } from '../types.ts';
import type { DefinitionOperation, OwnPermission } from './permission.ts';

/** What an own action is given. Everything it does belongs to one transaction. */
export interface ActionContext<F extends Fields, I = Fields> extends HookContext {
  /** The row that the path names, locked; null for an action on the collection. */
  readonly row: Row<F> | null;
  /** The body, valid by `input`. */
  readonly input: ActionInput<I>;
  /**
   * Creates a row of this resource with all the checks of a create, and makes it the answer (201). It may also set what no
   * body may: read-only and internal fields. Both stand in the journal like those of a create.
   */
  create(values: ActionCreate<F>): Promise<ActionAnswer>;
  /** Creates several rows like `create`, one after the other, and makes all of them the answer (201); for `creates: 'many'`. */
  createMany(values: readonly ActionCreate<F>[]): Promise<ActionAnswer>;
  /** Changes the row that the path names with all the checks of an update, and makes it the answer (200); see `create`. */
  update(values: ActionUpdate<F>): Promise<ActionAnswer>;
  /** Makes values the answer (200), those of the fields that `answer` declares. */
  answer(values: Readonly<Record<string, unknown>>): ActionAnswer;
}

/** What an own action ends with: the row it made or changed, or values of its own. */
export type ActionAnswer =
  | {
      readonly id: number;
      readonly data: Readonly<Record<string, unknown>>;
      readonly etag: string;
      readonly created: boolean;
    }
  | { readonly id: null; readonly data: Readonly<Record<string, unknown>> }
  | {
      readonly id: null;
      readonly created: readonly Readonly<Record<string, unknown>>[];
      readonly etags: readonly string[];
    };

/**
 * An action beside the five operations: `POST /things/{id}/NAME` on a row, `POST /things/NAME` on the
 * collection. Authorized, validated, documented and journaled like them.
 */
export interface OwnAction<F extends Fields = Fields, I = Fields> {
  readonly on: 'row' | 'collection';
  /** The permission it asks for, on the row too where it names one. */
  readonly permission: DefinitionOperation | OwnPermission;
  /** The last part of its path, where that is not its name: an action on a row and one on the collection can share it. */
  readonly path?: string;
  /**
   * What generated clients call it, before the resource: `complete` makes `completeCleaningRound`. A name that is no verb, or one
   * that repeats the collection, has one.
   */
  readonly verb?: string;
  /**
   * Whether the row it answers with is a new one, or several are; where nothing is said, that goes by the permission to
   * create.
   */
  readonly creates?: boolean | 'many';
  /** What stands on its button; from its name where nothing is said. */
  readonly label?: English;
  /** What it does, in a sentence. */
  readonly summary: English;
  /** Whether somebody should be asked once more before they do it. */
  readonly danger?: true;
  /**
   * When it is possible: what fields of the row must be, all of them, each one of some values; also what follows from others
   * (`Computed`, `Case`). Of another row it is refused
   * (422 on the field) before `run`, and `can.actions` does not name it.
   */
  readonly when?: ActionWhen<F>;
  /** Rows with which it may not be done, beside those that the guard of the permission's operation names. */
  readonly guard?: Guard;
  readonly input?: I & Fields;
  /** What a form for the input begins with: its fields → fields of the row whose values they take. */
  readonly with?: { readonly [N in Extract<keyof I, string>]?: Extract<keyof F, string> };
  /**
   * What is answered where that is no row of the resource: `{data}` with these fields (200). `run` then gives their values, by
   * `context.answer`.
   */
  readonly answer?: Fields;
  run(context: ActionContext<F, I>): Promise<ActionAnswer>;
}

/** What stands on the button of an own action or report. */
export function actionLabel(name: string, { label }: { readonly label?: English }): English {
  return label ?? name.replaceAll('-', ' ');
}
