/** Compiles a definition's own reports, with the parameters that the engine reads for them. */
import type { AnyDefinition } from '../../definition/definition.ts';
import { actionLabel } from '../../definition/own/action.ts';
import { permissionOf } from '../../definition/own/permission.ts';
import { reportPermission } from '../../definition/own/report.ts';
import { givenFields, groupFields } from '../../definition/own/report-fields.ts';
import type { Fields } from '../../definition/types.ts';
import { say } from '../../message.ts';
import type { FieldModel, ReportModel } from '../resource.ts';

/** @param modelFields compiles the parameters of a report and the fields of its answer */
export function buildReports(
  { reports = {} }: AnyDefinition,
  modelFields: (fields: Fields) => ReadonlyMap<string, FieldModel>,
): ReadonlyMap<string, ReportModel> {
  const made = Object.entries(reports).map(([name, report]): [string, ReportModel] => {
    const { first, last } = givenFields(report);
    return [
      name,
      {
        definition: report,
        label: say(actionLabel(name, report)).text,
        description: say(report.summary).text,
        permission: permissionOf(reportPermission(report)),
        input: modelFields({ ...first, ...report.input, ...last }),
        answer: modelFields(report.answer),
        told: modelFields({ ...(report.by && groupFields), ...report.answer }),
      },
    ];
  });
  return new Map(made);
}
