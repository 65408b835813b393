/** How Mocha runs the tests; docs/maintainers.md has the commands. */
const { availableParallelism } = require('node:os');

/** The folders of every day, where none is named: those whose files take longest come first. */
const spec = ['test/browser', 'test/service', 'test/database', 'test/unit'];
const isNamed = process.argv.slice(2).some((word) => /^test\/|^[^-].*\.test\.ts$/.test(word));

module.exports = {
  ...(isNamed ? {} : { spec }),
  // `import()` loads the test files, as it loads what they test: `require` would make a second copy of each module.
  // Room for what is gone at once, in MB: with as little as usual, collecting it is a tenth of what the tests take.
  'node-option': [
    'no-experimental-require-module',
    'import=tsx',
    'enable-source-maps',
    'min-semi-space-size=32',
    'max-semi-space-size=64',
  ],
  extension: ['.test.ts'],
  recursive: true,
  parallel: true,
  // More than there are processors: many a test waits, for a lock or for a process to begin.
  jobs: availableParallelism() + 2,
  require: ['./test/harness/run.ts'],
  reporter: './test/harness/report.ts',
  exit: true,
  // Only for hanging tests: on a busy machine, too, all others end earlier.
  timeout: 300_000,
};
