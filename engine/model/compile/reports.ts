/** Compiles a definition's own reports, with the parameters that the engine reads for them. */
import type { AnyDefinition } from '../../definition/definition.ts';
import { actionLabel } from '../../definition/own/action.ts';
import { permissionOf } from '../../definition/own/permission.ts';
import { reportPermission } from '../../definition/own/report.ts';
import { givenFields, groupFields } from '../../definition/own/report-fields.ts';
import type { Fields } from '../../definition/types.ts';
import { noCatalogues } from '../../definition/words.ts';
import { say } from '../../message.ts';
import { modelFields as labelFields } from '../labels.ts';
import type { FieldModel, ReportModel } from '../resource.ts';

/** @param modelFields compiles the parameters of a report and the fields of its answer */
export function buildReports(
  { reports = {} }: AnyDefinition,
  modelFields: (fields: Fields, own: string) => ReadonlyMap<string, FieldModel>,
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
        input: new Map([...modelGiven(first), ...modelFields(report.input ?? {}, name), ...modelGiven(last)]),
        answer: modelFields(report.answer, name),
        told: new Map([...modelGiven(report.by ? groupFields : {}), ...modelFields(report.answer, name)]),
      },
    ];
  });
  return new Map(made);
}

/** The engine labels what it adds. Words of the resource for other fields of these names are not for them. */
const modelGiven = (fields: Fields) => labelFields('', fields, noCatalogues);
