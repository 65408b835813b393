/** Keys, sealed secrets, recovery codes and password hashes, without a database. */
import { expect } from 'chai';
import { deriveKeys, sign, verify } from '../../../auth/keys.ts';
import { hashPassword, isWeakerThan, passwordMatches } from '../../../auth/passwords/passwords.ts';
import { runPasswordJob } from '../../../auth/passwords/pool.ts';
import { hashRecoveryCode, makeRecoveryCodes } from '../../../auth/second-factor/recovery-codes.ts';
import { openSecret, sealSecret } from '../../../auth/secret-box.ts';

const key = (byte: number) => Buffer.alloc(32, byte);

describe('keys', () => {
  it('differ by purpose and by application key', () => {
    const made = [key(1), key(2)].flatMap((one) => [
      ...deriveKeys([one], 'csrf token'),
      ...deriveKeys([one], 'session cookie'),
    ]);
    expect(new Set(made.map((one) => one.toString('hex')))).to.have.property('size', 4);
  });

  it('verify what any of them signed, and sign with the first', () => {
    const signature = sign([key(1)], 'text');
    expect(verify([key(2), key(1)], 'text', signature)).to.equal(true);
    expect(verify([key(2)], 'text', signature)).to.equal(false);
    expect(sign([key(1), key(2)], 'text')).to.equal(signature);
    for (const wrong of ['', 'x', `${signature}x`, signature.slice(1), 'é'.repeat(43)]) {
      expect(verify([key(1)], 'text', wrong), wrong).to.equal(false);
    }
  });
});

describe('sealed secrets', () => {
  const sealed = sealSecret([key(1)], 'JBSWY3DPEHPK3PXP', 'user 7');

  it('open for their owner, under the present or an earlier key', () => {
    expect(openSecret([key(1)], sealed, 'user 7')).to.equal('JBSWY3DPEHPK3PXP');
    expect(openSecret([key(2), key(1)], sealed, 'user 7')).to.equal('JBSWY3DPEHPK3PXP');
  });

  it('open neither under another key nor for another owner', () => {
    expect(openSecret([key(2)], sealed, 'user 7')).to.equal(null);
    expect(openSecret([key(1)], sealed, 'user 8')).to.equal(null);
  });

  it('never look the same twice, and do not show what they hold', () => {
    expect(sealSecret([key(1)], 'JBSWY3DPEHPK3PXP', 'user 7')).not.to.equal(sealed);
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.to.include('JBSWY3DP');
  });

  it('do not open when changed or cut', () => {
    const [version, nonce, tag = '', text] = sealed.split('.');
    for (const wrong of [
      '',
      'v1',
      `v2.${nonce}.${tag}.${text}`,
      `${version}.${nonce}.${tag.slice(0, 6)}.${text}`,
      `${version}.${nonce}.${'A'.repeat(tag.length)}.${text}`,
      `${version}.${nonce}.${tag}.`,
      `${version}.${nonce}.${tag}`,
    ]) {
      expect(openSecret([key(1)], wrong, 'user 7'), wrong).to.equal(null);
    }
  });
});

describe('recovery codes', () => {
  it('are eight, different, and easy to read', () => {
    const codes = makeRecoveryCodes();
    expect(new Set(codes)).to.have.property('size', 8);
    for (const code of codes) expect(code).to.match(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/);
  });

  it('are hashed for one user under one key, however they are typed', () => {
    const hash = hashRecoveryCode([key(1)], 7, 'demo1-aaaaa');
    expect(hashRecoveryCode([key(1)], 7, ' DEMO1-AAAAA ')).to.equal(hash);
    expect(hashRecoveryCode([key(1)], 8, 'demo1-aaaaa')).not.to.equal(hash);
    expect(hashRecoveryCode([key(2)], 7, 'demo1-aaaaa')).not.to.equal(hash);
  });
});

describe('passwords', () => {
  it('match their own hash alone, and none matches no hash', async () => {
    const hash = await hashPassword('päss', 4);
    expect(await passwordMatches('päss'.normalize('NFD'), hash)).to.equal(true);
    expect(await passwordMatches('pass', hash)).to.equal(false);
    expect(await passwordMatches('päss', null)).to.equal(false);
    expect(await passwordMatches('nobody’s password', null)).to.equal(false);
  });

  it('are not hashed for a client that has left', async () => {
    const left = new Error('They have left.');
    const refused = await hashPassword('password', 4, 1, AbortSignal.abort(left)).catch(
      (error: unknown) => error,
    );
    expect(refused).to.equal(left);
  });

  it('are hashed while the event loop goes on', async () => {
    await hashPassword('warm-up', 4);
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    count();
    await Promise.all([hashPassword('one', 9), hashPassword('two', 9)]);
    done = true;
    expect(turns).to.be.above(100);
  });

  it('survive a thread that fails', async () => {
    const broken = JSON.parse('{"text": 1, "cost": 4}');
    const failed = await runPasswordJob(broken).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(Error);
    expect(await hashPassword('password', 4)).to.match(/^\$2b\$04\$/);
  });

  it('know a hash made at a lower cost', async () => {
    const hash = await hashPassword('password', 4);
    expect([isWeakerThan(hash, 4), isWeakerThan(hash, 5), isWeakerThan('imported', 4)]).to.deep.equal([
      false,
      true,
      true,
    ]);
  });

  it('are never cut: 72 bytes and one more', async () => {
    const longest = 'é'.repeat(36);
    const hash = await hashPassword(longest, 4);
    expect(await passwordMatches(longest, hash)).to.equal(true);
    expect(await passwordMatches(`${longest}x`, hash)).to.equal(false);
    const refused = await hashPassword(`${longest}x`, 4).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(RangeError);
  });
});
