/** Finds field names that are taken: by columns of the engine, and by other keys of answers. */
import { isAlias, isReferring } from '../../kinds/kind.ts';
import { referredName } from '../../plural.ts';
import { ownFieldsOf, type Subject, snake } from '../subject.ts';

/** Keys that lists and views add to rows. */
const addedKeys = ['can', 'etag'];
/** Columns that the engine maintains on every row. A definition may only declare `site_id`, for rows that outlive their site. */
const kept = ['id', 'created_at', 'updated_at', 'created_by_id', 'version'];
/** Columns that it maintains on some rows. */
const keptOfSome = ['live', 'deleted_at', 'search_text'];

export function checkFieldNames({ definition, facts, report }: Subject): void {
  const referred = new Map(
    [...facts].flatMap(([name, fact]) => (isReferring(fact) ? [[referredName(name), name] as const] : [])),
  );
  const named = [definition.fields, ...ownFieldsOf(definition), definition.filtersThrough ?? {}];
  for (const name of named.flatMap(Object.keys)) {
    if (name in Object.prototype) report(name, 'is a name that every object has.', 'Rename it.');
  }
  for (const name of Object.keys(definition.fields)) {
    const key = `fields.${name}`;
    const base = /^(.+)_(?:key|rank)$/.exec(name)?.[1];
    const reference = referred.get(name);
    if (!snake.test(name)) report(key, 'is no lower-case name with underscores.', 'Rename it.');
    else if (addedKeys.includes(name))
      report(key, 'is what `with` adds to rows under this name.', 'Rename it.');
    else if (kept.includes(name) && !(name === 'version' && isAlias(facts.get(name))))
      report(key, 'every row has one, which the engine keeps.', 'Take it out.');
    else if (keptOfSome.includes(name) || (base !== undefined && facts.has(base))) {
      report(key, 'is a column that the engine keeps itself.', 'Rename it.');
    } else if (reference !== undefined && reference !== name) {
      report(key, `answers have the row of “${reference}” under this name.`, 'Rename it.');
    }
  }
}
