/**
 * `npm run lint:regexp`: finds the regular expressions whose work may grow faster than the text that they read. A stranger
 * would keep a process busy with a short one of them. CI runs it.
 *
 * Where the text cannot be long, a line above says why: `// regexp-safe: it is the name of a file of ours`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');
const folders = ['auth', 'commands', 'console', 'engine', 'resources', 'service'];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|m?js)$/.test(name))
    .map((name) => join(folder, name)),
);
const reason = /\/\/ regexp-safe: \S/;

/** A regular expression in the sources; no source where it is put together as it runs. */
interface Found {
  readonly place: string;
  readonly source: string | null;
  readonly flags: string;
}

/** The regular expressions of a file that no line above them calls safe. */
function expressionsIn(file: string): Found[] {
  const text = readFileSync(join(root, file), 'utf8');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found: Found[] = [];
  const add = (node: ts.Node, source: string | null, flags: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    const above = [lines[line - 1], lines[line - 2]].some((one) => reason.test(one ?? ''));
    if (!above) found.push({ place: `${file}:${line + 1}`, source, flags });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      node.expression.getText() === 'RegExp'
    ) {
      const [source, flags] = node.arguments ?? [];
      add(node, source ? constantOf(source, tree) : null, (flags && constantOf(flags, tree)) ?? '');
    } else if (ts.isPropertyAssignment(node) && node.name.getText() === 'pattern') {
      // Of a JSON Schema, where it is one.
      const source = constantOf(node.initializer, tree);
      if (source !== null) add(node, source, 'u');
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The text of a literal, or of a constant of the file that is one. */
function constantOf(node: ts.Node, tree: ts.SourceFile): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isIdentifier(node)) return null;
  let text: string | null = null;
  const visit = (one: ts.Node): void => {
    const named = ts.isVariableDeclaration(one) && one.name.getText() === node.text;
    if (named && one.initializer && ts.isStringLiteralLike(one.initializer)) text = one.initializer.text;
    ts.forEachChild(one, visit);
  };
  visit(tree);
  return text;
}

let faults = 0;
const found = files.flatMap(expressionsIn);
for (const { place, source, flags } of found) {
  const problem = source === null ? 'is put together as it runs' : await problemOf(source, flags);
  if (problem === null) continue;
  faults += 1;
  console.log(`${place}: ${source === null ? 'this expression' : `/${source}/${flags}`} ${problem}.`);
}
console.log(`${found.length} regular expressions, ${faults} that may take more than linear time.`);
if (faults > 0 || found.length === 0) process.exitCode = 1;

/** What is wrong with an expression; null for a linear one. */
async function problemOf(source: string, flags: string): Promise<string | null> {
  const verdict = await check(source, flags, { timeout: 20_000, randomSeed: 1 });
  if (verdict.status === 'safe') return null;
  if (verdict.status === 'unknown') return `could not be judged (${verdict.error.kind})`;
  return `is ${verdict.complexity.summary}, as on ${verdict.attack.pattern}`;
}
