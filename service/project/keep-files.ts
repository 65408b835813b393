/** Gives definitions of files the project's hook that decides whether received bytes are stored. */
import type { Loaded } from '../../engine/check/subject.ts';
import type { ProjectOptions } from './options.ts';

/** @returns the same definitions; those of files that have no such hook of their own have this one */
export function withKeepHook(loaded: Loaded[], beforeKeep: ProjectOptions['beforeKeep']): Loaded[] {
  if (!beforeKeep) return loaded;
  return loaded.map(({ file, definition }) => {
    const { hung, hooks } = definition;
    if (!hung?.files || hooks?.beforeKeep) return { file, definition };
    return { file, definition: { ...definition, hooks: { ...hooks, beforeKeep } } };
  });
}
