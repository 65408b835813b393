/** What a worker tells its parent. */
import cluster from 'node:cluster';
import { expect } from 'chai';
import { joinCrew } from '../../../../service/start/crew.ts';

describe('a worker', () => {
  it('whose metrics fail tells none, and goes on', async () => {
    const { worker } = cluster;
    const [heard, before]: [unknown[], unknown[]] = [[], process.listeners('message')];
    const refuse = (error: unknown) => void heard.push(error);
    const parent = { id: 1, isConnected: () => true, send: (message: unknown) => heard.push(message) };
    Reflect.set(cluster, 'worker', parent);
    process.prependListener('unhandledRejection', refuse);
    try {
      joinCrew()?.share(() => Promise.reject(new Error('There are no metrics.')));
      const [hear] = process.listeners('message').filter((one) => !before.includes(one));
      hear?.({ kind: 'ask figures' }, undefined);
      await new Promise(setImmediate);
      expect([hear, heard]).to.deep.equal([hear, []]);
      if (hear) process.off('message', hear);
    } finally {
      process.off('unhandledRejection', refuse);
      Reflect.set(cluster, 'worker', worker);
    }
  });
});
