/** The times at which people are told of moments, as definitions declare them. */
import { type Notice, parseBefore } from '../definition/notice.ts';
import type { Fields } from '../definition/types.ts';
import type { Registry, Resource } from '../model/resource.ts';

type MomentNotice = Extract<Notice<Fields>, { readonly at: unknown }>;

/** One time at which a notice is told, of one of the fields that can have its moment. */
export interface MomentStep {
  /** Under which it is known how far it has been looked at. */
  readonly name: string;
  readonly resource: Resource;
  readonly kind: string;
  readonly notice: MomentNotice;
  /** What follows the moment in the edge: `7 days`, or nothing. */
  readonly before: string;
  readonly beforeMs: number;
  readonly field: string;
  /** Those that come before it, and must have no value. */
  readonly empty: readonly string[];
}

/** Every time of every notice that has a moment. */
export function momentSteps(registry: Registry): MomentStep[] {
  return [...registry.values()].flatMap((resource) =>
    Object.entries(resource.definition.notices ?? {}).flatMap(([kind, notice]) => {
      if (!('at' in notice)) return [];
      const fields = [notice.at].flat();
      return (notice.before ?? ['']).flatMap((before) =>
        fields.map((field, at): MomentStep => {
          const name = [`${resource.name}.${kind}`, field, before].filter(Boolean).join('/');
          const beforeMs = parseBefore(before) ?? 0;
          return { name, resource, kind, notice, before, beforeMs, field, empty: fields.slice(0, at) };
        }),
      );
    }),
  );
}
