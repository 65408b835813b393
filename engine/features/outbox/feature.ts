/** Events of rows, until they are handed on: webhooks, mails and notices are made from them. */
import type { Feature } from '../feature.ts';

export default { name: 'outbox', uses: ['notices'] } satisfies Feature;
