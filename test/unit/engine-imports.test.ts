/** The house's plan, read from its imports: who may know whom, who may name what, and that nothing goes in circles. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect } from 'chai';
import { resourcesFolder } from '../../app.ts';
import { loadDefinitions } from '../../engine/model/compile.ts';

const root = resolve(import.meta.dirname, '../..');
const folders = [
  'auth',
  'commands',
  'engine',
  'locales',
  'migrations',
  'resources',
  'seeds',
  'startup',
  'web',
];

interface Import {
  readonly file: string;
  /** A file from the project's root, or a package. */
  readonly target: string;
  /** Whether it is gone once the types are. */
  readonly typeOnly: boolean;
}

const statement = /^(?:import|export)\s+(type\s+)?((?:[^;'`]*?)\bfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(statement)].map(([, type, clause = '', from, dynamic = '']) => {
    const specifier = from ?? dynamic;
    const target = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
    // The only `import('…')` of the sources stand where a type is named.
    return { file, target, typeOnly: type !== undefined || from === undefined || namesTypesAlone(clause) };
  });
}

/** `{ type A, type B } from`: nothing of it is left when the types are gone. */
function namesTypesAlone(clause: string): boolean {
  const names = /^\s*\{([^}]*)\}\s*from/.exec(clause)?.[1]?.split(',') ?? [];
  const given = names.map((name) => name.trim()).filter((name) => name !== '');
  return given.length > 0 && given.every((name) => name.startsWith('type '));
}

const files = [
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
  ...readdirSync(root),
].filter((file) => file.endsWith('.ts'));
const imports = files.flatMap(importsOf);

/** The folder that a file stands in, or the file itself where it stands in the root. */
const partOf = (file: string): string => file.split('/')[0] ?? file;

const isLocal = ({ target }: Import) => target.endsWith('.ts');
const from = (part: string) => imports.filter(({ file }) => partOf(file) === part);

describe('imports', () => {
  it('are found at all', () => {
    expect(from('engine').filter(isLocal)).to.have.length.above(200);
    expect(imports.filter(({ target }) => target === 'koa')).not.to.have.lengthOf(0);
    const missing = imports.filter(
      (one) => isLocal(one) && !files.includes(one.target) && !/^(test|bench|client)\//.test(one.target),
    );
    expect(missing).to.deep.equal([]);
  });

  /** Who may know whom beside themselves. The root's files join the rest, and nothing but an entry point joins them. */
  const arrows: Readonly<Record<string, readonly string[]>> = {
    engine: [],
    resources: ['engine'],
    auth: ['engine'],
    locales: ['engine'],
    web: ['engine', 'engine/database/open.ts'],
    migrations: [],
    startup: [
      'auth',
      'service/config/app-key.ts',
      ...[
        'service/config/config.ts',
        'service/config/addresses.ts',
        'service/config/database-url.ts',
        'service/config/file.ts',
      ],
      ...[
        'engine/database/open.ts',
        'service/backup/copy.ts',
        'engine/database/lock.ts',
        'engine/database/statistics.ts',
      ],
      'service/backup/whole-file.ts',
    ],
  };
  for (const [part, known] of Object.entries(arrows)) {
    it(`of ${part} lead to ${known.join(', ') || 'nothing else'}`, () => {
      const strange = from(part).filter(
        (one) => isLocal(one) && ![part, ...known].includes(partOf(one.target)),
      );
      expect(from(part)).not.to.have.lengthOf(0);
      expect(strange.map(({ file, target }) => `${file} → ${target}`)).to.deep.equal([]);
    });
  }

  it('lead to the application from entry points alone', () => {
    const users = imports.filter(({ target }) => target === 'app.ts').map(({ file }) => partOf(file));
    expect([...new Set(users)].sort()).to.deep.equal(['commands', 'server.ts']);
  });

  it('go in no circle', () => {
    const graph = new Map(files.map((file) => [file, [] as string[]]));
    for (const one of imports) if (isLocal(one) && !one.typeOnly) graph.get(one.file)?.push(one.target);
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
      if (way.includes(file) || done.has(file)) return;
      for (const next of graph.get(file) ?? []) walk(next, [...way, file]);
      done.add(file);
    };
    for (const file of files) walk(file, []);
    expect(circles).to.deep.equal([]);
  });

  it('of packages are where they belong', () => {
    const packagesOf = (part: string) =>
      new Set(
        from(part)
          .filter((one) => !isLocal(one))
          .map(({ target }) => target),
      );
    const signIn = ['koa-session', '@casl/ability', '@casl/ability/extra', 'bcryptjs', 'otplib'];
    expect(
      [...packagesOf('engine')].filter((name) => signIn.includes(name)),
      'the engine knows no login',
    ).to.deep.equal([]);
    const web = imports.filter(({ target }) => /^(koa|@koa\/)/.test(target) && target !== 'koa-session');
    const inEngine = new Set(web.filter(({ file }) => partOf(file) === 'engine').map(({ file }) => file));
    expect([...inEngine].sort(), 'where the engine meets HTTP').to.deep.equal([
      'engine/request/json-body.ts',
      'engine/serve/routes.ts',
    ]);
    expect(
      web.filter(({ file }) => partOf(file) === 'resources'),
      'no resource builds a route',
    ).to.deep.equal([]);
    expect([...packagesOf('migrations')]).to.deep.equal(['knex']);
  });
});

describe('the engine', () => {
  it('names no resource', async () => {
    const loaded = await loadDefinitions(resourcesFolder);
    const names = new Set(loaded.flatMap(({ definition: { path, table } }) => [path, table]));
    const named = files
      .filter((file) => partOf(file) === 'engine')
      .flatMap((file) => {
        const source = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
        const texts = [...source.matchAll(/'([a-z_-]+)'/g)].map(([, text = '']) => text);
        return texts.filter((text) => names.has(text)).map((text) => `${file}: ${text}`);
      });
    expect(names.size).to.be.greaterThan(10);
    expect(named).to.deep.equal([]);
  });
});
