/** What sign-in says, in French. */
import type { Translations } from '../../engine/message.ts';

export const auth = {} satisfies Translations;
