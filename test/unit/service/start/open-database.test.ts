/** Where several hosts are named, what knows them is loaded; where one is, it is not. */
import { expect } from 'chai';
import { hostsOf } from '../../../../engine/database/hosts.ts';
import { requestTimeout } from '../../../../engine/database/open.ts';
import { readConfig } from '../../../../service/config/config.ts';
import { openAtHosts } from '../../../../service/start/open-database.ts';

/** A closed port. No connection is made: the first query would connect. */
const one = 'mysql://a:b@127.0.0.1:1/c';
const two = 'mysql://a:b@127.0.0.1:1,127.0.0.1:2/c';

describe('the database of the settings', () => {
  for (const [title, url, reading, expected] of [
    ['an embedded database has no hosts', 'sqlite::memory:', null, null],
    ['one server has no hosts', one, null, null],
    ['several have', two, null, ['127.0.0.1:1', '127.0.0.1:2']],
    ['one that is read from elsewhere has', one, two, []],
  ] as const) {
    it(title, async () => {
      const key = Buffer.alloc(32).toString('base64');
      const config = readConfig({
        ...{ DATABASE_URL: url, APP_KEY: key, LOG_LEVEL: 'silent' },
        ...(reading && { DATABASE_READ_URL: reading }),
      });
      const opened = await openAtHosts(config, requestTimeout);
      try {
        const news = hostsOf(opened)?.news;
        expect(news?.written().map(({ host }) => host) ?? null).to.deep.equal(expected);
        expect(news?.read() ?? []).to.have.lengthOf(reading === null ? 0 : 2);
      } finally {
        await opened.destroy();
      }
    });
  }
});
