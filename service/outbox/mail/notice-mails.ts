/** Notices by mail, as the service joins them: what makes the mails, what they say, and the links that turn them off. */
import type { Work } from '../../../engine/outbox/worker.ts';
import { noticesWork } from '../notifications/fan-out.ts';
import { notificationsPath } from '../notifications/visible.ts';
import type { Letter } from './letter.ts';
import { planNotices } from './notices.ts';
import { type NoticesParts, noticesLetter } from './notices-letter.ts';
import type { HeldMail } from './queue.ts';
import type { Reader } from './reader.ts';
import { createShowUnsubscribe, createUnsubscribe, type LinkHandler } from './unsubscribe.ts';

interface NoticeMailsParts extends NoticesParts {
  readonly appKeys: readonly Buffer[];
  /** Told that a mail has been made. */
  planned(): void;
}

interface NoticeMails {
  /** None where nobody is notified. */
  readonly works: readonly Work[];
  /** What a mail says now; null where nothing is left to say. */
  letter(reader: Reader, mail: HeldMail): Promise<Letter | null>;
  /** @param routes those that ask for no session */
  addRoutes(routes: Record<'get' | 'post', (path: string, handle: LinkHandler) => void>): void;
}

export function createNoticeMails(parts: NoticeMailsParts): NoticeMails {
  const { db, model, appKeys, appName, planned } = parts;
  const { registry } = model;
  const isNotified = registry.has(notificationsPath);
  return {
    works: isNotified ? [{ name: noticesWork, run: () => planNotices(db, appKeys, planned) }] : [],
    letter: (reader, mail) => noticesLetter(parts, reader, mail),
    addRoutes: (routes) => {
      routes.get('/unsubscribe/:token', createShowUnsubscribe({ db, appName }));
      routes.post('/unsubscribe/:token', createUnsubscribe({ db, registry, appName }));
    },
  };
}
