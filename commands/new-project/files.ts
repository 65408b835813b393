/** The files that a new project begins with: all of them together run, and their test passes. */

/** The compiler whose parts `openapi-typescript` works with; newer ones have none that others can call. */
export const compiler = '5.9';

interface NewProject {
  /** As package.json has it: `my-app`. */
  readonly name: string;
  /** The source of `millwright`: a range of versions, or a file. */
  readonly millwright: string;
  /** Versions of the developers' tools, by package. */
  readonly beside: Readonly<Record<string, string>>;
}

/** Their texts, by their paths in the folder. */
export function filesOf({ name, millwright, beside }: NewProject): Readonly<Record<string, string>> {
  const title = name.charAt(0).toUpperCase() + name.slice(1).replace(/[-_.]+/g, ' ');
  return {
    'package.json': json({
      ...{ name, version: '0.0.1', private: true, type: 'module' },
      scripts: {
        start: 'millwright start',
        dev: 'millwright dev',
        check: 'millwright check --strict',
        types: 'tsc',
        test: 'millwright test',
      },
      dependencies: { millwright },
      devDependencies: { ...beside, typescript: `~${compiler}.0` },
    }),
    'tsconfig.json': json({
      compilerOptions: {
        ...{ target: 'ES2023', module: 'NodeNext', strict: true, noEmit: true },
        ...{ types: ['node'], skipLibCheck: true, allowImportingTsExtensions: true },
      },
      exclude: ['client', 'node_modules'],
    }),
    '.gitignore': 'node_modules/\ndata/\n.env\n*.log\n',
    'README.md': readme(title),
    'millwright.config.ts': config(title),
    'resources/notes.ts': resource,
    'seeds/01-notes.ts': seed,
    'test/conformance.test.ts': test,
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const readme = (title: string) => `# ${title}

It stands on Millwright. To begin with:

\`\`\`sh
npm install
npx millwright migration new
npx millwright dev
\`\`\`

writes the migration of what is in \`resources/\` into \`migrations/\` (read it), and serves it at <http://localhost:3000>. To sign in, make a person in another terminal:

\`\`\`sh
npx millwright user create --admin
\`\`\`

\`npm test\` holds each resource to what a client may rely on (\`npm test -- --resource notes\` one of them), \`npm run check\` says what is missing, and \`npx millwright --help\` lists the commands.
\`node_modules/millwright/docs/building.md\` tells the rest.
`;

const config = (title: string) => `import { defineProject } from 'millwright';

export default defineProject({
  name: '${title}',
  base: 'people',
  roles: {
    member: ['note.*', 'site.viewAny', 'site.view'],
  },
});
`;

const resource = `import { defineResource, Enum, Nullable, Text } from 'millwright/definition';

/** What is to be remembered at a site. */
const notes = defineResource({
  name: 'note',
  path: 'notes',
  table: 'notes',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    text: Nullable(Text({ max: 2000, multiline: true })),
    state: Enum(['open', 'done'], { default: 'open' }),
  },
  filters: ['state'],
  search: ['name', 'text'],
  sort: ['name', 'created_at'],
  defaultSort: '-created_at',
  view: { icon: 'document', board: 'state' },
});
export default notes;

declare module 'millwright/definition' {
  interface Resources {
    notes: typeof notes;
  }
}
`;

const seed = `import { defineSeed } from 'millwright/definition';

/** A site to begin with, and what is noted there. */
export default defineSeed(async ({ rows, at }) => {
  const site = await rows('sites').create({ name: 'Headquarters', timezone: 'UTC', is_headquarters: true });
  await at(site.id, async ({ rows }) => {
    await rows('notes').createAll([
      { name: 'Read the first migration' },
      { name: 'Say what this project is about', text: 'In resources/, a file for each kind of thing.' },
    ]);
  });
});
`;

const test = `import { conformance } from 'millwright/testing';

/** Each resource does what a client may rely on. */
await conformance();
`;
