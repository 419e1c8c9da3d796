import { readdir, readFile } from 'node:fs/promises';
import { operations, type Operation, type OperationId } from '@cottontree/contract';
import { beforeAll, expect, test } from 'vitest';

const WEB = new URL('../../../web/', import.meta.url);
/** What Operations is made of. */
const FOLDERS = ['operations/', 'kit/'];

/** What no page calls, by the reason. */
const elsewhere: Readonly<Record<string, readonly OperationId[]>> = {
  'one is given as several are, so that each refusal is told apart': ['assignDelivery'],
};

/** What the platform's people may call and nobody else signs in for. */
const ofThePlatform = (Object.values(operations) as readonly Operation[]).filter(
  ({ by, id }) => by === 'dispatcher' || id === 'signInOperatorOnPage',
);
let source: string;
beforeAll(async () => {
  const all = await Promise.all(FOLDERS.map((folder) => readdir(new URL(folder, WEB), { recursive: true })));
  const files = FOLDERS.flatMap((folder, at) => (all[at] ?? []).map((name) => `${folder}${name}`)).filter(
    (name) => /(?<!\.test)\.tsx?$/.test(name),
  );
  source = (await Promise.all(files.map((name) => readFile(new URL(name, WEB), 'utf8')))).join('\n');
});

const isCalled = (id: string): boolean => new RegExp(String.raw`\bclient\.${id}\b`).test(source);

test('whatever the API can do for the platform is called by a page of Operations, or named here with its reason', () => {
  const excepted = new Set<string>(Object.values(elsewhere).flat());
  const missing = ofThePlatform.filter(({ id }) => !isCalled(id) && !excepted.has(id));
  expect(ofThePlatform.length).toBeGreaterThan(60);
  expect(missing.map(({ id }) => id)).toEqual([]);
});

test('no exception stands for what a page calls, or for what is not there', () => {
  const known = new Set<string>(ofThePlatform.map(({ id }) => id));
  const idle = Object.values(elsewhere)
    .flat()
    .filter((id) => !known.has(id) || isCalled(id));
  expect(idle).toEqual([]);
});
