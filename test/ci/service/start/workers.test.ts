/** Several processes that share one port are one service: in what they answer, count, limit and log, and where one of them dies. */
import type { Socket } from 'node:net';
import { expect } from 'chai';
import type { Client, Reply } from '../../../harness/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { isRefused, sendOn, sendRest, splitSignIn } from '../../../harness/sockets.ts';
import { until } from '../../../harness/until.ts';
import { isStopped, type LogLine, startWorkers, type Workers } from '../../../harness/workers.ts';

const count = 3;
const all = Array.from({ length: count });

describe('workers', () => {
  let database: TestDatabase;
  let crew: Workers;
  let client: Client;

  before(async () => {
    database = await createTestDatabase('demo');
    crew = await startWorkers(count, { env: { DATABASE_URL: database.url, LOG_LEVEL: 'debug' } });
    client = crew.client();
    expect((await client.login('manager@demo.test')).status).to.equal(200);
  });
  after(async () => {
    await crew?.service.kill();
    await database?.drop();
  });

  /** Which of them has answered, as the log tells it. */
  async function answererOf(reply: Reply): Promise<number> {
    const line = () => crew.log().find(({ requestId }) => requestId === reply.headers['x-request-id']);
    await until('the request is in the log', () => line() !== undefined);
    return line()?.pid ?? 0;
  }

  /** Asks until each of them has answered. */
  async function askEach(ask: () => Promise<Reply>): Promise<Map<number, Reply>> {
    const replies = new Map<number, Reply>();
    await until('each worker has answered', async () => {
      const reply = await ask();
      replies.set(await answererOf(reply), reply);
      return replies.size === count;
    });
    return replies;
  }

  it('answer in turn, and greet once', async () => {
    const replies = await askEach(() => client.get('/zones?per_page=1'));
    expect([...replies.keys()].sort()).to.deep.equal([...crew.pids].sort());
    for (const { status, headers } of replies.values()) {
      expect(status).to.equal(200);
      const line = crew.log().find(({ requestId }) => requestId === headers['x-request-id']);
      expect(line?.queries, 'counted where debug is logged').to.be.within(1, 8);
    }
    const greetings = crew.log().filter(({ msg }) => msg.startsWith('Millwright is listening on '));
    expect(greetings).to.have.lengthOf(1);
  });

  it('make the same page, document and metadata', async () => {
    for (const path of ['/api/v1/openapi.json', '/resources']) {
      const replies = await askEach(() => client.get(path));
      expect(new Set([...replies.values()].map(({ headers }) => headers.etag)).size, path).to.equal(1);
      expect([...replies.values()][0]?.headers.etag, path).to.be.a('string');
    }
    const page = await client.raw('GET', '/console', { headers: { Connection: 'close' } });
    const assets = [...page.text.matchAll(/\/console\/assets\/[\w.-]+/g)].map(([path]) => path);
    expect(assets).to.have.length.above(1);
    // Assets that are found are not in the log: as many times as there are workers, and then some.
    for (const path of assets.slice(0, 2)) {
      for (const _one of [...all, ...all]) {
        const asset = await client.raw('GET', path, { headers: { Connection: 'close' } });
        expect(asset.status, path).to.equal(200);
      }
    }
  });

  it('forget a session together', async () => {
    const leaver = crew.client();
    await leaver.login('manager@demo.test');
    const replayed = crew.client();
    for (const [name, value] of leaver.cookies) replayed.cookies.set(name, value);
    for (const { status } of (await askEach(() => replayed.get('/user'))).values())
      expect(status).to.equal(200);
    expect((await leaver.post('/auth/logout')).status).to.equal(204);
    for (const { status } of (await askEach(() => replayed.get('/user'))).values())
      expect(status).to.equal(401);
  });

  it('let one write after the other, and lose none', async () => {
    const names = Array.from({ length: 60 }, (_, number) => `Written ${number}`);
    const lanes = Array.from({ length: 6 }, (_, lane) => names.filter((_name, at) => at % 6 === lane));
    await Promise.all(
      lanes.map(async (lane) => {
        for (const name of lane) {
          const reply = await client.post('/zones', { name });
          expect(reply.status, reply.text).to.equal(201);
        }
      }),
    );
    expect(await database.knex('zones').whereIn('name', names)).to.have.lengthOf(names.length);
    const total = async () => (await client.get('/zones?per_page=1')).body.meta.total;
    const totals = new Set([await total(), await total(), await total()]);
    expect(totals.size).to.equal(1);
    expect([...totals][0]).to.be.at.least(names.length);
  });

  const figure = (text: string, name: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.slice(name.length),
    );
  const served = 'http_request_duration_seconds_count{method="GET",route="/api/v1/service",status="200"} ';

  it('tell the same figures, which are those of all', async () => {
    for (let round = 0; round < 10; round += 1) await client.get('/service');
    const figures = async () => (await client.get('/metrics')).text;
    await until('all requests are counted', async () => figure(await figures(), served) === 10);
    for (const { text } of (await askEach(() => client.get('/metrics'))).values()) {
      expect(figure(text, served)).to.equal(10);
      expect(figure(text, 'service_workers ')).to.equal(count);
      expect(figure(text, 'service_worker_deaths_total ')).to.equal(0);
      // Read from the database, which has it once.
      expect(text.match(/^task_failures\{task="maintenance-plan.generate"\} .*$/gm)).to.have.lengthOf(1);
      expect(text.match(/^# TYPE process_resident_memory_bytes /gm)).to.have.lengthOf(1);
    }
  });

  const runs = () => crew.log().filter(({ msg }) => msg === 'A task has ended.');

  it('do what is due in one of them, once', async () => {
    await until('the tasks have run', () => new Set(runs().map(({ task }) => task)).size >= 2);
    const seen = runs();
    expect(new Set(seen.map(({ pid }) => pid)).size).to.equal(1);
    // Due every minute: a task that ran more often was run twice.
    const minutes = (Date.now() - Date.parse(String(crew.log()[0]?.time))) / 60_000;
    const times = (name: unknown) => seen.filter(({ task }) => task === name).length;
    for (const { task } of seen) expect(times(task)).to.be.at.most(1 + Math.floor(minutes));
  });

  it('lose one that is killed with what it was answering, replace it, and pass on its work', async () => {
    const before = (await client.get('/metrics')).text;
    const victim = runs()[0]?.pid ?? 0;
    const stop = new AbortController();
    const lanes = all.flatMap(() => [makeLane(stop.signal), makeLane(stop.signal)]);
    await Promise.all(lanes.map(({ begun }) => begun));
    // Stopped between two writes, it does nothing of what comes due now.
    await until('it stands still and keeps no lock', async () => {
      process.kill(victim, 'SIGSTOP');
      await until('it stands still', () => isStopped(victim));
      const due = database.knex('task_leases').update({ due_at: 0 });
      return due.then(
        () => true,
        () => process.kill(victim, 'SIGCONT') && false,
      );
    });
    process.kill(victim, 'SIGKILL');
    const died = ({ msg, worker }: LogLine) => msg.startsWith('A worker has died') && worker === victim;
    await until('its death is noticed', () => crew.log().some(died));
    await crew.untilWhole(2);
    stop.abort();
    // Only on the connections that it had, and there what it was answering; and one more connection that was handed
    // to it before the parent knew of its death.
    const failures = await Promise.all(lanes.map((lane) => lane.failures));
    expect(Math.max(...failures)).to.be.at.most(2);
    expect(failures.filter((lost) => lost > 1)).to.have.lengthOf.at.most(1);
    await until(
      'somebody else does what is due',
      () => runs().filter(({ pid }) => pid !== victim).length >= 2,
    );
    // So does what leaves the service: the note that an event is to be handed on is taken away.
    const written = await client.post('/zones', { name: 'Told by whoever is left' });
    expect(written.status, written.text).to.equal(201);
    const note = { resource: 'zone', record_id: written.body.data.id };
    await until(
      'its event is handed on',
      async () => (await database.knex('activities').where(note).whereNotNull('pending')).length === 0,
    );
    const after = (await client.get('/metrics')).text;
    expect(figure(after, 'service_workers ')).to.equal(count);
    expect(figure(after, 'service_worker_deaths_total ')).to.equal(1);
    // What it had counted stays counted.
    expect(figure(after, served)).to.be.at.least(figure(before, served));
    expect((await client.get('/user')).status).to.equal(200);
  });

  /** Asks one thing after the other on a connection of its own, until it is told to stop. */
  function makeLane(stop: AbortSignal): { begun: Promise<Reply>; failures: Promise<number> } {
    const lane = crew.service.client();
    for (const [name, value] of client.cookies) lane.cookies.set(name, value);
    const ask = () => lane.get('/zones?per_page=1');
    const begun = ask();
    const go = async () => {
      let failures = 0;
      await begun;
      while (!stop.aborted) {
        const reply = await ask().catch(() => null);
        if (reply === null) failures += 1;
        else expect(reply.status).to.equal(200);
      }
      return failures;
    };
    return { begun, failures: go() };
  }

  it('are drained by one SIGTERM: what has begun is answered, and nothing new accepted', async () => {
    const before = await Promise.all([...all, ...all].map(() => sendMostOfSignIn()));
    // Each worker takes what comes to it in turn: what was sent before this is there.
    await askEach(() => client.get('/service'));
    const ended = crew.service.stop();
    await until('no connection is accepted', () => isRefused(crew.service.port));
    const answers = before.map(({ socket, rest }) => sendRest(socket, rest));
    for (const answer of await Promise.all(answers)) expect(answer).to.match(/^HTTP\/1\.1 4(?:22|29) /);
    expect(await ended).to.deep.equal({ code: 0, signal: null });
    expect(crew.service.stderr).to.equal('');
  });

  /** A sign-in of which everything has been sent but the end of the body. */
  async function sendMostOfSignIn(): Promise<{ socket: Socket; rest: string }> {
    const { most, rest } = await splitSignIn(crew.client());
    return { socket: await sendOn(crew.service.port, most), rest };
  }
});
