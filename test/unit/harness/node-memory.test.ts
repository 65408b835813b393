/** What a server of the tests takes of the machine is looked at, and comes to an end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { dropAtExit, keepUntilExit } from '../../harness/at-exit.ts';
import { ownMemory, watchMemory } from '../../harness/node-memory.ts';

describe('the memory of a server', () => {
  it('is told, and ends it, where it is more than it may take', async () => {
    const script = 'const held = Buffer.alloc(300 * 2 ** 20, 1); setInterval(() => held.length, 1000)';
    const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
    keepUntilExit(child);
    const ended = once(child, 'exit');
    const wild = { name: 'wild', pid: child.pid ?? 0, kill: async () => void child.kill('SIGKILL') };
    const calm = { name: 'calm', pid: process.pid, kill: () => expect.fail('It was ended.') };
    const watch = watchMemory([wild], { most: 250, end: 280 });
    const calmly = watchMemory([calm], { most: 2 ** 20, end: 2 ** 20 });
    await ended;
    dropAtExit(child);
    await calmly.end();
    const told = await watch.end().then(
      () => '',
      (error: Error) => error.message,
    );
    expect(told).to.match(/wild took \d+ MB\. What it did:\n./);
    expect(await ownMemory(process.pid)).to.be.above(10);
    expect(await ownMemory(0)).to.equal(0);
  });
});
