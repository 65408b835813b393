/** What a run of the tests tells while it goes on. */
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { dropAtExit, keepUntilExit } from '../../harness/at-exit.ts';
import { loaded, testsReachedBy } from '../../harness/changed.ts';
import { chosenFiles, once, places } from '../../harness/extents.ts';
import { HeldOutput } from '../../harness/held-output.ts';
import { runEntry } from '../../harness/process.ts';
import { type Part, readRunArguments } from '../../harness/run-arguments.ts';
import { dealFiles } from '../../harness/shares.ts';

describe('a run of the tests', () => {
  it('holds the output of a part until its turn, and then lets through what comes', async () => {
    const out = new PassThrough();
    const held = new HeldOutput(out);
    held.write('first, ');
    held.write('second, ');
    expect(out.readableLength).to.equal(0);
    held.release();
    expect(out.read()?.toString()).to.equal('first, second, ');
    held.write('third, ');
    expect(out.read()?.toString()).to.equal('third, ');
    held.release();
    held.end('last');
    held.once('finish', () => out.end());
    expect(await text(out)).to.equal('last');
  });

  it('deals a whole part to several processes, each file once and long ones apart, and a few files to one', () => {
    const few = ['test/service/conformance.test.ts', 'test/service/zones.test.ts'];
    expect(dealFiles(few)).to.deep.equal([few]);
    const long = ['test/service/conformance.test.ts', 'test/service/commands/new-resource.test.ts'];
    const many = Array.from(
      { length: 120 },
      (_, index) => `test/service/${String(index).padStart(3, '0')}.test.ts`,
    );
    const dealt = dealFiles([...many, ...long]);
    expect(dealt).to.have.lengthOf(2);
    expect(dealt.flat().sort()).to.deep.equal([...many, ...long].sort());
    for (const files of dealt) expect(long.filter((file) => files.includes(file))).to.have.lengthOf(1);
    const units = Array.from({ length: 300 }, (_, index) => `test/unit/${index}.test.ts`);
    expect(dealFiles(units).map(({ length }) => length)).to.deep.equal([100, 100, 100]);
  });

  it('leaves out of the short run what is told in one place, which names files that are there', () => {
    for (const place of places) expect(existsSync(place), place).to.equal(true);
    expect(new Set(places)).to.have.lengthOf(places.length);
    expect(readRunArguments([]).extent).to.equal('short');
    expect(readRunArguments(['--all']).extent).to.equal('all');
    const file = 'test/service/engine/hosts/cluster.test.ts';
    expect(readRunArguments([file]).extent).to.equal('named');
    const zones = 'test/service/resources/cleaning-rounds.test.ts';
    const all = [
      file,
      'test/service/engine/describe/openapi.test.ts',
      zones,
      'test/service/engine/write/writes.test.ts',
    ];
    const chosen = (part: Part, ...argv: string[]) => chosenFiles(part, readRunArguments(argv), all, '.');
    expect(chosen('sqlite')).to.deep.equal(all.slice(1));
    expect(chosen('mariadb')).to.deep.equal(all.slice(3));
    expect(chosen('mariadb', '--all')).to.deep.equal([file, ...all.slice(2)]);
    expect(chosen('mariadb', zones)).to.deep.equal(all);
    const [list, tree] = ['test/browser/console/list.test.ts', 'test/browser/console/tree.test.ts'];
    const short = (part: Part, file: string) => chosenFiles(part, readRunArguments([]), [file], '.');
    expect([short('browser', list), short('browser', tree)]).to.deep.equal([[list], []]);
    const renamed = 'test/service/engine/schema/changed-definition.test.ts';
    expect([short('sqlite', renamed), short('mariadb', renamed)]).to.deep.equal([[], [renamed]]);
    for (const one of once) expect(readFileSync(one, 'utf8'), one).not.to.match(/onlyOn\('mysql'/);
    expect(() => readRunArguments(['--all', '--changed'])).to.throw('Use --all or --changed, not both.');
  });

  it('finds what a change reaches: by imports, paths that are named, and folders that are loaded; the nearest first', () => {
    for (const place of Object.entries(loaded).flat(2)) expect(existsSync(place), place).to.equal(true);
    const texts: Readonly<Record<string, string>> = {
      'engine/values.ts': '',
      'engine/read.ts': "import type { A } from './values.ts';",
      'service/project/project.ts': "import { b } from '../../engine/read.ts';",
      'server.ts': "const { c } = await import('./service/project/project.ts');",
      'docs/hosts.md': '',
      'resources/zones.ts': '',
      'test/service/start/start.test.ts': "import {\n  d,\n} from '../../../service/project/project.ts';",
      'test/service/hosts.test.ts': "walk('docs/hosts.md'); run(['server.ts']);",
      'test/unit/values.test.ts': "export { e } from '../../engine/values.ts';",
      'test/service/resources/zones.test.ts': "run(['server.ts']);",
      'test/unit/project/imports.test.ts': '',
      'test/unit/other.test.ts': "import { f } from '../../engine/other.ts';",
    };
    const reached = (file: string) =>
      testsReachedBy([file], Object.keys(texts), (one) => texts[one] ?? '').map((test) => test.slice(5));
    const house = 'unit/project/imports.test.ts';
    const started = ['service/hosts.test.ts', 'service/resources/zones.test.ts'];
    expect(reached('engine/values.ts')).to.deep.equal([
      'unit/values.test.ts',
      house,
      'service/start/start.test.ts',
      ...started,
    ]);
    expect(reached('docs/hosts.md')).to.deep.equal(['service/hosts.test.ts', house]);
    const zones = [
      'service/resources/zones.test.ts',
      house,
      'service/start/start.test.ts',
      'service/hosts.test.ts',
    ];
    expect(reached('resources/zones.ts')).to.deep.equal(zones);
    expect(reached('engine/gone.ts')).to.deep.equal([house]);
    expect(testsReachedBy([], Object.keys(texts), (one) => texts[one] ?? '')).to.deep.equal([]);
  });

  it('goes to MySQL where that is asked for, and else nowhere near it', () => {
    expect(readRunArguments([]).only).to.deep.equal(['unit', 'sqlite', 'mariadb', 'browser']);
    expect(readRunArguments(['--only', 'mysql']).only).to.deep.equal(['mysql']);
  });

  it('goes to the laws of one resource where it is named', () => {
    const laws = 'test/service/conformance.test.ts';
    const one = readRunArguments(['--resource', 'tools', '--only', 'sqlite']);
    expect(one).to.deep.include({ files: [laws], resources: ['tools'], only: ['sqlite'], built: false });
    const two = readRunArguments(['--resource', 'tools,zones', 'test/service/zones.test.ts']);
    expect(two).to.deep.include({ files: ['test/service/zones.test.ts'], resources: ['tools', 'zones'] });
    expect(readRunArguments([]).resources).to.deep.equal([]);
  });

  it('tells which file runs, and how many there are', async () => {
    const { root, files } = {
      root: process.cwd(),
      files: ['test/unit/engine/memoize.test.ts', 'test/unit/engine/money.test.ts'],
    };
    const { code, stdout } = await runEntry(
      ['test/harness/mocha.ts', ...files.map((file) => `${root}/${file}`)],
      { folder: root, env: { TEST_TITLE: 'two files' } },
    );
    expect(code, stdout).to.equal(0);
    const told = stdout.split('\n').filter((line) => /^(?:──|test\/)/.test(line));
    expect(told).to.deep.equal([
      '── two files ──',
      'test/unit/engine/memoize.test.ts (1 of 2)',
      'test/unit/engine/money.test.ts (2 of 2)',
    ]);
  });

  it('tells all that failed once more at its end, with the part, the file and the error', async () => {
    const project = await projectOf({
      'unit/failing.test.ts': `
        describe('sums', () => {
          it('are right', () => assert.equal(1 + 1, 2));
          it('are wrong', () => assert.deepEqual({ sum: 1 + 1 }, { sum: 3 }));
        });
        describe('hooks', () => {
          before('open the book', () => { throw new TypeError('There is no book.'); });
          it('is never run', () => {});
        });`,
      'unit/unloadable.test.ts': "throw new Error('Not even this.');",
      'service/quiet.test.ts': "it('says much', () => console.log('x'.repeat(100_000)));",
      'service/deadly.test.ts':
        "describe('the last', () => it('ends it all', () => process.kill(process.pid, 'SIGKILL')));",
    });
    try {
      const { code, stdout } = await runEntry(['test/run.ts', '--only', 'unit,sqlite', '--no-built'], {
        project,
      });
      expect(code).to.equal(1);
      const end = stdout.slice(stdout.indexOf('Failure 1 of '));
      const places = /^ +at .*\n/gm;
      expect(end, stdout).to.match(/ at .*failing\.test\.ts:/);
      expect(end.replace(places, '').trimEnd().split('\n')).to.deep.equal([
        'Failure 1 of 3: unit, test/unit/unloadable.test.ts',
        '    (could not be loaded)',
        '    Error: Not even this.',
        '',
        'Failure 2 of 3: unit, test/unit/failing.test.ts',
        '    sums › are wrong',
        '    AssertionError: expected { sum: 2 } to deeply equal { sum: 3 }',
        '    + expected - actual',
        '     {',
        '    -  "sum": 2',
        '    +  "sum": 3',
        '     }',
        '',
        'Failure 3 of 3: unit, test/unit/failing.test.ts',
        '    hooks › "before all" hook: open the book for "is never run"',
        '    TypeError: There is no book.',
        '',
        'The SQLite tests ended early in test/service/deadly.test.ts (SIGKILL): the error is above.',
        '1 passed, 4 failed, 0 skipped',
      ]);
    } finally {
      await rm(project, { recursive: true });
      dropAtExit(project);
    }
  });

  it('says all to its end, however much was held until then', async () => {
    const project = await projectOf({
      'unit/talkative.test.ts': `
        import { writeFileSync } from 'node:fs';
        it('says much', () => { console.log('x'.repeat(3_000_000)); writeFileSync('said', ''); });`,
      'service/patient.test.ts': `
        import { existsSync, readFileSync } from 'node:fs';
        it('ends after it', async () => {
          while (!existsSync('said')) await new Promise((resolve) => setImmediate(resolve));
        });`,
    });
    try {
      const { code, stdout } = await runEntry(['test/run.ts', '--only', 'unit,sqlite', '--no-built'], {
        project,
      });
      expect(code).to.equal(0);
      expect(stdout.slice(-200)).to.match(/\n2 passed, 0 failed, 0 skipped\n$/);
    } finally {
      await rm(project, { recursive: true });
      dropAtExit(project);
    }
  });
});

/** The project with other tests than its own. @returns its folder, to be removed */
async function projectOf(tests: Readonly<Record<string, string>>): Promise<string> {
  const [here, made] = [process.cwd(), await realpath(await mkdtemp(join(tmpdir(), 'millwright-tests-')))];
  keepUntilExit(made);
  for (const name of await readdir(here)) {
    if (name !== 'test' && !name.startsWith('.')) await symlink(join(here, name), join(made, name));
  }
  await cp(join(here, 'test/harness'), join(made, 'test/harness'), { recursive: true });
  await cp(join(here, 'test/run.ts'), join(made, 'test/run.ts'));
  for (const folder of ['unit', 'service']) await mkdir(join(made, 'test', folder));
  for (const [file, text] of Object.entries(tests)) {
    await writeFile(join(made, 'test', file), `import { assert } from 'chai';\n${text}\n`);
  }
  return made;
}
