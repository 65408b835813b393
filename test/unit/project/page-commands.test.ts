/**
 * Every command and every request that a page names can be given as it stands: scripts, commands, their options, files, paths and
 * parameters are there. What pages show as examples to try is run by tests of their own: `test/service/docs/`.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { buildRegistry } from '../../../engine/features/index.ts';
import { loadDefinitions } from '../../../engine/model/compile.ts';
import { describeApi } from '../../../service/http/document/api-document.ts';
import { resourcesFolder } from '../../../service/project/project.ts';
import { systemPaths } from '../../../service/project/registry.ts';

const root = resolve(import.meta.dirname, '../../..');
const { findCommand }: { findCommand(words: readonly string[]): { readonly module: string } | null } =
  await import(pathToFileURL(join(root, 'commands/bin/commands.mjs')).href);
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((file) => `docs/${file}`)].filter((file) =>
  file.endsWith('.md'),
);
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
const settings = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name);

/** Made by those who follow a page, or theirs. */
const made =
  /^(?:resources|seeds|test)\/(?:tools|loans|books|members|copies|conformance|fixtures\/releases)|^(?:deploy\/\*|test\/mysql\/fetch\.sh)/;

const blocksOf = (text: string) => [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
const spansOf = (text: string) =>
  [...text.replace(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

/** The single commands of a script: without comments, parts of a line each by itself, lines that go on as one. */
const commandsIn = (script: string) =>
  script
    .replace(/\s*\\\n\s*/g, ' ')
    .split(/\n|&&|\|\||[;|]/)
    .map((line) => line.replace(/(?:^|\s)#\s.*$/, '').trim());

/** What is wrong with a command; null where nothing is, or where it is none of ours. */
function problemWith(command: string): string | null {
  const words = command.split(/\s+/).filter((word) => !/^[A-Z_]+=/.test(word));
  const given = [...command.matchAll(/(?:^|\s)([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name);
  if (words[0] === 'npm' && words[1] === 'test') {
    const missing = words.find((word) => word.startsWith('test/') && !existsSync(join(root, word)));
    return missing === undefined ? null : `there is no ${missing}`;
  }
  if (words[0] === 'npm' && words[1] === 'run') {
    const name = words.find((word, at) => at > 1 && !word.startsWith('-')) ?? '';
    if (name === '' || name === '…') return null;
    return name in scripts ? optionProblem(scripts[name] ?? '', words) : `there is no script ${name}`;
  }
  const [, line] = /(?:^(?:npx )?millwright|bin\/millwright\.mjs) ([a-z].*)/.exec(command) ?? [];
  if (line === undefined) return null;
  const own = line.split(/\s+/);
  if (!findCommand(own)) return `there is no command ${own[0]}`;
  const unknown = given.filter((name) => !settings.includes(name) && name !== 'NODE_OPTIONS');
  return unknown.length > 0
    ? `there is no setting ${unknown}`
    : optionProblem(`commands/bin/millwright.mjs ${own.join(' ')}`, words);
}

/** An option is one that the source of its command names. */
function optionProblem(script: string, words: readonly string[]): string | null {
  const [, own] = /bin\/millwright\.mjs (.*)/.exec(script) ?? [];
  const found = own === undefined ? null : findCommand(own.split(' '));
  const [, file = found ? `${found.module}.ts` : null] = /import tsx (\S+\.ts)/.exec(script) ?? [];
  if (file === null || !existsSync(join(root, file))) return null;
  const source = read(file);
  const options = words.flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? []);
  const unknown = options.find((option) => option !== 'silent' && !source.includes(option));
  return unknown === undefined ? null : `${file} knows no --${unknown}`;
}

describe('commands that the pages name', () => {
  for (const page of pages) {
    it(`can be given as ${page} has them`, () => {
      const blocks = blocksOf(read(page));
      for (const block of blocks) execFileSync('bash', ['-n'], { input: block });
      const commands = [...blocks.flatMap(commandsIn), ...spansOf(read(page)).flatMap(commandsIn)];
      const problems = commands.flatMap((command) => {
        const problem = problemWith(command);
        return problem === null ? [] : [`${command}: ${problem}`];
      });
      expect(problems).to.deep.equal([]);
      const files = commands.flatMap(
        (command) => command.match(/(?<=^|\s)(?:deploy|test|docs|bench)\/[\w./-]+/g) ?? [],
      );
      expect(files.filter((file) => !made.test(file) && !existsSync(join(root, file)))).to.deep.equal([]);
    });
  }

  it('are searched for where they stand', () => {
    expect(problemWith('npm run nowhere')).to.equal('there is no script nowhere');
    expect(problemWith('npm run migrate -- --nowhere')).to.equal('commands/migrate.ts knows no --nowhere');
    expect(problemWith('npm test -- test/service/nowhere.test.ts')).to.equal(
      'there is no test/service/nowhere.test.ts',
    );
    expect(problemWith('npx millwright nowhere')).to.equal('there is no command nowhere');
    expect(commandsIn('a \\\n  b # c\nd && e')).to.deep.equal(['a b', 'd', 'e']);
  });
});

/** Paths of resources that the pages make up to say something of all of them, or of some that they define. */
const madeUp = /^\/(?:things|tools|loans|books|NAME|\{resource\}|…)|…/;

describe('requests that the pages name', () => {
  type Operation = { parameters?: readonly { $ref?: string; name?: string }[] };
  let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  let shared: Readonly<Record<string, { name?: string }>>;
  before(async () => {
    const registry = buildRegistry(await loadDefinitions(resourcesFolder), systemPaths);
    const api = describeApi({ appUrl: 'http://service', locales: ['en', 'fr'] }, registry, true);
    ({
      paths,
      components: { parameters: shared },
    } = JSON.parse(JSON.stringify(api)));
  });

  const shape = (path: string) => path.replace(/\{[^}]*\}|(?<=\/)\d+(?=\/|$)/g, '{}');

  function problemWithRequest(method: string, target: string): string | null {
    const [path = '', query = ''] = target.split('?');
    const known = Object.keys(paths).find((one) => [path, `/api/v1${path}`].map(shape).includes(shape(one)));
    const operation = known === undefined ? undefined : paths[known]?.[method.toLowerCase()];
    if (!operation) return 'there is no such operation';
    const names = (operation.parameters ?? []).map(
      ({ $ref, name }) => name ?? shared[$ref?.split('/').at(-1) ?? '']?.name,
    );
    const asked = [...new URLSearchParams(query).keys()].map((name) => name.split('[')[0]);
    const unknown = asked.find((name) => !names.some((one) => one?.split('[')[0] === name));
    return unknown === undefined ? null : `there is no parameter ${unknown}`;
  }

  for (const page of pages) {
    it(`are there as ${page} has them`, () => {
      const requests = spansOf(read(page)).flatMap((span) => {
        const [, method = '', target = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\S+)/.exec(span) ?? [];
        return method === '' || madeUp.test(target) ? [] : [{ method, target }];
      });
      const problems = requests.flatMap(({ method, target }) => {
        const problem = problemWithRequest(method, target);
        return problem === null ? [] : [`${method} ${target}: ${problem}`];
      });
      expect(problems).to.deep.equal([]);
    });
  }

  it('are looked up in the document', () => {
    expect(problemWithRequest('GET', '/materials?id=3,7&fields=id')).to.equal(null);
    expect(problemWithRequest('GET', '/materials?colour=red')).to.equal('there is no parameter colour');
    expect(problemWithRequest('PUT', '/materials/{id}')).to.equal('there is no such operation');
  });
});
