/** What the languages of a project have no words for. */

import type { Finding } from '../../engine/check/report.ts';
import { readLocales, translations } from '../../locales/index.ts';
import type { Project } from '../../service/project/project.ts';
import { checkLabels } from './labels.ts';
import { checkSentences, sentencesOf } from './sentences.ts';

/** Of its own definitions, in the languages that it has a file of. Sentences of ours that it says are translated already. */
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
