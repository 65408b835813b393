/** The way to MariaDB and MySQL: encrypted where it is asked for, to the server that is meant, and never otherwise in silence. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase, pingDatabase } from '../../../../engine/database/open.ts';
import { explainFailure } from '../../../../service/start/log/failure.ts';
import { type Certificate, makeCertificate } from '../../../harness/certificate.ts';
import { createTestDatabase, testConfig } from '../../../harness/database.ts';
import {
  type DatabaseServer,
  findProgram,
  makeOfRun,
  startDatabaseServer,
} from '../../../harness/database-server.ts';
import { onlyOn } from '../../../harness/only-on.ts';

/** Connects as a start does. @returns the cipher, empty without TLS; or the sentence with which a start would end */
async function connectTo(url: string): Promise<string> {
  const config = testConfig(url);
  const knex = openDatabase(config);
  try {
    await pingDatabase(knex);
    const [[status]] = await knex.raw("show session status like 'Ssl_cipher'");
    return String(status.Value);
  } catch (error) {
    return explainFailure(error, config);
  } finally {
    await knex.destroy();
  }
}

const openssl = findProgram('openssl');
const missing =
  openssl === null ? 'there is no openssl here; install it with: apt-get install openssl' : null;
const onServers = onlyOn('mysql', 'the embedded database has no connection', missing);
onServers.describe('TLS to the database', () => {
  let folder: string;
  let server: DatabaseServer | undefined;
  let own: Certificate;
  let foreign: Certificate;

  before(async () => {
    if (openssl === null) throw new Error('There is no openssl.');
    folder = await mkdtemp(join(tmpdir(), 'millwright-tls-'));
    own = makeCertificate(openssl, folder, 'own', 'localhost');
    foreign = makeCertificate(openssl, folder, 'foreign', 'database.example');
    server = await startDatabaseServer({ certificate: own });
  });

  after(async () => {
    await server?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  const at = (host: string, parameters: string) =>
    `${(server?.url('mysql') ?? '').replace('127.0.0.1', host)}${parameters}`;

  it('is there with the authority that is named, at a name and at an address', async () => {
    expect(await connectTo(at('localhost', `?tls-ca=${own.cert}`))).to.match(/^TLS|AES|CHACHA/);
    expect(await connectTo(at('127.0.0.1', `?tls-ca=${own.cert}&tls=true`))).to.match(/^TLS|AES|CHACHA/);
  });

  it('is off by default', async () => {
    expect(await connectTo(at('127.0.0.1', ''))).to.equal('');
    expect(await connectTo(at('127.0.0.1', '?tls=false'))).to.equal('');
  });

  it('is used if the server refuses clients without it', async () => {
    const root = openDatabase(testConfig(at('localhost', `?tls-ca=${own.cert}`)));
    await root.raw('set global require_secure_transport = on');
    try {
      expect(await connectTo(at('127.0.0.1', ''))).to.match(
        /takes neither without TLS|lets nobody in without TLS: add/,
      );
    } finally {
      await root.raw('set global require_secure_transport = off');
      await root.destroy();
    }
  });

  it('refuses a certificate that no known authority has signed', async () => {
    const sentence =
      /^The database mysql:\/\/millwright@localhost:\d+\/mysql has no certificate that can be trusted \(.*self.signed.*\): check tls/;
    expect(await connectTo(at('localhost', '?tls=true'))).to.match(sentence);
    expect(await connectTo(at('localhost', `?tls-ca=${foreign.cert}`))).to.match(
      /no certificate that can be trusted/,
    );
    expect(await connectTo(at('127.0.0.1', `?tls-ca=${foreign.cert}`))).to.match(
      /no certificate that can be trusted/,
    );
  });

  it('refuses a certificate of another name', async () => {
    const root = openDatabase(testConfig(at('127.0.0.1', '')));
    const kept = join(folder, 'kept');
    const readAnew = makeOfRun === 'mysql' ? 'alter instance reload tls' : 'flush ssl';
    for (const part of ['cert', 'key'] as const) {
      await copyFile(own[part], `${kept}.${part}`);
      await copyFile(foreign[part], own[part]);
    }
    try {
      await root.raw(readAnew);
      expect(await connectTo(at('localhost', `?tls-ca=${foreign.cert}`))).to.match(
        /no certificate that can be trusted \(.*localhost.*database\.example\)/,
      );
    } finally {
      for (const part of ['cert', 'key'] as const) await copyFile(`${kept}.${part}`, own[part]);
      await root.raw(readAnew);
      await root.destroy();
    }
  });

  it('refuses a server without it', async () => {
    const plain = await createTestDatabase('blank');
    expect(await connectTo(`${plain.url}?tls-ca=${own.cert}`)).to.match(/offers no TLS: turn it on there/);
    await plain.drop();
  });
});
