/** All spare parts and consumables. */
import { electricalParts } from './electrical-parts.ts';
import { mechanicalParts } from './mechanical-parts.ts';
import type { Part } from './part.ts';

export const parts: readonly Part[] = [...mechanicalParts, ...electricalParts];
