/** A worker that hangs is replaced, and one that starts is given its time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { Client } from '../../../../harness/client.ts';
import { freePort } from '../../../../harness/port.ts';
import { until } from '../../../../harness/until.ts';

/** Long enough for a worker of a busy machine to answer once, which it is asked ten times. */
const silenceMs = 3000;

describe('a worker that hangs', () => {
  let service: ChildProcess;
  let client: Client;
  let printed = '';

  before(async () => {
    const port = await freePort();
    const entry = resolve(import.meta.dirname, '../../../../harness/hanging-service.ts');
    const loader = ['--import', import.meta.resolve('tsx')];
    service = spawn(process.execPath, [...loader, entry, String(silenceMs), String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    service.stdout?.on('data', (text) => {
      printed += text;
    });
    client = new Client(`http://127.0.0.1:${port}`);
    await until('all workers listen', () => workers().length === 1, { tell: () => printed });
  });
  after(async () => {
    client.close();
    if (service.exitCode === null && service.signalCode === null && service.kill('SIGKILL'))
      await once(service, 'exit');
  });

  const lines = (): { msg: string; worker?: number; workers?: number[] }[] =>
    printed
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const workers = () => lines().flatMap(({ workers }) => (workers ? [workers] : []));
  const hung = () => lines().filter(({ msg }) => msg === 'A worker does not answer: it is ended.');
  const hang = () => client.raw('GET', '/hang').catch((error: Error) => error);

  it('was not taken for one while it started', () => {
    expect(hung()).to.deep.equal([]);
    expect(lines().some(({ msg }) => msg.startsWith('A worker has died'))).to.equal(false);
  });

  it('is replaced, and the other one answers meanwhile', async () => {
    const [first = []] = workers();
    const asked = hang();
    const answers: Promise<unknown>[] = [];
    await until('it is ended', () => {
      answers.push(
        client.raw('GET', '/').then(
          ({ status }) => status,
          () => 'cut',
        ),
      );
      return hung().length > 0;
    });
    expect(await asked, 'what it was answering').to.be.instanceOf(Error);
    // One connection is handed to it before it is known to be busy, and is closed when it has died.
    const got = await Promise.all(answers);
    expect(got.filter((one) => one === 'cut')).to.have.lengthOf.at.most(1);
    expect(got.filter((one) => one === 200)).to.have.lengthOf.above(2);
    await until('both listen again', () => workers().length === 2, { tell: () => printed });
    const [one] = hung();
    expect(first).to.include(one?.worker);
    const [, second = []] = workers();
    expect(second).to.have.length(2).and.not.include(one?.worker);
  });

  it('ends with the service, too', async () => {
    const asked = hang();
    await until('it hangs', () => lines().filter(({ msg }) => msg === 'hanging').length === 2);
    service.kill('SIGTERM');
    expect(await asked).to.be.instanceOf(Error);
    if (service.exitCode === null && service.signalCode === null) await once(service, 'exit');
    expect(service.exitCode).to.equal(0);
  });
});
