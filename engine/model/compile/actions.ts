/** Makes a definition's own actions and reports ready. */
import type { AnyDefinition } from '../../definition/definition.ts';
import { actionLabel } from '../../definition/own/action.ts';
import { permissionOf } from '../../definition/own/permission.ts';
import { reportPermission } from '../../definition/own/report.ts';
import type { Fields } from '../../definition/types.ts';
import { say } from '../../message.ts';
import type { ActionModel, FieldModel, ReportModel } from '../resource.ts';

type ModelFields = (fields: Fields) => ReadonlyMap<string, FieldModel>;

/** @param modelFields makes the fields of an action's body and answer ready */
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
      input: modelFields(action.input ?? {}),
      answer: action.answer ? modelFields(action.answer) : null,
    },
  ]);
  return new Map(made);
}

/** @param modelFields makes the parameters of a report and the fields of its answer ready */
export function buildReports(
  { reports = {} }: AnyDefinition,
  modelFields: ModelFields,
): ReadonlyMap<string, ReportModel> {
  const made = Object.entries(reports).map(([name, report]): [string, ReportModel] => [
    name,
    {
      definition: report,
      label: say(actionLabel(name, report)).text,
      description: say(report.summary).text,
      permission: permissionOf(reportPermission(report)),
      input: modelFields(report.input ?? {}),
      answer: modelFields(report.answer),
    },
  ]);
  return new Map(made);
}
