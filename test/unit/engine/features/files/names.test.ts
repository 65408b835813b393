/** What files are called. */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  type FileTypeName,
  fileTypeNames,
  fileTypes,
  longestFileName,
  nameOfFile,
} from '../../../../../engine/features/files/types.ts';
import { seed } from '../../../../harness/random/search.ts';

const cases: readonly (readonly [type: FileTypeName, sent: string, name: string])[] = [
  ['jpeg', 'pump.jpg', 'pump.jpg'],
  ['jpeg', 'Pump.JPEG', 'Pump.JPEG'],
  ['jpeg', 'C:\\photos\\pump.jpg', 'pump.jpg'],
  ['jpeg', '../../etc/pump.jpg', 'pump.jpg'],
  ['jpeg', 'a/b\\c/d.jpg', 'd.jpg'],
  ['jpeg', 'photos/', 'file.jpg'],
  ['jpeg', '', 'file.jpg'],
  ['jpeg', ' \t. .. ', 'file.jpg'],
  ['jpeg', '.jpg', 'jpg.jpg'],
  ['jpeg', '.htaccess', 'htaccess.jpg'],
  ['heic', 'a.jpg', 'a.jpg.heic'],
  ['heic', 'a.HEIF', 'a.HEIF'],
  ['png', 'x.html', 'x.html.png'],
  ['png', 'x.png.', 'x.png..png'],
  ['png', 'png', 'png.png'],
  ['png', 'a\u0000b\r\nc\u007f\u0085.png', 'abc.png'],
  ['png', 'in\u202egpj.exe', 'ingpj.exe.png'],
  ['png', '\u2066a\u2069.png', 'a.png'],
  ['png', 'Fuite d’huile – é😀.png', 'Fuite d’huile – é😀.png'],
  ['text', 'notes.csv', 'notes.csv'],
  ['text', 'notes.MD', 'notes.MD'],
  ['docx', 'report.docm', 'report.docm.docx'],
];

describe('names of files', () => {
  for (const [type, sent, name] of cases) {
    it(`${JSON.stringify(sent)} of ${type} is ${name}`, () => {
      expect(nameOfFile(sent, fileTypes[type])).to.equal(name);
    });
  }

  it('are cut before their ending, by characters', () => {
    const long = nameOfFile(`${'é😀'.repeat(200)}.jpg`, fileTypes.jpeg);
    expect([...long]).to.have.lengthOf(longestFileName);
    expect(long.endsWith('😀é.jpg') || long.endsWith('é😀.jpg')).to.equal(true);
    const other = nameOfFile(`${'x'.repeat(300)}.jpg`, fileTypes.heic);
    expect(other).to.equal(`${'x'.repeat(250)}.heic`);
  });

  it('are safe for any input, and stay the same the second time', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300, size: 'max' });
    fc.assert(
      fc.property(text, fc.constantFrom(...fileTypeNames), (sent, type) => {
        const name = nameOfFile(sent, fileTypes[type]);
        expect(name)
          .to.match(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069/\\]+$/u)
          .and.not.to.match(/^[.\s]/);
        expect([...name].length).to.be.within(4, longestFileName);
        expect(fileTypes[type].endings.some((one) => name.toLowerCase().endsWith(`.${one}`))).to.equal(true);
        expect(nameOfFile(name, fileTypes[type])).to.equal(name);
      }),
      { seed, numRuns: 60 },
    );
  });
});
