/** Plans at work: short ways to make them, and to record what has come due by any moment. */

import { expect } from 'chai';
import { pino } from 'pino';
import { createAuth } from '../../../../auth/index.ts';
import { readSystemActor } from '../../../../auth/rights/system-actor.ts';
import { transact } from '../../../../engine/database/transaction.ts';
import { buildEngine } from '../../../../engine/features/index.ts';
import type { TaskContext } from '../../../../engine/features/tasks/feature.ts';
import { hookContext } from '../../../../engine/write/hook-context.ts';
import { runWrite } from '../../../../engine/write/unit-of-work.ts';
import { recordDue } from '../../../../resources/plan-work/due.ts';
import { createMailer } from '../../../../service/outbox/mail/mail.ts';
import { createRegistry } from '../../../../service/project/registry.ts';
import type { Client, Reply } from '../../../harness/client.ts';
import { lentServices } from '../../../harness/lent.ts';
import type { Service } from '../../../harness/service.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Occurrence {
  readonly id: number;
  readonly sequence: number;
  readonly due_at: string;
  readonly original_due_at: string;
  readonly window_from: string;
  readonly window_until: string;
  readonly status: string;
  readonly skip_reason: string | null;
  readonly maintenance_id: number | null;
  readonly punctuality: string | null;
}

export class PlanWorld {
  readonly service: Service;
  readonly manager: Client;
  readonly material: number;
  #names = 0;

  constructor(service: Service, manager: Client, material: number) {
    this.service = service;
    this.manager = manager;
    this.material = material;
  }

  static async at(service: Service): Promise<PlanWorld> {
    const manager = await service.signedIn('manager@demo.test');
    const [material] = (await manager.get('/materials?per_page=1&status=operational')).body.data;
    return new PlanWorld(service, manager, material.id);
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    status = 200,
  ): Promise<Reply['body']> {
    const reply = await this.manager.send(method, path, body);
    expect(reply.status, `${method} ${path}: ${reply.text}`).to.equal(status);
    return reply.body?.data;
  }

  name(): string {
    this.#names += 1;
    return `Plan ${this.#names} of a test`;
  }

  async newMaterial(): Promise<number> {
    const { zone_id } = await this.send('GET', `/materials/${this.material}`);
    return (await this.send('POST', '/materials', { name: this.name(), zone_id }, 201)).id;
  }

  /** A plan as it is answered; monthly on the first day where nothing is said. */
  plan(body: Json = {}): Promise<Reply['body']> {
    const usual = {
      name: this.name(),
      material_id: this.material,
      frequency: 'month',
      starts_on: '2027-01-01',
    };
    return this.send('POST', '/maintenance-plans', { ...usual, ...body }, 201);
  }

  read(plan: { readonly id: number }): Promise<Reply['body']> {
    return this.send('GET', `/maintenance-plans/${plan.id}`);
  }

  occurrences({ id }: { readonly id: number }): Promise<Occurrence[]> {
    return this.send('GET', `/plan-occurrences?maintenance_plan_id=${id}&sort=sequence&per_page=100`);
  }

  /** Day, status and reason of each date. */
  async dates(plan: { readonly id: number }): Promise<string[]> {
    return (await this.occurrences(plan)).map(({ due_at, status, skip_reason }) =>
      [due_at.slice(0, 10), status, ...(skip_reason ? [skip_reason] : [])].join(' '),
    );
  }

  /** Does what the task does, as if it were this moment. */
  async tick(now: string): Promise<void> {
    await recordDue(await this.task(), now);
  }

  async task(): Promise<Pick<TaskContext, 'db' | 'at' | 'signal'>> {
    const db = this.service.database.knex;
    const registry = await createRegistry();
    const governed = [...registry.values()];
    const settings = this.service.database.config;
    const log = pino({ level: 'silent' });
    const mailer = createMailer(settings);
    const auth = createAuth({ database: db, settings, log, mailer, resources: () => governed });
    const services = lentServices(auth, settings, registry);
    const parts = buildEngine({
      ...{ db, registry, services, journalTable: 'activities', baseUrl: this.service.url, currency: null },
      locales: ['en', 'fr'],
      report: () => {},
    });
    const signal = new AbortController().signal;
    return {
      db,
      signal,
      at: (siteId, work) =>
        transact(db, async (trx) => {
          const actor = await readSystemActor(trx, siteId, governed, 'en');
          const writing = { db: trx, requestId: null, signal, now: new Date() };
          return actor && runWrite(parts, { ...writing, actor }, (write) => work(hookContext(write)));
        }),
    };
  }
}
