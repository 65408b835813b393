/** What works of a long-lived process leave behind in its memory: nothing. A leak grows with every round. */
import { getHeapStatistics, queryObjects } from 'node:v8';
import { expect } from 'chai';
import { createOutbox } from '../../../../engine/features/outbox/worker.ts';
import { Form } from '../../../../package/testing/world/form.ts';
import { handOver } from '../../../../service/outbox/mail/smtp.ts';
import { createGuard } from '../../../../service/outbox/webhooks/guard.ts';
import { attempt } from '../../../../service/outbox/webhooks/sending/attempt.ts';
import { type Receiver, startReceiver } from '../../../harness/receiver.ts';
import { serveDemo } from '../../../harness/service.ts';
import { type SmtpServer, startSmtpServer } from '../../../harness/smtp-server.ts';

const rounds = 3;
/** Of each work in a round: 5,000 of each in all. LEFT_BEHIND takes another number. */
const times = Number(process.env.LEFT_BEHIND ?? 1250);
/** Less than one signal with its listener. */
const mostBytes = 600;

describe('in memory', () => {
  const { service, manager } = serveDemo(['manager']);
  /** As long as the process. */
  const { signal } = new AbortController();
  let receiver: Receiver;
  let mailServer: SmtpServer;
  let uploads = 0;
  let slept = () => {};
  const napping = createOutbox({
    works: [{ name: 'napping', run: () => Promise.resolve(slept()).then(() => 60_000) }],
    report: (_work, error) => {
      throw error;
    },
  });

  before(async () => {
    napping.start();
    [receiver, mailServer] = await Promise.all([startReceiver(), startSmtpServer()]);
  });
  after(() => Promise.all([receiver.stop(), mailServer.stop(), napping.stop()]));

  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    'a request': () => manager.get('/zones?per_page=1'),
    'an upload': () => {
      uploads += 1;
      const file = { name: 'file', value: `note ${uploads}`, filename: 'note.txt' };
      return manager.post('/materials/1/attachments', new Form([file]));
    },
    'a task': () => service.runTasks(),
    'a mail': async () => {
      const smtp = { host: '127.0.0.1', port: mailServer.port, tls: 'optional', login: null } as const;
      const message = Buffer.from('Subject: x\r\n\r\nx\r\n');
      await handOver(smtp, { from: 'a@plant.example', to: 'b@plant.example', message }, { signal });
      mailServer.clear();
    },
    'a nap of the outbox': async () => {
      await new Promise<void>((resolve) => {
        slept = resolve;
        napping.nudge();
      });
    },
    'an attempt': async () => {
      const guard = createGuard({ networks: ['127.0.0.0/8'], hosts: [] });
      await attempt({ url: receiver.url, headers: {}, body: '{}', guard, signal });
      receiver.received.length = 0;
    },
  };

  for (const [name, work] of Object.entries(works)) {
    it(`${name} leaves nothing behind`, async function () {
      this.timeout(4 * this.timeout());
      const grown: { readonly targets: number; readonly bytes: number }[] = [];
      const measure = () => ({
        targets: queryObjects(EventTarget, { format: 'count' }),
        bytes: getHeapStatistics().used_heap_size,
      });
      for (let time = 0; time < times; time += 1) await work();
      let before = measure();
      for (let round = 0; round < rounds; round += 1) {
        for (let time = 0; time < times; time += 1) await work();
        const now = measure();
        grown.push({ targets: now.targets - before.targets, bytes: now.bytes - before.bytes });
        before = now;
      }
      const least = (key: 'targets' | 'bytes') => Math.min(...grown.map((one) => one[key])) / times;
      expect(least('targets'), 'signals of each').to.be.below(0.5);
      expect(least('bytes'), 'bytes of each').to.be.below(mostBytes);
    });
  }
});
