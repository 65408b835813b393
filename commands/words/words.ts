/** The missing words of the languages of a project. */

import type { Finding } from '../../engine/check/report.ts';
import { readLocales, translations } from '../../locales/index.ts';
import type { Project } from '../../service/project/project.ts';
import { checkLabels } from './labels.ts';
import { checkSentences, sentencesOf } from './sentences.ts';

/** Finds missing words of a project's own definitions, in the languages of its files. Our own sentences are already translated. */
export async function findOwnWordless(project: Project): Promise<Finding[]> {
  const loaded = await project.loadOwn();
  const said = loaded.flatMap(({ file, definition }) => sentencesOf(file, definition));
  const files = new Set(loaded.map(({ file }) => file));
  const read = (await Promise.all(project.localeFolders.map(readLocales))).flat();
  const languages = [...new Set(read.map(([language]) => language))];
  return languages.flatMap((language) => {
    const words = Object.assign({}, ...read.map(([one, locale]) => (one === language ? locale.words : {})));
    const place = () => `locales/${language}`;
    const sentences = { [language]: translations[language] ?? {} };
    return [
      ...checkLabels(loaded, { [language]: words }, place),
      ...checkSentences(said, sentences, place).filter(({ file }) => files.has(file)),
    ];
  });
}
