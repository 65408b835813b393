/** The rules for specimens of this process's project: each is in a file beside its definition. */
import path from 'node:path';
import { importModule, listSpecimens } from '../../../engine/database/scripts/migrations.ts';
import type { Registry, Resource } from '../../../engine/model/resource.ts';
import { findProject, resourcesFolder } from '../../../service/project/project.ts';
import type { SpecimenRules } from './rules.ts';

/** By the path of their resource. A resource that is not in it only has its declarations. */
export type RuleBook = ReadonlyMap<string, SpecimenRules>;

/** The file of a resource's rules, named for its author: `resources/loans.specimen.ts`. */
export function ruleFile({ file }: Resource): string {
  return file.replace(/(?=\.m?[jt]s$)/, '.specimen');
}

/**
 * Reads them, with those of the base of the project.
 * @param given rules by the path of their resource; they come before those of files
 * @throws Error for rules without a resource
 */
export async function readRules(
  registry: Registry,
  given: Readonly<Record<string, SpecimenRules>> = {},
): Promise<RuleBook> {
  const strange = Object.keys(given).find((one) => !registry.has(one));
  if (strange !== undefined) throw new Error(`There are specimens of “${strange}”, which is not a resource.`);
  const { resourceFolders, loadOwn } = await findProject();
  const own = new Set((await loadOwn()).map(({ definition }) => definition.path));
  const book = new Map<string, SpecimenRules>();
  const read = async (folder: string, resources: readonly Resource[]): Promise<string[]> => {
    const strays: string[] = [];
    for (const name of await listSpecimens(folder)) {
      const found = resources.find((one) => isBeside(name, one));
      if (found) book.set(found.path, await readFile(path.join(folder, name)));
      else strays.push(`${path.basename(folder)}/${name}`);
    }
    return strays;
  };
  const resources = [...registry.values()];
  await read(
    resourcesFolder,
    resources.filter((one) => !own.has(one.path)),
  );
  for (const folder of resourceFolders) {
    const [stray] = await read(
      folder,
      resources.filter((one) => own.has(one.path)),
    );
    if (stray !== undefined) throw new Error(`There is no definition beside ${stray}.`);
  }
  for (const [resource, rules] of Object.entries(given)) book.set(resource, rules);
  return book;
}

/** Whether both are called the same but for their endings: `loans.specimen.ts`, `resources/loans.ts`. */
function isBeside(name: string, { file }: Resource): boolean {
  return path.basename(file).split('.')[0] === name.split('.')[0];
}

async function readFile(file: string): Promise<SpecimenRules> {
  const { default: rules } = await importModule(file);
  if (isRules(rules)) return rules;
  throw new Error(`${file} exports no rules: write \`export default defineSpecimen({ … })\`.`);
}

function isRules(value: unknown): value is SpecimenRules {
  return typeof value === 'object' && value !== null;
}
