/** The steps of notices before moments, as definitions declare them. */
import { type Notice, parseBefore } from '../definition/notice.ts';
import type { Fields } from '../definition/types.ts';
import type { Registry, Resource } from '../model/resource.ts';

type MomentNotice = Extract<Notice<Fields>, { readonly at: unknown }>;

/** One step of a notice, for one of the fields that can have its moment. */
export interface MomentStep {
  /** The name under which its scan position is stored. */
  readonly name: string;
  readonly resource: Resource;
  readonly kind: string;
  readonly notice: MomentNotice;
  /** The part of the edge after the moment: `7 days`, or nothing. */
  readonly before: string;
  readonly beforeMs: number;
  readonly field: string;
  /** The fields before it, which must be empty. */
  readonly empty: readonly string[];
}

/** Every step of every notice with a moment. */
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
