/** What the service around the engine says, in French. */
import type { Translations } from '../../engine/message.ts';

export const service = {} satisfies Translations;
