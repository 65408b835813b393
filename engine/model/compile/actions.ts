/** Compiles a definition's own actions. */
import type { AnyDefinition } from '../../definition/definition.ts';
import { actionLabel } from '../../definition/own/action.ts';
import { permissionOf } from '../../definition/own/permission.ts';
import type { Fields } from '../../definition/types.ts';
import { say } from '../../message.ts';
import type { ActionModel, FieldModel } from '../resource.ts';

type ModelFields = (fields: Fields, own: string) => ReadonlyMap<string, FieldModel>;

/** @param modelFields compiles the fields of an action's body and answer */
export function buildActions(
  { actions = {} }: AnyDefinition,
  modelFields: ModelFields,
): ReadonlyMap<string, ActionModel> {
  const made = Object.entries(actions).map(([name, action]): [string, ActionModel] => [
    name,
    {
      definition: action,
      label: say(actionLabel(name, action)).text,
      description: say(action.summary).text,
      permission: permissionOf(action.permission),
      input: modelFields(action.input ?? {}, name),
      answer: action.answer ? modelFields(action.answer, name) : null,
    },
  ]);
  return new Map(made);
}
