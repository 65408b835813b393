/** The names of the rows whose ids the filters of a list contain. */
import { and, conditionOf, or } from '../condition.ts';
import { optionNames } from '../model/choices.ts';
import { anyOf } from '../model/filter.ts';
import { operator } from '../model/filter-operators.ts';
import { filterChoice } from '../model/filter-target.ts';
import type { Model } from '../model/model.ts';
import type { Resource } from '../model/resource.ts';
import { liveCondition } from '../model/scope.ts';
import type { FilterIntent } from '../request/parameters.ts';
import type { Stored } from '../values.ts';
import type { AnswerRow, ReadContext } from './context.ts';
import { readRows } from './rows.ts';

/**
 * Name of each filter with row ids → those rows as in lists of options, by id. It contains rows that the user may list, and rows
 * that occur in the list. Other ids are left out. One query per filter.
 */
export async function readFilterNames(
  { registry, projectionOf }: Model,
  reading: ReadContext,
  resource: Resource,
  filters: readonly FilterIntent[],
): Promise<Record<string, AnswerRow[]>> {
  const named: Record<string, AnswerRow[]> = {};
  for (const name of new Set(filters.map((filter) => filter.name))) {
    const choice = filterChoice(registry, resource, name);
    if (!choice) continue;
    const { target } = choice;
    const ids = [...new Set(filters.flatMap((filter) => (filter.name === name ? filteredIds(filter) : [])))];
    const listed = and(liveCondition(target), conditionOf(reading.viewer.permitted('viewAny', target)));
    const occurring = choice.occurring(reading.viewer);
    const plan = {
      table: target.table,
      where: anyOf('id', ids),
      tried: or(listed, and(occurring.where, occurring.tried)),
      probing: true,
      order: [{ column: 'id', descending: false }],
      limit: ids.length,
      offset: 0,
    };
    const projection = projectionOf(target, ['id', ...optionNames(choice)]);
    named[name] = ids.length === 0 ? [] : await readRows(reading, plan, projection);
  }
  return named;
}

function filteredIds({ operator: word, values }: FilterIntent): Stored[] {
  return operator(word).takes === 'values' ? values.filter((value) => value !== null) : [];
}
