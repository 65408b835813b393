/** Languages beside English: what is missing is told and said in English, what is there is spoken. */

import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { checkLabels } from '../../../../commands/words/labels.ts';
import { checkSentences, sentencesIn, sentencesOf } from '../../../../commands/words/sentences.ts';
import type { Loaded } from '../../../../engine/check/subject.ts';
import type { Locale } from '../../../../engine/definition/words.ts';
import { Failure, invalid } from '../../../../engine/failure.ts';
import { buildRegistry } from '../../../../engine/features/index.ts';
import { heading, languageOf, render, say, speak, spokenLanguages } from '../../../../engine/message.ts';
import { texts, typeTexts } from '../../../../engine/messages.ts';
import { loadDefinitions } from '../../../../engine/model/compile.ts';
import { catalogues, languages, translations } from '../../../../locales/index.ts';
import { resourcesFolder } from '../../../../service/project/project.ts';
import { systemPaths } from '../../../../service/project/registry.ts';
import { copyProject } from '../../../harness/project-copy.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** The first twenty keys of a new German translation. */
const german: Locale = {
  sentences: {
    'The {field} is required.': 'Das Feld „{field}“ muss ausgefüllt werden.',
    'The {field} must be {type}.': 'Das Feld „{field}“ muss {type} sein.',
    'an integer': 'eine ganze Zahl',
    'one of {choices}': 'eines von {choices}',
    nothing: 'nichts',
    id: 'Nummer',
    'There is nothing here, or you may not see it.': 'Hier ist nichts, oder Sie dürfen es nicht sehen.',
    '{count} {what}': '{count} {what}',
  },
  words: {
    zone: {
      title: { one: 'Bereich', many: 'Bereiche' },
      fields: {
        name: 'Name',
        parent_id: 'übergeordneter Bereich',
        allow_material: 'Geräte erlaubt',
      },
    },
    incident: {
      title: { one: 'Störung', many: 'Störungen' },
      values: {
        status: { open: 'offen', in_progress: 'in Arbeit', resolved: 'gelöst', closed: 'geschlossen' },
      },
    },
  },
};
const place = () => 'locales/de.ts';

describe('a language that is begun', () => {
  let loaded: Loaded[];
  before(async () => {
    loaded = [...(await loadDefinitions(resourcesFolder))];
    speak({ ...translations, de: german.sentences });
  });
  after(() => speak(translations));

  it('is spoken where it has words, and English elsewhere', () => {
    expect(spokenLanguages()).to.deep.equal([...languages, 'de']);
    expect(languageOf('de-AT')).to.equal('de');
    const integer = say(texts.type, { field: say('id'), type: typeTexts.integer });
    const failure = invalid({ id: [integer], name: [say(texts.notNull, { field: 'name' })] });
    expect(failure.toBody('de')).to.deep.include({
      message: 'Das Feld „Nummer“ muss eine ganze Zahl sein.',
      errors: {
        id: ['Das Feld „Nummer“ muss eine ganze Zahl sein.'],
        name: ['The name must not be null.'],
      },
    });
    expect(new Failure('not_found').toBody('de').message).to.match(/^Hier ist nichts/);
    expect(new Failure('unavailable').toBody('de').message).to.match(/^The service is not/);
  });

  it('names resources, fields and values where it has words, and in English elsewhere', () => {
    const registry = buildRegistry(loaded, systemPaths, { ...catalogues, de: german.words });
    const [zones, incidents] = [registry.get('zones'), registry.get('incidents')];
    const told = [
      zones?.title.many,
      zones?.fields.get('parent_id')?.label,
      zones?.fields.get('id')?.label,
      incidents?.fields.get('status')?.values.get('in_progress'),
      incidents?.fields.get('status')?.label,
      registry.get('items')?.title.many,
    ].map((text) => text && heading(text, 'de'));
    expect(told).to.deep.equal([
      ...['Bereiche', 'Übergeordneter Bereich', 'Nummer', 'In Arbeit'],
      ...['Status', 'Items'],
    ]);
    expect(heading(zones?.title.many ?? '', 'fr')).to.equal('Zones');
  });

  it('is told what it lacks: words for resources, and sentences', () => {
    const words = checkLabels(loaded, { de: german.words }, place).map(({ key, problem, remedy }) => [
      key,
      problem,
      remedy,
    ]);
    const keys = words.map(([key]) => key);
    expect(keys.filter((key) => key === 'words')).to.have.lengthOf(loaded.length - 2);
    expect(keys).to.include.members(['fields.severity', 'fields.status']);
    const said = sentencesIn(
      'engine/x.ts',
      "say('The {field} is required.'); say('Nobody knows.', { a: 1 });",
    );
    const some = { 'The {field} is required.': german.sentences['The {field} is required.'] ?? '' };
    expect(checkSentences(said, { de: some }, place)).to.deep.equal([
      {
        file: 'engine/x.ts',
        key: 'say',
        problem: 'locales/de.ts has no translation of “Nobody knows.”.',
        remedy: 'Add it there, with the same {placeholders}. Until then users read English.',
      },
    ]);
  });

  it('reports sentences that no code uses, and other placeholders', () => {
    const said = sentencesIn('engine/x.ts', 'say(\n  "It’s {a} of {b}.",\n  {},\n)');
    const found = checkSentences(said, { de: { 'It’s {a} of {b}.': '{a} von {c}.', Gone: 'Weg' } }, place);
    expect(found.map(({ file, key, problem }) => `${file}, ${key}: ${problem}`)).to.deep.equal([
      'locales/de.ts, It’s {a} of {b}.: the translation has other placeholders.',
      'locales/de.ts, Gone: no code uses this sentence.',
    ]);
  });
});

