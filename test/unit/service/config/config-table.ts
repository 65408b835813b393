/** Tables of settings: what is taken for what, and what is refused with which line. */
import { expect } from 'chai';
import { type Config, ConfigError, readConfig } from '../../../../service/config/config.ts';

/** The key that is kept where none is given, and one that is given. */
export const key = Buffer.alloc(32, 1);
export const given = Buffer.alloc(32, 2).toString('base64');

export type Accepted = readonly [
  title: string,
  environment: Record<string, string>,
  expected: Partial<Config>,
];
export type Refused = readonly [environment: Record<string, string>, message: RegExp];

export function configOf(environment: Record<string, string>): Config {
  return readConfig(environment, () => key);
}

/** A test for each row. What is refused is told in one line, without what is `hidden` in it. */
export function describeSettings(accepted: readonly Accepted[], refused: readonly Refused[]): void {
  for (const [title, environment, expected] of accepted) {
    it(`takes ${title}`, () => {
      expect(configOf(environment)).to.deep.include(expected);
    });
  }

  for (const [environment, message] of refused) {
    it(`refuses ${JSON.stringify(environment).slice(0, 90)}`, () => {
      let thrown: unknown;
      try {
        configOf(environment);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).to.be.instanceOf(ConfigError);
      const text = thrown instanceof ConfigError ? thrown.message : '';
      expect(text).to.match(message);
      expect(text).not.to.match(/hid|den@|\n/);
    });
  }
}
