/**
 * A test runs every example of every page, or there is a reason why none can. An example without a test is wrong after a while.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((file) => `docs/${file}`)];

/** Pages of which one test takes all examples. */
const whole: Readonly<Record<string, string>> = {
  'docs/authors.md': 'test/ci/service/docs/authors.test.ts',
  'docs/building.md': 'test/nightly/service/package/package.test.ts',
  'docs/costs.md': 'test/service/docs/worked-pages.test.ts',
  'docs/clients.md': 'test/service/docs/clients-page.test.ts',
  'docs/plans.md': 'test/service/docs/readme.test.ts',
  'docs/reliability.md': 'test/service/docs/worked-pages.test.ts',
};

/** Elsewhere, by the heading above: the test. A sentence instead says why there is none. */
const bySection: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': {
    '## Start': '.ci/run',
    '### In the browser': 'It listens for other machines, which tests never do.',
    '### Tests': '.ci/run',
    '## First requests': 'test/service/docs/readme.test.ts',
    '## A first resource': 'test/nightly/service/commands/new-resource.test.ts',
    '## In production': 'test/nightly/service/docs/operating-page.test.ts',
    '## Checks': 'Its parts are steps of CI.',
  },
  'docs/client.md': {
    '# The typed client':
      'What it shows is typed and called in test/service/package/client.test.ts, in other words.',
  },
  'docs/maintainers.md': { '## How to': 'test/service/docs/maintainers.test.ts' },
  'docs/console.md': {
    '## For operators': 'A whole configuration like it, docs/deploy/nginx/under-path.conf, is run.',
    '## For authors of resources': 'test/ci/service/docs/authors.test.ts',
  },
  'docs/hosts.md': {
    '## A Galera cluster': 'test/harness/galera.ts',
    '## HAProxy before it': 'test/harness/haproxy.ts',
    '## When most of a cluster is lost': 'test/nightly/service/engine/hosts/cluster.test.ts',
    '## A node that eats all memory':
      'The tests keep nodes from it by the same statement, and end those that have it.',
  },
  'docs/metadata.md': {
    '## In a definition': 'test/ci/service/docs/authors.test.ts',
    '## How to lay a resource out': 'test/ci/service/docs/authors.test.ts',
  },
  'docs/outbox.md': {
    '## Notifications': 'test/database/outbox/notifications.test.ts',
    '## Calendar feeds': 'test/service/outbox/feeds.test.ts',
    '## Webhooks': 'test/database/outbox/deliveries.test.ts',
    '### What is sent': 'test/database/outbox/deliveries.test.ts',
    '### Which addresses are allowed': 'test/unit/service/config/config.test.ts',
  },
  'docs/operating.md': {
    '## From nothing to https in ten minutes': 'test/nightly/service/docs/operating-page.test.ts',
    '### Compose': 'There is no daemon of containers where the tests run.',
    '### An image': 'There is no daemon of containers where the tests run.',
    '## The database and the settings that matter': 'As in the README, whose lines are run.',
    '## Backup and restore': 'test/nightly/service/docs/operating-page.test.ts',
    '### Several nodes, one after the other': 'test/nightly/service/start/rolling-upgrade.test.ts',
    '## Is all well?': 'test/ci/service/commands/doctor.test.ts',
  },
};

/** The headings of a page that have examples below them. */
function sectionsOf(text: string): Set<string> {
  const found = new Set<string>();
  let [heading, isOpen] = ['', false];
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      if (!isOpen && line !== '```') found.add(heading);
      isOpen = !isOpen;
    } else if (!isOpen && /^#+ /.test(line)) heading = line;
  }
  return found;
}

describe('examples of the pages', () => {
  for (const page of pages.filter((file) => file.endsWith('.md'))) {
    it(`of ${page} are run, or it is said why not`, () => {
      const sections = sectionsOf(read(page));
      const walker = whole[page];
      if (walker === undefined) expect(Object.keys(bySection[page] ?? {})).to.have.members([...sections]);
      else expect(read(walker)).to.contain(page);
    });
  }

  it('are run by tests that are there', () => {
    const tests = Object.values(bySection).flatMap((sections) =>
      Object.values(sections).filter((walker) => !walker.endsWith('.')),
    );
    expect(tests).to.have.length.above(10);
    for (const file of tests) expect(() => read(file), file).not.to.throw();
  });
});
