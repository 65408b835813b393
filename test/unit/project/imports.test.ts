/** The plan of the house, read from its imports: its floors, which room may import which, which may name what, and no circles. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect } from 'chai';
import { features } from '../../../engine/features/index.ts';
import { loadDefinitions } from '../../../engine/model/compile.ts';
import { resourcesFolder } from '../../../service/project/project.ts';

const root = resolve(import.meta.dirname, '../../..');
const folders = [
  'auth',
  'commands',
  'console',
  'engine',
  'locales',
  'migrations',
  'package',
  'resources',
  'seeds',
  'service',
];

/** The rooms of the engine from the ground up. A room imports from rooms below it alone, types included. */
const floors = [
  // What everybody speaks: the files that stand in the engine's folder itself.
  'engine',
  'database',
  'kinds',
  'definition',
  'check',
  'model',
  'request',
  'search',
  'counters',
  'read',
  'write',
  'describe',
  'serve',
  'features',
];

/**
 * The rooms of every part, from the ground up likewise. The files that stand in a part's folder itself are a room of its name. Rooms of one
 * floor know nothing of each other.
 */
const plans: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  engine: floors,
  auth: ['auth', 'links', 'passwords', 'rights', 'sessions', 'second-factor', 'sign-in'],
  service: ['project', 'backup', 'config', 'outbox', 'requests', 'start', 'http', 'service'],
  console: [
    ['words', 'worker'],
    ...['service', 'place', 'parts', 'kinds', 'form', 'queue', 'figures'],
    ['board', 'calendar', 'tree', 'record', 'home', 'search', 'account'],
    ...['list', 'bell', 'frame', 'console'],
  ],
  commands: [
    ['schema', 'stored', 'terminal'],
    ['accounts', 'backup', 'doctor', 'drafts', 'new-project', 'seed', 'words'],
    'commands',
  ],
};

/** What others see of a part: it stands above all floors, in the part's folder. */
const faces = ['engine/index.ts', 'auth/index.ts'];
const longestFile = 400;
/** Lines of code of each folder, at most: they only ever go down. */
const ceilings: Readonly<Record<string, number>> = {
  auth: 5_845,
  bench: 2_605,
  commands: 5_275,
  console: 25_010,
  engine: 36_851,
  migrations: 2_393,
  package: 6_830,
  resources: 14_465,
  seeds: 3_194,
  service: 11_200,
  test: 78_350,
};
/** Written by a program. */
const made = 'package/client/schema.d.ts';
interface Import {
  readonly file: string;
  /** A file from the project's root, or a package. */
  readonly target: string;
}

const statement = /^(?:import|export)\s+(?:type\s+)?(?:[^;'`]*?\bfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const all = [...source.matchAll(statement)].map(([, from, dynamic = '']) => {
    const specifier = from ?? dynamic;
    const target = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
    return { file, target };
  });
  // A definition names its own type where it declares itself.
  return all.filter(({ target }) => target !== file);
}

const files = [
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
  ...readdirSync(root),
].filter((file) => /\.tsx?$/.test(file));
const imports = files.flatMap(importsOf);

/** They join the rest, and are parts of their own: of each the folder below which it is one, or the file. */
const ownParts = ['package/testing', 'service/app.ts', 'service/serve.ts', 'service/server.ts'];

/**
 * The folder of the root that a file stands in, or the file itself where it stands in the root. What tells tests of the definition
 * beside it belongs to those.
 */
const partOf = (file: string): string =>
  file.endsWith('.specimen.ts')
    ? 'package/testing'
    : (ownParts.find((part) => file === part || file.startsWith(`${part}/`)) ?? file.split('/')[0] ?? file);
/** The room of its part that a file stands in. */
const roomOf = (file: string): string => {
  const [part = '', room = '', ...rest] = file.split('/');
  return rest.length > 0 ? room : part;
};

const isLocal = ({ target }: Import) => /\.tsx?$/.test(target);
const from = (part: string) => imports.filter(({ file }) => partOf(file) === part);
const told = ({ file, target }: Import) => `${file} → ${target}`;

