/** Makes a definition's own actions ready. */
import { type AnyDefinition, actionLabel, permissionOf } from '../../definition/definition.ts';
import type { Fields } from '../../definition/types.ts';
import { say } from '../../message.ts';
import type { ActionModel, FieldModel } from '../resource.ts';

/** @param modelFields makes the fields of an action's body ready */
export function buildActions(
  { actions = {} }: AnyDefinition,
  modelFields: (input: Fields) => ReadonlyMap<string, FieldModel>,
): ReadonlyMap<string, ActionModel> {
  const made = Object.entries(actions).map(([name, action]): [string, ActionModel] => [
    name,
    {
      definition: action,
      label: say(actionLabel(name, action)).text,
      description: say(action.summary).text,
      permission: permissionOf(action.permission),
      input: modelFields(action.input ?? {}),
    },
  ]);
  return new Map(made);
}
