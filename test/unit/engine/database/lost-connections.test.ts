/** Errors of the driver for a connection that is gone: each is told as that, whether it has a code or not. */
import { expect } from 'chai';
import { faultOf } from '../../../../engine/database/fault.ts';
import { withCode } from '../../../../engine/database/mysql/client.ts';

describe('an error of a connection', () => {
  const closed = () => new Error('Can’t add new command when connection is in closed state');
  for (const [what, properties, kind] of [
    ['without a code', { fatal: true }, 'unavailable'],
    [
      'with a code that is not there, as promises of the driver copy it',
      { fatal: true, code: undefined },
      'unavailable',
    ],
    ['with a code', { fatal: true, code: 'ER_CON_COUNT_ERROR' }, 'unavailable'],
    ['that is a mistake of ours', { code: 'ER_BAD_FIELD_ERROR' }, undefined],
    ['that did not end it', {}, undefined],
  ] as const) {
    it(`${what} is ${kind ?? 'none of those'}`, () => {
      expect(faultOf(withCode(Object.assign(closed(), properties)))?.kind).to.equal(kind);
    });
  }
});
