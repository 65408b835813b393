/**
 * The initial data of a database: the demo data or a project's seeds, and the roles of its configuration. Each is added once.
 */
import path from 'node:path';
import { importModule, listModules, sourceName } from '../../engine/database/scripts/migrations.ts';
import { isSeed, type Seed } from '../../engine/features/seeds/feature.ts';
import { type NamedSeed, runSeed, type SeedOptions } from '../../engine/features/seeds/run.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { sortKey } from '../../engine/values.ts';
import { type Project, ProjectError } from './project.ts';
import { readRoles, rolesIn } from './roles.ts';

/** What this run has added: names of seeds and roles. */
export interface SetUp {
  readonly seeds: readonly string[];
  readonly roles: readonly string[];
}

/** The options beside the project. */
type SetUpOptions = Omit<SeedOptions, 'rolesIn'>;

/** Whether there is any seed. */
export async function hasSeeds({ seedFolders }: Project): Promise<boolean> {
  const listed = await Promise.all([...seedFolders.base, ...seedFolders.own].map(listModules));
  return listed.flat().length > 0;
}

/**
 * Creates new roles and runs new seeds: first those of the base, then the roles, so that the project's own seeds can use them.
 *
 * @param wanted whether seeds are run, too
 * @throws DefinitionError for a role with a permission that no definition has
 * @throws SeedError for a row that cannot be written
 */
export async function setUp(
  project: Project,
  given: SetUpOptions,
  wanted: { readonly seeds: boolean },
): Promise<SetUp> {
  const options: SeedOptions = { ...given, rolesIn };
  const roles = roleSeeds(project, given.parts.registry);
  const base = wanted.seeds ? await loadSeeds(project.seedFolders.base, 'millwright/') : [];
  const own = wanted.seeds ? await loadSeeds(project.seedFolders.own, '') : [];
  const run = async (some: readonly NamedSeed[]): Promise<string[]> => {
    const names: string[] = [];
    for (const one of some) if (await runSeed(options, one)) names.push(one.name);
    return names;
  };
  const ours = await run(base);
  const made = await run(roles);
  return { seeds: [...ours, ...(await run(own))], roles: made };
}

async function loadSeeds(folders: readonly string[], prefix: string): Promise<NamedSeed[]> {
  const seeds: NamedSeed[] = [];
  for (const folder of folders) {
    for (const name of await listModules(folder)) {
      const file = path.relative(process.cwd(), path.join(folder, name));
      const { default: seed } = await importModule(path.join(folder, name));
      if (!isSeed(seed)) {
        throw new ProjectError(
          `${file} is no seed: its default export is to be defineSeed(async ({ rows }) => …).`,
        );
      }
      seeds.push({ name: `${prefix}${sourceName(name)}`, file, seed });
    }
  }
  return seeds;
}

/** A role is created if none has its name. It is never created again: after that, administrators manage it. */
function roleSeeds(project: Project, registry: Registry): NamedSeed[] {
  const file = `millwright.config${project.ending}`;
  return [...readRoles(project, registry)].map(([name, permissions]) => {
    const seed: Seed = {
      run: async ({ db, rows }) => {
        const known = await db('roles')
          .where({ name_key: sortKey(name) })
          .first('id');
        if (known === undefined) await rows('roles').load([{ name, permissions }]);
      },
    };
    return { name: `role ${name}`, file, seed };
  });
}
