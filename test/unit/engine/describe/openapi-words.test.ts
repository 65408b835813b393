/** Every property of every schema says in words what it is: in a title, a description, or both. */

import { expect } from 'chai';
import { buildRegistry } from '../../../../engine/features/index.ts';
import { loadDefinitions } from '../../../../engine/model/compile.ts';
import { describeApi } from '../../../../service/http/document/api-document.ts';
import { resourcesFolder } from '../../../../service/project/project.ts';
import { systemPaths } from '../../../../service/project/registry.ts';

type Node = Readonly<Record<string, unknown>>;

describe('the words of the OpenAPI document', () => {
  it('stand at every property and every parameter', async () => {
    const registry = buildRegistry(await loadDefinitions(resourcesFolder), systemPaths);
    const document = describeApi({ appUrl: 'https://millwright.test', locales: ['en', 'fr'] }, registry);
    const silent: string[] = [];
    let seen = 0;
    const look = (node: Node, place: string): void => {
      seen += 1;
      const words = [node.title, node.description].filter((one) => typeof one === 'string' && one !== '');
      if (words.length === 0) silent.push(place);
    };
    const walk = (node: unknown, place: string): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [key, part] of Object.entries(node)) {
        // Examples are values, not schemas.
        if (key === 'example' || key === 'examples') continue;
        if (key === 'properties' && isNode(part)) {
          for (const [name, property] of Object.entries(part)) {
            if (isNode(property)) look(property, `${place}.${name}`);
          }
        }
        if (key === 'parameters') {
          for (const [name, one] of Object.entries(isNode(part) || Array.isArray(part) ? part : {})) {
            if (isNode(one) && !('$ref' in one)) look(one, `${place}.parameters.${name}`);
          }
        }
        walk(part, key === 'properties' ? place : `${place}.${key}`);
      }
    };
    // What a browser or another program reads, without the symbols of TypeBox.
    walk(JSON.parse(JSON.stringify(document)), '');
    expect(silent.join(' ')).to.equal('');
    expect(seen).to.be.above(800);
  });
});

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
