/** French: what the engine, sign-in, the service and the resources say, and what resources are called. */
import type { Locale } from '../../engine/definition/words.ts';
import { auth } from './auth.ts';
import { calendar, calendarWords } from './calendar.ts';
import { comments, commentWords } from './comments.ts';
import { engine } from './engine.ts';
import { equipmentWords } from './equipment.ts';
import { feeds, feedWords } from './feeds.ts';
import { files, fileWords } from './files.ts';
import { labour, labourWords } from './labour.ts';
import { mail } from './mail.ts';
import { meters, meterWords } from './meters.ts';
import { notifications } from './notifications.ts';
import { peopleWords } from './people.ts';
import { plans } from './plans.ts';
import { procedures, procedureWords } from './procedures.ts';
import { reliability } from './reliability.ts';
import { requests, requestWords } from './requests.ts';
import { resources } from './resources.ts';
import { service } from './service.ts';
import { stops, stopWords } from './stops.ts';
import { webhooks, webhookWords } from './webhooks.ts';
import { words } from './words.ts';

export default {
  sentences: {
    ...engine,
    ...auth,
    ...service,
    ...resources,
    ...plans,
    ...calendar,
    ...mail,
    ...notifications,
    ...webhooks,
    ...feeds,
    ...files,
    ...stops,
    ...meters,
    ...labour,
    ...procedures,
    ...requests,
    ...reliability,
    ...comments,
  },
  words: {
    ...words,
    ...peopleWords,
    ...equipmentWords,
    ...calendarWords,
    ...webhookWords,
    ...feedWords,
    ...stopWords,
    ...meterWords,
    ...labourWords,
    ...commentWords,
    ...fileWords,
    ...procedureWords,
    ...requestWords,
  },
} satisfies Locale;
