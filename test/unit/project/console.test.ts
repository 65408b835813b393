/** The console's plan: what it may know of the service, and that it knows no resource. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect } from 'chai';
import { loadDefinitions } from '../../../engine/model/compile.ts';
import { resourcesFolder } from '../../../service/project/project.ts';

const root = resolve(import.meta.dirname, '../../..');

/** What the service says of its resources, as types: nothing of it is left once it is compiled. */
const knownTypes = /^engine\/(?:describe|features)\/[\w-]+\/[\w-]+-schema\.ts$/;
const packages = ['preact', 'preact/hooks', '@tanstack/query-core', 'idb', 'qr'];

const files = readdirSync(join(root, 'console'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:tsx?|css|html)$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, 'console', file), 'utf8') }));
const sources = files.filter(({ file }) => /\.tsx?$/.test(file));

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isType: boolean;
}

const statement = /^(?:import|export)\s+(type\s+)?(?:[^;'`]*?\bfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;
const imports: readonly Import[] = sources.flatMap(({ file, text }) =>
  [...text.matchAll(statement)].map(([, type, from, dynamic = '']) => {
    const specifier = from ?? dynamic;
    const target = specifier.startsWith('.')
      ? normalize(join('console', dirname(file), specifier))
      : specifier;
    return { file, target, isType: type !== undefined };
  }),
);

const roomOf = (file: string) => file.split('/')[0] ?? file;
const told = ({ file, target }: Import) => `${file} → ${target}`;

describe('the console’s files', () => {
  it('are found', () => {
    expect(imports).to.have.length.above(60);
  });

  it('know types of the metadata, and nothing else of the service', () => {
    const strange = imports.filter(
      ({ target, isType }) =>
        target.endsWith('.ts') &&
        !/^console\/|^locales\/\w+\/console\.ts$/.test(target) &&
        !(isType && knownTypes.test(target)),
    );
    expect(strange.map(told)).to.deep.equal([]);
    // Styles of its own stand beside what is loaded later.
    const beside = imports.filter(
      ({ target }) => !/\.tsx?$|^console\/.*\.css$/.test(target) && !packages.includes(target),
    );
    expect(beside.map(told)).to.deep.equal([]);
  });

  it('are typed without casts, and make no markup out of text', () => {
    const wrong = sources.flatMap(({ file, text }) =>
      [
        ...codeOf(text).matchAll(
          /\bas (?!const\b)[A-Za-z{[][^\n]*|dangerouslySetInnerHTML|\.innerHTML\b|\beval\(|@ts-/g,
        ),
      ]
        .filter(([found]) => !/^as [a-z]+(?:'| (?:from|[a-z]))/.test(found))
        .map(([found]) => `${file}: ${found.trim()}`),
    );
    expect(wrong.filter((line) => !/import \* as|\{ .* as /.test(line))).to.deep.equal([]);
  });

  it('ask the table of kinds what a value is, and compare with no name of a kind', () => {
    const table = 'kinds/kinds.tsx';
    const source = sources.find(({ file }) => file === table)?.text ?? '';
    const kinds = [...source.slice(source.indexOf('const kinds')).matchAll(/^ {2}(\w+): \{/gm)].map(
      ([, name = '']) => name,
    );
    expect(kinds).to.include.members(['text', 'enum', 'nested']).and.to.have.length.above(12);
    const name = `'(?:${kinds.join('|')})'`;
    const list = `\\[(?:'\\w+',\\s*)*${name}(?:,\\s*'\\w+')*\\]\\.includes\\(`;
    // What a value of JavaScript is, is no kind of a field.
    const compared = new RegExp(`case ${name}|[!=]== ${name}|${name} [!=]== |${list}`, 'g');
    const found = sources
      .filter(({ file }) => file !== table)
      .flatMap(({ file, text }) =>
        [
          ...codeOf(text)
            .replace(/typeof [\w.]+ [!=]== '\w+'/g, '')
            .matchAll(compared),
        ].map(([what]) => `${file}: ${what}`),
      );
    expect(found).to.deep.equal([]);
  });

  it('name no resource, no path and no field of one', async () => {
    const definitions = await loadDefinitions(resourcesFolder);
    const names = new Set(
      definitions.flatMap(({ definition }) => [definition.path, ...Object.keys(definition.fields)]),
    );
    expect(names.size).to.be.above(100);
    const found = sources
      .filter(({ file }) => roomOf(file) !== 'words')
      .flatMap(({ file, text }) =>
        namesIn(text).flatMap((name) => (names.has(name) && !known.has(name) ? [`${file}: ${name}`] : [])),
      );
    expect([...new Set(found)]).to.deep.equal([]);
  });
});

/**
 * The types of the contract about the signed-in user, a row, a file, the journal and sign-in; words of the metadata and of
 * calendars, the days of a report.
 */
const known = new Set([
  ...['id', 'name', 'site_id', 'full_name', 'current_site_id', 'is_headquarters', 'sites'],
  ...['day', 'type', 'unit', 'operator', 'error', 'value', 'band'],
  ...['email', 'username', 'password', 'current_password', 'code', 'token', 'locale', 'reference'],
  ...['from', 'until', 'steps', 'text', 'number', 'title'],
  ...['action', 'user_id', 'timezone'],
  ...['is_image', 'thumbnail_url'],
]);

/** Addresses of the service itself, for which fields have a word as well. */
const ownAddresses = new Set(['changes']);

/** Names in quotes, or with the underscore that no name of the console's own has. One of one word may be any word. */
function namesIn(text: string): string[] {
  const code = codeOf(text);
  const quoted = [...code.matchAll(/'([a-z][a-z_-]*)'/g)].map(([, name = '']) => name);
  const spelled = code.match(/\b[a-z]+(?:[_-][a-z]+)+\b/g) ?? [];
  const addressed = [...code.matchAll(/[`'"]\/([a-z-]+)/g)].map(([, name = '']) => name);
  return [...quoted, ...spelled, ...addressed.filter((name) => !ownAddresses.has(name))];
}

function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
