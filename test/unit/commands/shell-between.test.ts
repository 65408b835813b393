/** Which scripts of npm are a shell around one command: whose end is the command's, too. */
import { expect } from 'chai';

// Plain JavaScript: it runs before anything is compiled.
const { isOnlyCommand }: { isOnlyCommand(script: string | undefined): boolean } = await import(
  String(new URL('../../../commands/bin/shell-between.mjs', import.meta.url))
);

describe('the shell between npm and a command', () => {
  const alone = [
    "'millwright'",
    "'millwright' start",
    'millwright start',
    'WORKERS=2 millwright start',
    'node_modules/.bin/millwright tasks',
  ];
  const others = [
    undefined,
    '',
    'millwright start &',
    'millwright migrate && millwright start',
    'millwright start | pino-pretty',
    'node program.js',
    'mocha test/unit',
    'ship-millwright start',
  ];
  for (const script of alone) {
    it(`is all around: ${script}`, () => expect(isOnlyCommand(script)).to.equal(true));
  }
  for (const script of others) {
    it(`is left to itself: ${script}`, () => expect(isOnlyCommand(script)).to.equal(false));
  }
});
