/** The log, for machines and for a person at a terminal. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfig } from '../../../../service/config/config.ts';
import { createLog, gathered } from '../../../../service/start/log/log.ts';
import { describeError } from '../../../../service/start/log/log-error.ts';
import { sayWelcome } from '../../../../service/start/welcome.ts';
import { until } from '../../../harness/until.ts';

const config = readConfig({ APP_KEY: Buffer.alloc(32).toString('base64') });

/** An output that keeps what is written. */
function outputOf(isTTY: boolean): { isTTY: boolean; texts: string[]; write(text: string): void } {
  const texts: string[] = [];
  return { isTTY, texts, write: (text) => void texts.push(text) };
}

const request = { requestId: 'abc', ip: '192.0.2.7', user: 3, site: 2, method: 'GET', status: 200, ms: 3.1 };
const greeting = { config, address: 'http://127.0.0.1:3000', demoLogins: ['admin@demo.test'] };

describe('the log', () => {
  it('is JSON with the time of RFC 3339, the welcome too, without a terminal', () => {
    const output = outputOf(false);
    const log = createLog(config, output);
    log.info({ ...request, route: '/api/v1/zones/:id', id: 7 }, 'request');
    sayWelcome(greeting, log, output);
    const [first, second] = output.texts.map((line) => {
      expect(line).to.match(/^\{[^\n]+\}\n$/);
      const { time, ...entry } = JSON.parse(line);
      expect(new Date(time).toISOString()).to.equal(time);
      return entry;
    });
    expect(output.texts).to.have.lengthOf(2);
    expect(first).to.include({ ...request, route: '/api/v1/zones/:id', id: 7, msg: 'request' });
    expect(second).to.deep.include({
      msg: 'Millwright is listening on http://127.0.0.1:3000',
      reference: `${config.appUrl}/docs`,
      demoLogins: ['admin@demo.test'],
    });
  });

  for (const isTTY of [false, true]) {
    it(`has nothing below its level, the welcome included, ${isTTY ? 'at a terminal' : 'elsewhere'}`, () => {
      const output = outputOf(isTTY);
      const log = createLog({ logLevel: 'error' }, output);
      log.info({ ...request, route: '/api/v1/zones/:id', id: 7 }, 'request');
      log.warn('Something.');
      sayWelcome(greeting, log, output);
      expect(output.texts).to.deep.equal([]);
    });
  }

  it('is one short line a request at a terminal', () => {
    const output = outputOf(true);
    const log = createLog(config, output);
    log.info({ ...request, route: '/api/v1/zones/:id', id: 7 }, 'request');
    log.info({ ...request, route: '(none)', status: 404 }, 'request');
    log.warn({ resource: 'zones' }, 'Something else.');
    sayWelcome(greeting, log, output);
    const [row, none, other, welcome] = output.texts;
    expect(row).to.match(/^\d\d:\d\d:\d\d GET \/api\/v1\/zones\/7 200 3\.1 ms\n$/);
    expect(none).to.match(/^\d\d:\d\d:\d\d GET \(none\) 404 3\.1 ms\n$/);
    expect(other).to.include('Something else.').and.include('zones');
    expect(welcome).to.match(/^Millwright is listening on http:\/\/127\.0\.0\.1:3000\n\n {2}In a browser/);
  });

  it('tells of an error where it came from, and nothing of what was written', () => {
    const refused = Object.assign(new Error("Duplicate entry 'ann@plant.example' for key 'users_email'"), {
      code: 'ER_DUP_ENTRY',
      sql: "insert into `users` values ('ann@plant.example')",
      sqlMessage: "Duplicate entry 'ann@plant.example' for key 'users_email'",
    });
    const output = outputOf(false);
    createLog(config, output).error({ err: new Error('outer', { cause: refused }) }, 'A request failed.');
    const { err } = JSON.parse(output.texts[0] ?? '');
    expect(output.texts.join('')).not.to.include('ann@');
    expect([err.message, err.cause.code]).to.deep.equal(['outer', 'ER_DUP_ENTRY']);
    expect(err.cause.message).to.equal("Duplicate entry '…' for key 'users_email'");
    expect(err.cause.stack).to.include('log.test.ts');
  });

  it('ends where causes go round', () => {
    const [one, other] = [new Error('one'), new Error('other')];
    one.cause = other;
    other.cause = one;
    expect(JSON.stringify(describeError(one))).to.include('other');
    expect(describeError('words of somebody')).to.equal('string');
  });

  it('gathers lines of requests for a moment, and writes all else at once with what came before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-log-'));
    const file = openSync(join(folder, 'log'), 'w');
    const written = () => readFileSync(join(folder, 'log'), 'utf8');
    const line = (number: number, msg = 'request') => `${JSON.stringify({ number, msg })}\n`;
    try {
      const log = gathered(file);
      log.write(line(1));
      log.write(line(2));
      expect(written()).to.equal('');
      log.write(line(3, 'Something else.'));
      expect(written()).to.equal(line(1) + line(2) + line(3, 'Something else.'));
      log.write(line(4));
      await until('it is written by itself', () => written().endsWith(line(4)));
      const many = Array.from({ length: 1000 }, (_, at) => line(at));
      for (const one of many) log.write(one);
      expect(written()).to.match(/\}\n$/);
      log.flushSync();
      expect(written().endsWith(line(4) + many.join(''))).to.equal(true);
    } finally {
      closeSync(file);
      rmSync(folder, { recursive: true });
    }
  });
});
