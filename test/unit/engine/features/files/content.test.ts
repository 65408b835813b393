/** How the bytes of a file are answered, by what a request says of ranges and of what it has. */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  type ContentAsked,
  type ContentFacts,
  contentAnswer,
} from '../../../../../engine/features/files/content.ts';

const sha256 = 'ab'.repeat(32);
const etag = `"${sha256}"`;
const picture: ContentFacts = { name: 'pump.jpg', type: 'image/jpeg', size: 1000, sha256, isImage: true };
const nothing: ContentAsked = { ifNoneMatch: null, range: null, ifRange: null, download: false };
const ask = (asked: Partial<ContentAsked>, facts: Partial<ContentFacts> = {}) =>
  contentAnswer({ ...picture, ...facts }, { ...nothing, ...asked });

describe('the content of a file', () => {
  it('is all of it, with what keeps it from being anything else than a file', () => {
    expect(ask({})).to.deep.equal({
      status: 200,
      range: { start: 0, end: 999 },
      headers: {
        ETag: etag,
        'Cache-Control': 'private, no-cache',
        'Content-Type': 'image/jpeg',
        'Content-Length': '1000',
        'Content-Disposition': 'inline; filename="pump.jpg"',
        'Accept-Ranges': 'bytes',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'same-site',
      },
    });
  });

  for (const [range, expected] of [
    ['bytes=0-0', [0, 0]],
    ['bytes=0-', [0, 999]],
    ['bytes=10-19', [10, 19]],
    ['Bytes= 10-19 ', [10, 19]],
    ['bytes=990-2000', [990, 999]],
    ['bytes=999-', [999, 999]],
    ['bytes=-1', [999, 999]],
    ['bytes=-5000', [0, 999]],
    [`bytes=5-${'9'.repeat(40)}`, [5, 999]],
    ['bytes=1000-', 416],
    ['bytes=1000-1001', 416],
    [`bytes=${'9'.repeat(400)}-`, 416],
    ['bytes=-0', 416],
    ['bytes=0-1,5-6', 200],
    ['bytes=20-10', 200],
    ['bytes=-', 200],
    ['bytes=a-b', 200],
    ['bytes=1.5-2', 200],
    ['bytes', 200],
    ['lines=0-1', 200],
    ['', 200],
  ] as const) {
    it(`answers ${JSON.stringify(range.slice(0, 30))}`, () => {
      const { status, headers, range: sent } = ask({ range });
      if (expected === 416) {
        expect({ status, headers, sent }).to.deep.equal({
          status: 416,
          headers: { 'Content-Range': 'bytes */1000' },
          sent: null,
        });
        return;
      }
      const [start, end] = expected === 200 ? [0, 999] : expected;
      expect([status, sent]).to.deep.equal([expected === 200 ? 200 : 206, { start, end }]);
      expect(headers['Content-Length']).to.equal(String(end - start + 1));
      expect(headers['Content-Range']).to.equal(expected === 200 ? undefined : `bytes ${start}-${end}/1000`);
    });
  }

  it('is not sent again to a client that has it, for any range', () => {
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      expect(ask({ ifNoneMatch, range: 'bytes=0-1' })).to.deep.equal({
        status: 304,
        headers: {
          ...{ ETag: etag, 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' },
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Cross-Origin-Resource-Policy': 'same-site',
        },
        range: null,
      });
    }
    expect(ask({ ifNoneMatch: '"other"' }).status).to.equal(200);
  });

  it('is sent in part where If-Range names these bytes alone', () => {
    const range = 'bytes=0-1';
    expect(ask({ range, ifRange: etag }).status).to.equal(206);
    for (const ifRange of ['"other"', `W/${etag}`, 'Tue, 24 Nov 2026 01:00:00 GMT', '*', ''])
      expect(ask({ range, ifRange }).status, ifRange).to.equal(200);
    // The file is another one: that the range is out of reach says nothing of it.
    expect(ask({ range: 'bytes=5000-', ifRange: '"other"' }).status).to.equal(200);
  });

  it('is shown in place where it is a picture, else saved under its name', () => {
    const named = (facts: Partial<ContentFacts>, download = false) =>
      ask({ download }, facts).headers['Content-Disposition'];
    expect(named({}, true)).to.equal('attachment; filename="pump.jpg"');
    expect(named({ isImage: false, name: 'a.pdf', type: 'application/pdf' })).to.equal(
      'attachment; filename="a.pdf"',
    );
    expect(named({ name: 'Pompe n° 3 (été).jpg' })).to.equal(
      `inline; filename="Pompe n_ 3 (_t_).jpg"; filename*=UTF-8''Pompe%20n%C2%B0%203%20%28%C3%A9t%C3%A9%29.jpg`,
    );
    expect(ask({}, { type: 'text/plain', isImage: false }).headers['Content-Type']).to.equal(
      'text/plain; charset=utf-8',
    );
  });

  it('has a header for each name, in which the name ends nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (name) => {
        const told = ask({}, { name }).headers['Content-Disposition'] ?? '';
        expect(told).to.match(/^inline; filename="[ !#-[\]-~]*"(?:; filename\*=UTF-8''[\w.!~%-]*)?$/);
        const exact = /filename\*=UTF-8''(.*)$/.exec(told)?.[1];
        expect(exact === undefined ? /filename="(.*)"$/.exec(told)?.[1] : decodeURIComponent(exact)).to.equal(
          name.toWellFormed(),
        );
      }),
    );
  });
});
