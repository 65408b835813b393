/** The parameters and fields that the engine adds to reports, so that definitions need not declare them. */

import { Nullable } from '../../definition/field.ts';
import type { Fields } from '../../definition/types.ts';
import { factsOf } from '../../kinds/field.ts';
import { scalarOf } from '../../kinds/kind.ts';
import { DateOnly } from '../../kinds/scalars/day.ts';
import { Enum } from '../../kinds/scalars/enum.ts';
import { Integer } from '../../kinds/scalars/integer.ts';
import { Json } from '../../kinds/scalars/json.ts';
import { Text } from '../../kinds/scalars/text.ts';
import { say } from '../../message.ts';
import type { Report } from './report.ts';

/** The maximum number of rows of a grouped report. */
export const maxReportRows = 1000;

const givenLabels = {
  from: say('first day').text.en,
  until: say('up to, not including').text.en,
  by: say('for each').text.en,
  sort: say('order').text.en,
  limit: say('number of rows').text.en,
  value: say('value').text.en,
  label: say('group').text.en,
};

const windowFields = {
  from: DateOnly({ label: givenLabels.from }),
  until: DateOnly({ label: givenLabels.until }),
};

/** The fields of a grouped row, before its figures. */
export const groupFields = {
  value: Json({ type: ['string', 'integer', 'boolean', 'null'] }, { label: givenLabels.value }),
  label: Text({ label: givenLabels.label }),
};

/** The figures that the rows of a report can be sorted by: its numbers. */
export function figuresOf({ answer }: Report): string[] {
  return Object.entries(answer).flatMap(([name, field]) =>
    scalarOf(factsOf(field))?.ordered === 'amount' ? [name] : [],
  );
}

/** The parameters of a report that are not declared: `from` and `until`, `by`, `sort` and `limit`. */
export function givenFields(report: Report): { first: Fields; last: Fields } {
  const { window, by } = report;
  const first = window ? windowFields : {};
  if (!by) return { first, last: {} };
  const { choices, required, default: usual } = by;
  const choice =
    usual === undefined
      ? Enum(choices, { label: givenLabels.by })
      : Enum(choices, { label: givenLabels.by, default: usual });
  const sorts = figuresOf(report).flatMap((name) => [name, `-${name}`]);
  return {
    first: { ...first, by: required || usual !== undefined ? choice : Nullable(choice) },
    last: {
      ...(sorts.length > 0 && { sort: Nullable(Enum(sorts, { label: givenLabels.sort })) }),
      limit: Nullable(Integer({ minimum: 1, maximum: maxReportRows, label: givenLabels.limit })),
    },
  };
}
