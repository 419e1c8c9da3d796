import { readFile } from 'node:fs/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { derivedFiles } from '../src/derived-files.ts';
import {
  ERRORS,
  errorsOf,
  eventKinds,
  openApi,
  openApiTextInSteps,
  operations,
  type Operation,
} from '../src/index.ts';
import { createSchemaHoist } from '../src/openapi-components.ts';
import { openApiPath } from '../src/openapi-operation.ts';

type Node = { readonly [key: string]: Node };

const document = JSON.parse(JSON.stringify(openApi())) as Node;
const all: readonly Operation[] = Object.values(operations);
const entries = [...nodesAt(['paths']), ...nodesAt(['webhooks'])].flatMap(([place, item]) =>
  Object.entries(item).map(([method, node]) => ({ place: `${method} ${place}`, node })),
);

function nodesAt(path: readonly string[]): [string, Node][] {
  return Object.entries(at(path) ?? {});
}

function at(path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((node, key) => node?.[key], document);
}

/** What a reference stands for, or the node itself. */
function resolved(node: Node): Node {
  const reference: unknown = node['$ref'];
  if (typeof reference !== 'string') return node;
  const found = at(reference.split('/').slice(1));
  if (!found) throw new Error(`${reference} leads nowhere.`);
  return found;
}

function everyNode(node: unknown, seen: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) seen(node as Node);
  for (const part of Object.values(node)) everyNode(part, seen);
}

/** `created_at` for 'Created at.' and 'The created at', which would tell nobody anything. */
function asName(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:the|its|a|an) /, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '_');
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv
  .addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .addFormat('date', /^\d{4}-\d\d-\d\d$/)
  .addFormat('uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
// Each by its name: what is referred to inside one large document is compiled anew for everybody who refers to it.
for (const [name, schema] of nodesAt(['components', 'schemas'])) ajv.addSchema(byName(schema), name);

const compiled = new Map<Node, ValidateFunction>();

/** What is wrong with a value by a schema of the document, or nothing. */
function faults(schema: Node, value: unknown): string {
  const fits = compiled.get(schema) ?? ajv.compile(byName(schema));
  compiled.set(schema, fits);
  return fits(value) ? '' : ajv.errorsText(fits.errors);
}

function byName(schema: Node): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"')) as object;
}

