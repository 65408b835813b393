/** Every kind of equipment by its name. */
import { climate } from './climate.ts';
import { electrical } from './electrical.ts';
import type { Equipment } from './equipment.ts';
import { handling } from './handling.ts';
import { machining } from './machining.ts';
import { packaging } from './packaging.ts';
import { utilities } from './utilities.ts';

const kinds = { ...utilities, ...climate, ...packaging, ...machining, ...handling, ...electrical };

export type Kind = keyof typeof kinds;

export const equipment: Readonly<Record<Kind, Equipment>> = kinds;