describe('imports', () => {
  it('are found at all', () => {
    expect(from('engine').filter(isLocal)).to.have.length.above(300);
    expect(imports.filter(({ target }) => target === 'koa')).not.to.have.lengthOf(0);
    const missing = imports.filter(
      (one) =>
        isLocal(one) && !files.includes(one.target) && !/^(test|bench|package\/client)\//.test(one.target),
    );
    expect(missing).to.deep.equal([]);
  });

  /** The rooms that each room may import. Only entry points know the parts that join the others. */
  const arrows: Readonly<Record<string, readonly string[]>> = {
    engine: [],
    resources: ['engine'],
    auth: ['engine'],
    console: ['engine', 'locales'],
    locales: ['engine', 'console'],
    service: ['engine', 'auth', 'locales'],
    migrations: [],
    'package/testing': ['engine', 'auth', 'service', 'service/app.ts'],
  };
  for (const [part, known] of Object.entries(arrows)) {
    it(`of ${part} lead to ${known.join(', ') || 'nothing else'}`, () => {
      const strange = from(part).filter(
        (one) => isLocal(one) && ![part, ...known].includes(partOf(one.target)),
      );
      expect(from(part)).not.to.have.lengthOf(0);
      expect(strange.map(told)).to.deep.equal([]);
    });
  }

  it('lead to the application from entry points alone', () => {
    const users = imports.filter(({ target }) => target === 'service/app.ts').map(({ file }) => partOf(file));
    expect([...new Set(users)].sort()).to.deep.equal(['commands', 'package/testing', 'service/serve.ts']);
  });

  it('go in no circle, types included', () => {
    const graph = new Map(files.map((file) => [file, [] as string[]]));
    for (const one of imports) if (isLocal(one)) graph.get(one.file)?.push(one.target);
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
      'engine/describe/kept-answer.ts',
      'engine/features/batch/feature.ts',
      'engine/features/changes/feature.ts',
      'engine/features/metadata/feature.ts',
      'engine/features/overview/feature.ts',
      'engine/features/search/feature.ts',
      'engine/request/json-body.ts',
      'engine/serve/route-finder.ts',
      'engine/serve/routes.ts',
    ]);
    expect(
      web.filter(({ file }) => partOf(file) === 'resources'),
      'no resource builds a route',
    ).to.deep.equal([]);
    expect([...packagesOf('migrations')]).to.deep.equal(['knex']);
    // What databases do differently is the engine's to know.
    const written = files.filter((file) => partOf(file) === 'resources');
    expect(written.filter((file) => /[rR]aw\(/.test(readFileSync(join(root, file), 'utf8')))).to.deep.equal(
      [],
    );
  });
});

describe('migrations', () => {
  it('change the schema by what can be run again after it was killed', () => {
    const own = files.filter((file) => /^migrations\/\d/.test(file));
    const bare = own.filter((file) => /\.schema\b/.test(readFileSync(join(root, file), 'utf8')));
    expect(own).not.to.have.lengthOf(0);
    expect(bare).to.deep.equal([]);
  });
});

describe('the files of all parts', () => {
  it('are not long', () => {
    const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
    expect(files.filter((file) => file !== made && linesOf(file) > longestFile)).to.deep.equal([]);
  });

  it('are together no more than they were', () => {
    const above = Object.entries(ceilings).flatMap(([folder, most]) => {
      const lines = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => join(folder, file))
        .filter((file) => /\.(?:tsx?|mjs|css)$/.test(file) && file !== made)
        .reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0);
      return lines > most ? [`${folder}: ${lines} of ${most}`] : [];
    });
    expect(above).to.deep.equal([]);
  });
});

for (const [part, plan] of Object.entries(plans)) {
  describe(`the rooms of ${part}`, () => {
    const own = files.filter((file) => partOf(file) === part && !faces.includes(file));
    const floorOf = (file: string) => plan.findIndex((rooms) => [rooms].flat().includes(roomOf(file)));

    it('have a floor, each of them', () => {
      const rooms = (names: readonly string[]) => [...new Set([...names, part])].sort();
      expect(rooms(own.map(roomOf))).to.deep.equal(rooms(plan.flat()));
    });

    it('import from the rooms below them alone', () => {
      const upwards = imports.filter(
        (one) =>
          own.includes(one.file) &&
          partOf(one.target) === part &&
          roomOf(one.target) !== roomOf(one.file) &&
          (faces.includes(one.target) || floorOf(one.target) >= floorOf(one.file)),
      );
      expect(upwards.map(told)).to.deep.equal([]);
    });
  });
}

describe('the engine', () => {
  const own = files.filter((file) => partOf(file) === 'engine' && !faces.includes(file));

  it('speaks SQL in one way: outside its lowest room, Knex builds no statement', () => {
    const built = own.filter((file) => {
      const source = readFileSync(join(root, file), 'utf8').replace(
        /`[^`]*`|'[^'\n]*'|\/\*[\s\S]*?\*\//g,
        '',
      );
      return roomOf(file) !== 'database' && /\b(?:db|trx|database|connection)\s*(?:\(|\.raw\()/.test(source);
    });
    expect(built).to.deep.equal([]);
  });

  it('has a core that knows no feature, and features that say which others they use', () => {
    const isFeature = (file: string) => roomOf(file) === 'features';
    const folderOf = (file: string) => file.split('/').slice(0, 3).join('/');
    const list = 'engine/features/index.ts';
    const strange = imports.filter(
      ({ file, target }) =>
        file.startsWith('engine/') &&
        isFeature(target) &&
        !faces.includes(file) &&
        file !== list &&
        target !== 'engine/features/feature.ts' &&
        folderOf(file) !== folderOf(target) &&
        !features.some(
          ({ name, uses }) => file.includes(`/${name}/`) && uses?.some((one) => target.includes(`/${one}/`)),
        ),
    );
    expect(strange.map(told)).to.deep.equal([]);
    const folders = readdirSync(join(root, 'engine/features')).filter((name) => !name.endsWith('.ts'));
    expect(features.map(({ name }) => name).sort()).to.deep.equal(folders.sort());
    expect(own.flatMap(importsOf).filter(({ target }) => target === list)).to.deep.equal([]);
  });

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
