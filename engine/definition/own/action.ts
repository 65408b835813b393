/** Own actions of a definition, beside the five operations. */
import type { English } from '../../message.ts';
import type { Guard, HookContext } from '../hooks.ts';
import type { ActionCreate, ActionInput, ActionUpdate, ActionWhen, Fields, Row } from '../types.ts';
import type { DefinitionOperation, OwnPermission } from './permission.ts';

/** The context of an own action. All its work is one transaction. */
export interface ActionContext<F extends Fields, I = Fields> extends HookContext {
  /** The row of the path, locked; null for an action on the collection. */
  readonly row: Row<F> | null;
  /** The body, valid by `input`. */
  readonly input: ActionInput<I>;
  /**
   * Creates a row of this resource with all checks of a create. The row is the answer (201). It may also set read-only and
   * internal fields. The journal records it like a create.
   */
  create(values: ActionCreate<F>): Promise<ActionAnswer>;
  /** Creates several rows like `create`, one after the other. All of them are the answer (201). For `creates: 'many'`. */
  createMany(values: readonly ActionCreate<F>[]): Promise<ActionAnswer>;
  /** Changes the row of the path with all checks of an update. The row is the answer (200); see `create`. */
  update(values: ActionUpdate<F>): Promise<ActionAnswer>;
  /** Makes values the answer (200): those of the fields that `answer` declares. */
  answer(values: Readonly<Record<string, unknown>>): ActionAnswer;
}

/** The result of an own action: the row that it created or changed, or other values. */
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
 * An action beside the five operations: `POST /things/{id}/NAME` on a row, `POST /things/NAME` on the collection. It is
 * authorized, validated, documented and journaled like an operation.
 */
export interface OwnAction<F extends Fields = Fields, I = Fields> {
  readonly on: 'row' | 'collection';
  /** The permission that it needs; an action on a row needs it for that row. */
  readonly permission: DefinitionOperation | OwnPermission;
  /**
   * The last part of its path, if it differs from the name. So an action on a row and one on the collection can have the same
   * path.
   */
  readonly path?: string;
  /**
   * Its name in generated clients, before the resource: `complete` makes `completeCleaningRound`. Needed if the name is no verb,
   * or repeats the collection.
   */
  readonly verb?: string;
  /** Whether it answers with a new row, or with several. Default: true if it needs the permission to create. */
  readonly creates?: boolean | 'many';
  /** The text of its button. Default: from its name. */
  readonly label?: English;
  /** What it does, in one sentence. */
  readonly summary: English;
  /** The client asks for confirmation first. */
  readonly danger?: true;
  /**
   * When it is possible: the values that fields of the row must have. All must hold; computed fields (`Computed`, `Case`) are
   * allowed. For another row it is refused (422 on the field) before `run`, and `can.actions` does not contain it.
   */
  readonly when?: ActionWhen<F>;
  /** Refuses further rows, in addition to the guard of the permission's operation. */
  readonly guard?: Guard;
  readonly input?: I & Fields;
  /** Initial values of the input form: input field → field of the row. */
  readonly with?: { readonly [N in Extract<keyof I, string>]?: Extract<keyof F, string> };
  /**
   * The fields of an answer that is not a row of the resource: `{data}` (200). `run` returns their values with `context.answer`.
   */
  readonly answer?: Fields;
  run(context: ActionContext<F, I>): Promise<ActionAnswer>;
}

/** The text of the button of an own action or report. */
export function actionLabel(name: string, { label }: { readonly label?: English }): English {
  return label ?? name.replaceAll('-', ' ');
}
