/** The fields that every resource has without declaring them. */

import type { Field } from '../kinds/field.ts';
import { Instant } from '../kinds/scalars/instant.ts';
import { Integer } from '../kinds/scalars/integer.ts';
import { say, type Text } from '../message.ts';
import type { AnyDefinition } from './definition.ts';
import { Nullable, ReadOnly } from './field.ts';
import { Alias } from './follows.ts';
import { BelongsTo } from './relation.ts';

/** The author of rows that were made without sign-in. */
const service = say('System').text.en;

/** Paths of the resources that the system fields of every row refer to. */
export interface SystemPaths {
  readonly sites: string;
  readonly users: string;
}

/**
 * Fields that the engine itself keeps on every row, before and after the declared ones. A definition that declares
 * `site_id` itself has rows that can outlive their site.
 */
export function systemFields(
  definition: Pick<AnyDefinition, 'scope' | 'fields' | 'display'>,
  system: SystemPaths,
): { first: Record<string, Field>; last: Record<string, Field> } {
  const { display = 'name', fields } = definition;
  return {
    first: {
      id: ReadOnly(Integer({ minimum: 1 })),
      // Every row answers a name: where it has none of its own, what stands for it elsewhere.
      ...(fields.name === undefined && display !== 'name' && { name: Alias(display) }),
    },
    last: {
      ...(definition.scope === 'site' && {
        site_id: fields.site_id ?? ReadOnly(BelongsTo(system.sites)),
      }),
      created_by_id: ReadOnly(Nullable(BelongsTo(system.users, { nullLabel: service }))),
      created_at: ReadOnly(Instant()),
      updated_at: ReadOnly(Instant()),
    },
  };
}

/** What people call them. */
export const systemLabels: Readonly<Record<string, Text>> = {
  name: say('name').text,
  id: say('id').text,
  site_id: say('site').text,
  created_by_id: say('author').text,
  created_at: say('creation time').text,
  updated_at: say('time of the last change').text,
};

/** What they are called over a column, where that is not the same. */
export const systemHeadings: Readonly<Record<string, Text>> = {
  created_at: say('created').text,
  updated_at: say('last change').text,
};
