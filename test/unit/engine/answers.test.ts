/** What leaves the engine: messages in two languages, failures and entity tags. */
import { expect } from 'chai';
import { Failure, failures, invalid } from '../../../engine/failure.ts';
import { languageOf, render, say, speak } from '../../../engine/message.ts';
import { texts, typeTexts } from '../../../engine/messages.ts';
import { etagOf, matchesAnswer, matchesVersion } from '../../../engine/read/single.ts';
import { translations } from '../../../locales/index.ts';

describe('messages', () => {
  const text = 'From {from} to {to}: {list}.';
  const label = { en: 'start', fr: 'début' };
  const some = say('one of {choices}', { choices: ['from', label] });
  before(() =>
    speak({
      fr: { [text]: 'De {from} à {to} : {list}.', 'one of {choices}': 'l’un de {choices}', a: 'faux' },
    }),
  );
  after(() => speak(translations));

  it('are rendered in the language of a locale, with labels in it too', () => {
    const message = say(text, { from: label, to: 3, list: ['a', 2, some] });
    const english = 'From start to 3: a, 2, one of from, start.';
    expect(render(message, 'en')).to.equal(english);
    expect(render(message, 'fr-CA')).to.equal('De début à 3 : a, 2, l’un de from, début.');
    expect(render(message, 'de')).to.equal(english);
    expect(render(say('Nobody has translated this.'), 'fr')).to.equal('Nobody has translated this.');
    expect(['fr', 'fr-FR', 'en', 'de', 'frisian', ''].map(languageOf)).to.deep.equal([
      'fr',
      'fr',
      'en',
      'en',
      'en',
      'en',
    ]);
  });

  it('leave what is not said as it stands, and read no placeholder in a value', () => {
    expect(render(say(text, { from: '{to}', to: '$&' }), 'en')).to.equal('From {to} to $&: {list}.');
  });

  it('are sentences, and names of types are none', () => {
    const parts = new Set(['nothing', 'valueOf', 'partOf', 'counted', 'atOtherSites']);
    for (const [key, one] of Object.entries(texts)) {
      if (!parts.has(key)) expect(say(one).text.en, key).to.match(/^[\p{Lu}“{].*[.}]$/su);
    }
    for (const [key, one] of Object.entries(typeTexts)) expect(say(one).text.en, key).to.match(/[^.]$/);
  });
});

describe('failures', () => {
  before(() => speak(translations));

  it('have a status and a sentence for every code', () => {
    for (const [code, [status, text]] of Object.entries(failures)) {
      expect(status, code).to.be.within(400, 599);
      expect(say(text).text.en, code).to.match(/^\p{Lu}.*\.$/su);
    }
  });

  it('answer what was said, and nothing of their cause', () => {
    const failure = new Failure('internal', { cause: new Error('secret') });
    expect(failure.toBody('fr')).to.deep.equal({
      message: 'Une erreur est survenue de notre côté. Elle a été enregistrée.',
      code: 'internal',
    });
    expect(failure.status).to.equal(500);
  });

  it('lead with the first of their field errors', () => {
    const failure = invalid({ name: [say(texts.required, { field: 'name' })], zone: [say(texts.nothing)] });
    expect(failure.toBody('en')).to.deep.equal({
      message: 'The name is required.',
      code: 'validation_failed',
      errors: { name: ['The name is required.'], zone: ['nothing'] },
    });
    expect(failure.at(2).toBody('en')).to.include({ index: 2, code: 'validation_failed' });
    expect(failure.toBody('en')).not.to.have.property('index');
  });
});

describe('entity tags', () => {
  const tag = etagOf(3, JSON.stringify({ name: 'a' }));

  it('depend on the version and on the answer', () => {
    expect(tag).to.match(/^"3-[\w-]{16}"$/);
    expect(etagOf(3, JSON.stringify({ name: 'a' }))).to.equal(tag);
    expect(etagOf(3, JSON.stringify({ name: 'b' }))).not.to.equal(tag);
    expect(etagOf(4, JSON.stringify({ name: 'a' }))).not.to.equal(tag);
  });

  it('match for an edit by version alone, and never where they are weak', () => {
    for (const header of [tag, '*', '"3-other"', `"1-x", ${tag}`, ` ${tag} `]) {
      expect(matchesVersion(header, 3), header).to.equal(true);
    }
    for (const header of [`W/${tag}`, '"31-x"', '"2-x"', '3', '', '"3"']) {
      expect(matchesVersion(header, 3), header).to.equal(false);
    }
  });

  it('match for a read by the whole answer, also where they are weak', () => {
    for (const header of [tag, `W/${tag}`, '*', `"1-x",${tag}`]) {
      expect(matchesAnswer(header, tag), header).to.equal(true);
    }
    for (const header of ['"3-other"', tag.replaceAll('"', ''), '']) {
      expect(matchesAnswer(header, tag), header).to.equal(false);
    }
  });
});
