/** The kinds of notifications: the notices of all definitions. */
import type { Fields } from '../../../engine/definition/types.ts';
import { type Notice, type NoticeChannel, saidFields } from '../../../engine/features/notices/notice.ts';
import { follows } from '../../../engine/memoize.ts';
import type { Registry, Resource } from '../../../engine/model/resource.ts';

/** The channels of a kind: none, the page, or also mail. */
export const channels = ['none', 'page', 'mail'] as const;
export type Channel = (typeof channels)[number];

export interface Kind {
  readonly resource: Resource;
  readonly notice: Notice<Fields>;
  /** The default. */
  readonly channel: NoticeChannel;
}

/** Whether its sentence can name a moment of the row. */
export function saysMoment({ resource, notice }: Kind): boolean {
  return saidFields(notice).some((name) => name === 'at' || isMomentIn(resource, name));
}

function isMomentIn({ fields }: Resource, name: string): boolean {
  const facts = fields.get(name)?.facts;
  return facts !== undefined && 'scalar' in facts && facts.scalar.ordered === 'time';
}

/** By name: `item.low_stock`. */
export const kindsOf = follows(
  (registry: Registry): ReadonlyMap<string, Kind> =>
    new Map(
      [...registry.values()].flatMap((resource) =>
        Object.entries(resource.definition.notices ?? {}).map(
          ([name, notice]) =>
            [`${resource.name}.${name}`, { resource, notice, channel: notice.channel }] as const,
        ),
      ),
    ),
);
