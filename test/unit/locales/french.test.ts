/** French as it is set: a space that does not break stands before `:`, `;`, `!`, `?` and `%`, and inside of `«` and `»`. */
import { expect } from 'chai';
import { console as words } from '../../../locales/fr/console.ts';
import fr from '../../../locales/fr/index.ts';

/** A space that breaks, where none may. Within a function a quote ends the text, and `${` goes on with it. */
const breaking = /« | »|[\p{L}\d})»] [:;!?%](?=$|['"`.)]| [\p{L}{\d]| \$\{)/u;

/** Every text below a value, and the sources of functions that make one. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return String(value).match(/`[^`]*`|"[^"]*"|'[^']*'/g) ?? [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('the French words', () => {
  it('never leave a mark alone at the beginning of a line', () => {
    const texts = [...textsIn(fr), ...textsIn(words)];
    expect(texts).to.have.lengthOf.above(1000);
    expect(texts.filter((text) => breaking.test(text))).to.deep.equal([]);
  });

  it('are found where a space breaks', () => {
    for (const text of ['Permis : {allowed}.', '« a', 'a » b', '"oublié ?"', '`Créer :`', '5 %'])
      expect(breaking.test(text), text).to.equal(true);
  });
});
