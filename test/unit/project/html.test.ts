/** HTML is made out of text in one place, which escapes the text: no other file puts markup together. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import ts from 'typescript';
import { fillHtml, html } from '../../../service/project/html.ts';

const root = resolve(import.meta.dirname, '../../..');
const folders = [
  ...['auth', 'console', 'docs/examples', 'engine', 'locales', 'package', 'resources'],
  'service',
];
const markup = /<[!/]?[a-z][\w-]*(?:[\s/>]|$)|&(?:#\d+|[a-z]+);/i;
/** Markup into which no text comes, and where it is written. */
const fixed = [
  'auth/second-factor/openapi.ts: <svg xmlns="http://www.w3.org/2000/svg">…</svg>',
  'auth/second-factor/totp.ts: <path',
  'auth/second-factor/totp.ts: <rect width="100%" height="100%" fill="#fff"/><path',
];

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.(?:tsx?|m?js)$/.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file)),
);

/** The texts in a source with markup in them: those that `html` makes, and the others. */
function textsIn(file: string): { made: ts.TemplateLiteral[]; others: string[] } {
  const source = readFileSync(join(root, file), 'utf8');
  const [made, others]: [ts.TemplateLiteral[], string[]] = [[], []];
  if (!markup.test(source)) return { made, others };
  const walk = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html') {
      made.push(node.template);
      if (ts.isTemplateExpression(node.template))
        for (const { expression } of node.template.templateSpans) walk(expression);
      return;
    }
    const isText = ts.isStringLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node);
    if (isText || ts.isTemplateTail(node) || ts.isNoSubstitutionTemplateLiteral(node))
      if (markup.test(node.text)) others.push(`${file}: ${node.text}`);
    ts.forEachChild(node, walk);
  };
  walk(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return { made, others };
}

describe('HTML', () => {
  const all = files.map((file) => ({ file, ...textsIn(file) }));

  it('is made in one way in all files', () => {
    const makers = all.filter(({ made }) => made.length > 0).map(({ file }) => file);
    expect(makers).to.include.members([
      ...['service/http/console/bundle.ts', 'service/outbox/mail/letter.ts'],
      ...['service/outbox/mail/unsubscribe.ts', 'service/requests/pages.ts'],
    ]);
    expect(all.flatMap(({ others }) => others)).to.have.members(fixed);
  });

  it('has its texts between elements, or in quotes', () => {
    const bare = all.flatMap(({ file, made }) =>
      made.flatMap((template) => {
        if (!ts.isTemplateExpression(template)) return [];
        const befores = [template.head, ...template.templateSpans.map(({ literal }) => literal)];
        return befores.slice(0, -1).flatMap(({ text }) => (/=\s*$/.test(text) ? [`${file}: ${text}`] : []));
      }),
    );
    expect(bare).to.deep.equal([]);
  });

  it('is written by nothing else into a page that runs', () => {
    const writers =
      /\.(?:innerHTML|outerHTML)\b|insertAdjacentHTML|document\.write|createContextualFragment|dangerouslySetInnerHTML|srcdoc/;
    expect(files.filter((file) => writers.test(readFileSync(join(root, file), 'utf8')))).to.deep.equal([]);
  });

  it('shows every text as it is', () => {
    const read = (written: string) =>
      written.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...`<>&"'{a}=/$`) }),
    );
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [, first = '', second = ''] =
          /^<p title="([^"]*)">([^<]*)<\/p>$/.exec(String(html`<p title="${one}">${other}</p>`)) ?? [];
        expect([read(first), read(second)]).to.deep.equal([one, other]);
        const [, filled = '', rest = ''] =
          /^<a>([^<]*)<\/a>([^<]*)$/.exec(String(fillHtml('<a>{one}</a>{other}', { one, other }))) ?? [];
        expect([read(filled), read(rest)]).to.deep.equal([one, other]);
      }),
    );
    expect(String(html`${[html`<b>${'<'}</b>`, 'x']}${null}${false}${0}`)).to.equal('<b>&#60;</b>x0');
  });
});
