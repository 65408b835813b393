/** Assembles mails with notices: the work that makes them, their content, and the links that turn them off. */
import type { Work } from '../../../engine/features/outbox/worker.ts';
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
  /** Called when a mail has been made. */
  planned(): void;
}

interface NoticeMails {
  /** Empty if the project has no notifications. */
  readonly works: readonly Work[];
  /** The present content of a mail; null if there is none left. */
  letter(reader: Reader, mail: HeldMail): Promise<Letter | null>;
  /** @param routes without a session */
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
