/** Checks rows that are attached to rows of other resources. */
import { fileFields } from '../definition/file-fields.ts';
import { hungFields } from '../definition/hung.ts';
import { hungCount } from '../definition/system-fields.ts';
import { hungWords } from '../kinds/wording.ts';
import type { Subject } from './subject.ts';

/** Checks the attached resource. */
export function checkHung({ definition, others, report }: Subject): void {
  const { hung, scope, operations, fields, path, hooks } = definition;
  if (hooks?.beforeKeep && !hung?.files)
    report('hooks.beforeKeep', 'its rows are no files.', 'Take it out, or say `files: true` in `hung`.');
  if (!hung) return;
  if (scope !== 'site')
    report('hung', 'what hangs on rows of sites belongs to a site itself.', "Write `scope: 'site'`.");
  for (const needed of ['list', 'view', 'create'] as const) {
    if (!operations.includes(needed))
      report('hung', `nobody could ${needed} what hangs on rows.`, `Add \`${needed}\` to the operations.`);
  }
  for (const name of Object.values(hungFields)) {
    if (Object.hasOwn(fields, name))
      report(`fields.${name}`, 'the engine keeps it of what hangs on rows.', 'Take it out.');
  }
  if (hung.files) {
    const missing = Object.keys(fileFields).filter((name) => !Object.hasOwn(fields, name));
    if (missing.length > 0)
      report('hung.files', `there is no field “${missing[0]}”.`, 'Write `...fileFields` among its fields.');
  }
  if (definition.headquartersOnly)
    report('headquartersOnly', 'its rights are those of rows.', 'Take it out.');
  const all = [...others.values()].map((one) => one.definition);
  const twin = all.find((one) => one.hung?.on === hung.on && one.path < path);
  if (twin) report('hung.on', `${twin.path} hang on rows by this word.`, 'Take one of the two out.');
  if (!all.some((one) => one[hung.on]))
    report('hung.on', `no definition says \`${hung.on}\`.`, `Write \`${hung.on}: true\` in one.`);
}

/** Checks the resource that others are attached to. */
export function checkHangable({ definition, others, report }: Subject): void {
  for (const word of hungWords) {
    if (!definition[word]) continue;
    if (definition.scope !== 'site' || !definition.operations.includes('view'))
      report(word, 'is for rows of sites that can be viewed.', 'Take it out.');
    const hung = [...others.values()].find((one) => one.definition.hung?.on === word)?.definition;
    if (!hung) {
      report(word, 'no resource hangs on rows by this word.', 'Take it out.');
      continue;
    }
    if (hung.path === definition.path) report(word, 'rows do not hang on rows of their own.', 'Take it out.');
    const count = hungCount(hung.name);
    if (Object.hasOwn(definition.fields, count))
      report(`fields.${count}`, 'is what the engine counts there.', 'Rename it.');
    const twin = Object.entries(definition.actions ?? {}).find(
      ([name, { on, path = name }]) => on === 'row' && path === hung.path,
    );
    if (twin) report(`actions.${twin[0]}`, `is where ${hung.path} are added.`, 'Give it another path.');
  }
}
