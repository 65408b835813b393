/** French: what the engine, sign-in, the service and the resources say, and what resources are called. */
import type { Locale } from '../../engine/definition/words.ts';
import { auth } from './auth.ts';
import { calendar, calendarWords } from './calendar.ts';
import { engine } from './engine.ts';
import { plans } from './plans.ts';
import { resources } from './resources.ts';
import { service } from './service.ts';
import { words } from './words.ts';

export default {
  sentences: { ...engine, ...auth, ...service, ...resources, ...plans, ...calendar },
  words: { ...words, ...calendarWords },
} satisfies Locale;
