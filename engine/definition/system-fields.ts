/** The fields that every resource has without declaring them. */

import type { Field } from '../kinds/field.ts';
import { Instant } from '../kinds/scalars/instant.ts';
import { Integer } from '../kinds/scalars/integer.ts';
import { Text as TextField } from '../kinds/scalars/text.ts';
import { CountOf } from '../kinds/structures/aggregate.ts';
import { Alias } from '../kinds/structures/alias.ts';
import { BelongsTo } from '../kinds/structures/reference.ts';
import type { HungWord, OfferContext, OfferedValue } from '../kinds/wording.ts';
import { say, type Text } from '../message.ts';
import type { AnyDefinition } from './definition.ts';
import { Internal, Nullable, ReadOnly } from './field.ts';
import { type HungName, type HungOn, hungFields } from './hung.ts';

/** The author of rows that the service made. */
const service = say('System').text.en;

/** Paths of the resources that the system fields refer to. */
export interface SystemPaths {
  readonly sites: string;
  readonly users: string;
  /** Resources whose rows are attached to rows of others. */
  readonly hung?: readonly HungName[];
}

/**
 * The fields that the engine maintains on every row, before and after the declared ones. If a definition declares `site_id`
 * itself, its rows can outlive their site. No answer contains `user_id`: it is always the current user.
 */
export function systemFields(
  definition: Pick<AnyDefinition, 'scope' | 'fields' | 'display' | 'path' | 'hung' | HungWord>,
  system: SystemPaths,
): { first: Record<string, Field>; last: Record<string, Field> } {
  const { display = 'name', fields } = definition;
  return {
    first: {
      id: ReadOnly(Integer({ minimum: 1 })),
      // Every row answers a name. Rows without a field `name` answer their `display`.
      ...(fields.name === undefined && display !== 'name' && { name: Alias(display) }),
    },
    last: {
      ...countsOf(definition, system.hung ?? []),
      ...(definition.hung && hangingFields(definition.hung)),
      ...(definition.scope === 'site' && {
        site_id: fields.site_id ?? ReadOnly(BelongsTo(system.sites)),
      }),
      ...(definition.scope === 'own' && { user_id: Internal(BelongsTo(system.users)) }),
      created_by_id: ReadOnly(Nullable(BelongsTo(system.users, { nullLabel: service }))),
      created_at: ReadOnly(Instant()),
      updated_at: ReadOnly(Instant()),
    },
  };
}

/** Fields that count the rows of each kind attached to a row. */
function countsOf(
  definition: Pick<AnyDefinition, 'path' | HungWord>,
  hung: readonly HungName[],
): Record<string, Field> {
  const own = hung.filter(({ word }) => definition[word]);
  return Object.fromEntries(
    own.map(({ name, path, counted }) => {
      const where = { [hungFields.resource]: definition.path };
      return [hungCount(name), CountOf(path, hungFields.record, { where, label: counted })];
    }),
  );
}

/** The field with the number of attached rows: `comment_count`. */
export const hungCount = (name: string): string => `${name.replaceAll('-', '_')}_count`;

/** The fields that identify the row to which it is attached. */
function hangingFields({ on }: HungOn): Record<string, Field> {
  const offered = ({ resources }: OfferContext): OfferedValue[] =>
    resources
      .filter(({ definition }) => definition[on])
      .map(({ path, title }) => ({ value: path, label: title.many }));
  return {
    [hungFields.resource]: ReadOnly(TextField({ max: 64, offered })),
    [hungFields.record]: ReadOnly(Integer({ minimum: 1 })),
  };
}

/** Their labels. */
export const systemLabels: Readonly<Record<string, Text>> = {
  name: say('name').text,
  id: say('id').text,
  site_id: say('site').text,
  resource: say('resource').text,
  record_id: say('record').text,
  created_by_id: say('author').text,
  created_at: say('creation time').text,
  updated_at: say('time of the last change').text,
};

/** Their headings over a column, if they differ from the label. */
export const systemHeadings: Readonly<Record<string, Text>> = {
  created_at: say('created').text,
  updated_at: say('last change').text,
};
