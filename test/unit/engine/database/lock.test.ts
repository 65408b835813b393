/** One run of migrations at a time: what a server says that has no locks for it. */
import { expect } from 'chai';
import { hasNoLocks } from '../../../../engine/database/lock.ts';

describe('a server without named locks', () => {
  it('says so, and is not taken for one that is lost, full or refuses', () => {
    const coded = (code: string) => Object.assign(new Error(code), { code });
    const codes = [
      ...['ER_NOT_SUPPORTED_YET', 'ER_UNKNOWN_ERROR', 'ER_SP_DOES_NOT_EXIST'],
      ...['PROTOCOL_CONNECTION_LOST', 'ER_LOCK_DEADLOCK', 'ER_QUERY_INTERRUPTED', 'ER_ACCESS_DENIED_ERROR'],
    ];
    expect(codes.map((code) => hasNoLocks(coded(code)))).to.deep.equal([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([hasNoLocks(new Error('x')), hasNoLocks('x')]).to.deep.equal([false, false]);
  });
});
