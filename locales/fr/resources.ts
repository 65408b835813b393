/** What the resources say, in French: in their definitions and hooks. */
import type { Translations } from '../../engine/message.ts';

export const resources = {} satisfies Translations;
