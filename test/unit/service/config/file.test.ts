/** The file `.env`: what it may say, and what stops a start because it would do nothing. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { readConfig } from '../../../../service/config/config.ts';
import { checkSettingsFile } from '../../../../service/config/file.ts';
import { settingNames } from '../../../../service/config/names.ts';
import { ConfigError } from '../../../../service/config/refusal.ts';
import { key } from './config-table.ts';

const taken: readonly string[] = [
  '',
  '\n# PORT = 3000\n\n  # odd\n',
  'PORT=3000\nHOST = 127.0.0.1 # here\r\nexport LOG_LEVEL="warn"\nAPP_URL=',
];

const refused: readonly (readonly [text: string, sentence: string])[] = [
  ['PROT=3000', 'Line 1 of .env sets "PROT", which is not a setting. Did you mean PORT?'],
  [
    '\n# a\nDATABSE_URL=x',
    'Line 3 of .env sets "DATABSE_URL", which is not a setting. Did you mean DATABASE_URL?',
  ],
  ['port=3000', 'Line 1 of .env sets "port", which is not a setting. Did you mean PORT?'],
  [
    'SESSION_LIFE=3',
    'Line 1 of .env sets "SESSION_LIFE", which is not a setting. Did you mean SESSION_LIFETIME?',
  ],
  [
    'FRONTEND-URL=x',
    'Line 1 of .env sets "FRONTEND-URL", which is not a setting. Did you mean FRONTEND_URL?',
  ],
  ['PORT=1\r\nHOST=a\r\nPORT=2', 'Line 3 of .env sets PORT, which line 1 already sets. Give it once.'],
  ['APP_KEY hidden', 'Line 1 of .env is not a setting: give NAME=value on one line.'],
  ['APP_KEY="hid\nden"', 'Line 2 of .env is not a setting: give NAME=value on one line.'],
  ['=hidden', 'Line 1 of .env is not a setting: give NAME=value on one line.'],
];

describe('.env', () => {
  for (const text of taken) {
    it(`takes ${JSON.stringify(text)}, of which each name is then set`, () => {
      checkSettingsFile('.env', text);
      const named = [...text.matchAll(/^(?:export )?([A-Z_]+) ?=/gm)].map(([, name = '']) => name);
      expect(Object.keys(parseEnv(text)).sort()).to.deep.equal(named.sort());
    });
  }

  for (const [text, sentence] of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => checkSettingsFile('.env', text))
        .to.throw(ConfigError)
        .with.property('message', sentence);
    });
  }

  const example = readFileSync(resolve(import.meta.dirname, '../../../../.env.example'), 'utf8');

  it('knows the names that the example has, and no other', () => {
    const named = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect([...settingNames].sort()).to.deep.equal(named.sort());
    checkSettingsFile('.env', example.replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
  });

  it('reads every line of the example as what is the default, and starts with it', () => {
    const lines = example.split('\n').filter((line) => /^#[A-Z_]+=/.test(line));
    expect(lines).to.have.lengthOf(settingNames.length);
    for (const line of [...lines, lines.join('\n')]) {
      const text = line.replaceAll(/^#/gm, '');
      checkSettingsFile('.env', text);
      // The sender is an example.
      const { mail, ...config } = readConfig(parseEnv(text), () => key);
      const { mail: usualMail, ...usual } = readConfig({}, () => key);
      expect({ ...config, mail: mail.passwordUrl }, text).to.deep.equal({
        ...usual,
        mail: usualMail.passwordUrl,
      });
    }
  });
});
