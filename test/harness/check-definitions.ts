/** Checks definitions as they are at a start: with all features. */
import { checkAll } from '../../engine/check/definitions.ts';
import { features } from '../../engine/features/index.ts';

type Given = Parameters<typeof checkAll>;

export const checkDefinitions = (loaded: Given[0], paths: Given[1]) => checkAll(loaded, paths, features);
