/** The kinds of notifications: the notices of all definitions. */
import type { Notice, NoticeChannel } from '../../../engine/definition/notice.ts';
import type { Fields } from '../../../engine/definition/types.ts';
import { follows } from '../../../engine/memoize.ts';
import type { Registry, Resource } from '../../../engine/model/resource.ts';

/** How somebody is told of a kind: not at all, on the page, or by mail as well. */
export const channels = ['none', 'page', 'mail'] as const;
export type Channel = (typeof channels)[number];

export interface Kind {
  readonly resource: Resource;
  readonly notice: Notice<Fields>;
  /** At first. */
  readonly channel: NoticeChannel;
}

/** By their names: `item.low_stock`. */
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
