/** What becomes of a file before the console sends it. */
import { expect } from 'chai';
import { formatSize } from '../../../console/parts/format.ts';
import { fitted, jpegName, kindOfFile } from '../../../console/record/files/prepare.ts';

describe('a file that is sent', () => {
  it('is a photo, a picture or neither, by its type and its name', () => {
    const kinds = [
      { name: 'a.jpg', type: 'image/jpeg' },
      { name: 'a.png', type: 'image/png' },
      { name: 'A.HEIC', type: '' },
      { name: 'a.pdf', type: 'application/pdf' },
    ].map((one) => kindOfFile(one));
    expect(kinds).to.deep.equal([
      { isPicture: true, isPhoto: true, isForeign: false },
      { isPicture: true, isPhoto: false, isForeign: false },
      { isPicture: true, isPhoto: true, isForeign: true },
      { isPicture: false, isPhoto: false, isForeign: false },
    ]);
  });

  it('is made smaller, never larger, and keeps its shape', () => {
    expect(fitted(4000, 3000, 2560)).to.deep.equal({ width: 2560, height: 1920 });
    expect(fitted(300, 4000, 320)).to.deep.equal({ width: 24, height: 320 });
    expect(fitted(9, 20_000, 320)).to.deep.equal({ width: 1, height: 320 });
    expect(fitted(40, 30, 320)).to.deep.equal({ width: 40, height: 30 });
  });

  it('is called as before, with the ending of what it has become', () => {
    expect(['IMG_1.HEIC', 'a.b.webp', 'plain', '.heic'].map(jpegName)).to.deep.equal([
      ...['IMG_1.jpg', 'a.b.jpg', 'plain.jpg', '.heic.jpg'],
    ]);
  });

  it('is as large as people say it', () => {
    expect([1, 900, 1536, 25 * 1024 ** 2].map((bytes) => formatSize(bytes, 'en'))).to.deep.equal([
      ...['1 byte', '900 bytes', '1.5 kB', '25 MB'],
    ]);
    expect(formatSize(1536, 'fr').replace(/\s/u, ' ')).to.equal('1,5 ko');
  });
});