describe('sentences of definitions', () => {
  it('are those of their rules and actions', async () => {
    const found = (await loadDefinitions(resourcesFolder)).flatMap(({ file, definition }) =>
      sentencesOf(file, definition).map(({ english }) => english),
    );
    expect(found).to.include.members(['members', 'Decommission it instead: its history stays.']);
    // What fields say beside what they are called, and the parts of nested ones.
    expect(found).to.include('Fill in the interval and its unit, or neither.');
    expect(render(say('members'), 'fr')).to.equal('membres');
  });

  it('are the words of their own permissions', async () => {
    const [one] = await loadDefinitions(resourcesFolder);
    if (!one) throw new Error('There are no definitions.');
    const found = sentencesOf(one.file, { ...one.definition, permissions: ['plan-ahead'] });
    expect(found.map(({ english }) => english)).to.include('plan ahead');
  });
});

describe('languages', () => {
  before(() => speak(translations));

  it('are named nowhere outside their files', async () => {
    const folders = ['auth', 'commands', 'engine', 'resources', 'service'];
    const listed = await Promise.all(
      folders.map(async (one) =>
        (await readdir(join(root, one), { recursive: true })).map((name) => join(one, name)),
      ),
    );
    const files = listed.flat().filter((name) => name.endsWith('.ts'));
    expect(files).to.have.length.above(200);
    for (const file of files) {
      expect(await readFile(join(root, file), 'utf8'), file).not.to.match(/'fr'|\bfr:|\.fr\b/);
    }
  });

  it('are one file or folder each, found by being there, and told what they lack', async () => {
    const project = await copyProject();
    try {
      await project.write('locales/de.ts', `export default ${JSON.stringify(german)};\n`);
      const loose = await project.attempt('commands/check-resources.ts');
      expect(loose.failed, loose.told).to.equal(false);
      const lines = loose.told.trimEnd().split('\n');
      expect(lines.at(-1)).to.match(/^\d+ definitions are correct\.$/);
      expect(lines).to.include(
        'engine/messages.ts, say: locales/de.ts has no translation of “The {field} must not be null.”. ' +
          'Add it there, with the same {placeholders}. Until then users read English.',
      );
      expect(lines.filter((line) => !line.includes('locales/de.ts'))).to.have.lengthOf(1);
      const strict = await project.attempt('commands/check-resources.ts', '--strict');
      expect(strict).to.deep.equal({
        failed: true,
        told: loose.told.replace(/^\d+ definitions are correct\.\n/m, ''),
      });
    } finally {
      await project.remove();
    }
  });
});