describe('the files derived from the contract', () => {
  test.each([...derivedFiles()])('%s is as `npm run generate` writes it', async (path, text) => {
    expect((await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')) === text).toBe(true);
  });
});

describe('the OpenAPI document', () => {
  test('has every operation and every kind of event, once', () => {
    const ids = entries.map(({ node }) => String(node['operationId']));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(all.length + eventKinds.length);
    for (const { id, method, path } of all)
      expect(at(['paths', openApiPath(path), method.toLowerCase(), 'operationId'])).toBe(id);
  });

  test('has no reference that leads nowhere, and no component that nothing refers to', () => {
    const used = new Set<string>();
    everyNode(document, (node) => {
      const reference: unknown = node['$ref'];
      if (typeof reference !== 'string') return;
      expect(resolved(node)).toBeDefined();
      used.add(reference);
    });
    const parts = ['schemas', 'responses', 'examples', 'headers', 'parameters'];
    const kept = parts.flatMap((part) =>
      nodesAt(['components', part]).map(([name]) => `#/components/${part}/${name}`),
    );
    expect(kept.length).toBeGreaterThan(100);
    expect(kept.filter((reference) => !used.has(reference))).toEqual([]);
  });

  test('has an example of every body, and each is valid', () => {
    let examples = 0;
    for (const { place, node } of entries) {
      const bodies = [
        resolved(node['requestBody'] ?? {}),
        ...Object.values(node['responses'] ?? {}).map(resolved),
      ];
      for (const { schema, ...media } of bodies.flatMap((body) => Object.values(body['content'] ?? {}))) {
        if (schema === undefined || schema['type'] === ('string' as unknown)) continue;
        const values =
          'example' in media
            ? [media['example']]
            : Object.values(media['examples'] ?? {}).map((one) => resolved(one)['value']);
        if (values.length === 0) expect(place).toBe('a place with an example');
        for (const value of values) expect([place, faults(schema, value)]).toEqual([place, '']);
        examples += values.length;
      }
    }
    expect(examples).toBeGreaterThan(400);
  });

  test('has an example of the success of every operation that answers JSON', () => {
    const answers = all
      .filter(({ binary }) => !binary)
      .map(({ path, method, status }) =>
        at(['paths', openApiPath(path), method.toLowerCase(), 'responses', String(status), 'content']),
      );
    expect(answers.length).toBeGreaterThan(300);
    for (const content of answers)
      expect(content?.['application/json']?.['examples']?.['success']?.['value']).toMatchObject({
        success: true,
      });
  });

  test('has short names of its parts, which list no codes', () => {
    const names = nodesAt(['components']).flatMap(([, parts]) => Object.keys(parts));
    expect(names.length).toBeGreaterThan(500);
    expect(names.filter((name) => name.length > 40 || /[a-z]Or[A-Z]/.test(name))).toEqual([]);
  });

  test('has every tag in exactly one group', () => {
    const tags = (document['tags'] as unknown as Node[]).map((tag) => String(tag['name']));
    const groups = document['x-tagGroups'] as unknown as { readonly tags: readonly string[] }[];
    expect(groups.flatMap((group) => group.tags).toSorted()).toEqual(tags.toSorted());
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('tells every code that an operation answers with, under its status', () => {
    for (const operation of all) {
      for (const code of errorsOf(operation)) {
        const response = at([
          'paths',
          openApiPath(operation.path),
          operation.method.toLowerCase(),
          'responses',
          String(ERRORS[code].status),
        ]);
        expect(
          Object.keys(resolved(response ?? {})['content']?.['application/json']?.['examples'] ?? {}),
        ).toContain(code);
      }
    }
  });

  test('explains every operation, parameter, tag and titled schema', () => {
    const tags = (document['tags'] as unknown as Node[]).map((tag) => tag['name']);
    for (const { place, node } of entries) {
      expect([place, Boolean(node['summary']), Boolean(node['description'])]).toEqual([place, true, true]);
      expect(tags).toContain(Object.values(node['tags'] ?? {})[0]);
      const parameters = Object.values(node['parameters'] ?? {}).map(resolved);
      expect([place, parameters.filter((one) => !one['description']).map((one) => one['name'])]).toEqual([
        place,
        [],
      ]);
    }
    expect(
      nodesAt(['components', 'schemas'])
        .filter(([, schema]) => !schema['description'])
        .map(([title]) => title),
    ).toEqual([]);
  });

  test('explains every property in words that are not its name', () => {
    // The example of what tells of events holds a schema.
    const withoutExamples: unknown = JSON.parse(
      JSON.stringify(document, (key, value: unknown) => (key === 'examples' ? undefined : value)),
    );
    let seen = 0;
    const unexplained: string[] = [];
    everyNode(withoutExamples, (node) => {
      if (!node['properties'] || node['type'] !== ('object' as unknown)) return;
      for (const [name, schema] of Object.entries(node['properties'])) {
        seen += 1;
        const told: unknown = resolved(schema)['description'];
        if (typeof told !== 'string' || asName(told) === name) unexplained.push(name);
      }
    });
    expect(seen).toBeGreaterThan(5_000);
    expect(unexplained).toEqual([]);
  });

  test('is written in steps as it is written at once', () => {
    const pieces: string[] = [];
    const steps = openApiTextInSteps({}, (piece) => void pieces.push(piece));
    let count = 1;
    while (!steps.next().done) count += 1;
    expect(pieces.join('')).toBe(JSON.stringify(openApi()));
    expect(count).toBeGreaterThan(all.length * 2);
  });

  test('takes the address of the server that serves it', () => {
    expect(openApi({ serverUrl: 'https://api.example.sl/v1' })['servers']).toEqual([
      { url: 'https://api.example.sl/v1', description: 'This server' },
    ]);
  });
});

test('two schemas of one title are refused', () => {
  const hoist = createSchemaHoist();
  hoist.use({ title: 'Parcel', type: 'object', properties: {} });
  expect(() => hoist.use({ title: 'Parcel', type: 'string' })).toThrow(
    'Two different schemas are titled Parcel.',
  );
});
