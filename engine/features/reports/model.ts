/** The reports of a definition, compiled at start. */
import type { AnyDefinition } from '../../definition/definition.ts';
import { actionLabel } from '../../definition/own/action.ts';
import { permissionOf } from '../../definition/own/permission.ts';
import type { Fields } from '../../definition/types.ts';
import { noCatalogues } from '../../definition/words.ts';
import { say, type Text } from '../../message.ts';
import type { ModelFields } from '../../model/compile.ts';
import { modelFields } from '../../model/labels.ts';
import type { FieldModel } from '../../model/resource.ts';
import type { Permission } from '../../policy.ts';
import { givenFields, groupFields } from './fields.ts';
import { type Report, reportPermission } from './report.ts';

/** A compiled report. */
export interface ReportModel {
  readonly definition: Report;
  readonly label: Text;
  readonly description: Text;
  readonly permission: Permission;
  /** Its parameters, including those that the engine reads for it. */
  readonly input: ReadonlyMap<string, FieldModel>;
  /** The fields of a row that `run` returns. */
  readonly answer: ReadonlyMap<string, FieldModel>;
  /** The fields that a client receives; for a grouped report also the value and the label of each group. */
  readonly told: ReadonlyMap<string, FieldModel>;
}

declare module '../../model/resource.ts' {
  interface FeatureParts {
    /** The definition's own reports by name. */
    readonly reports: ReadonlyMap<string, ReportModel>;
  }
}

/** @param modelOwn compiles the parameters of a report and the fields of its answer */
export function compileReports(
  { reports = {} }: AnyDefinition,
  modelOwn: ModelFields,
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
        input: new Map([...modelGiven(first), ...modelOwn(report.input ?? {}, name), ...modelGiven(last)]),
        answer: modelOwn(report.answer, name),
        told: new Map([...modelGiven(report.by ? groupFields : {}), ...modelOwn(report.answer, name)]),
      },
    ];
  });
  return new Map(made);
}

/** The engine labels what it adds. Words of the resource for other fields of these names are not for them. */
const modelGiven = (fields: Fields) => modelFields('', fields, noCatalogues);
