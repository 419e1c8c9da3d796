import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockWithNumber, releasedChangelog, withNumber } from '../../../setup/release/new-texts.mjs';

const root = new URL('../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const files = [
  'package.json',
  'contract',
  'server',
  'web',
  'elements',
  'react',
  'react-18',
  'examples/shop',
].map((place) => (place.endsWith('.json') ? place : `${place}/package.json`));
const numbers = { before: '0.1.0', next: '0.2.0' };

test('every package.json has the same number but the client, whose is its own', () => {
  const told = execFileSync('git', ['ls-files', 'package.json', '*/package.json'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(told.trim().split('\n').toSorted()).toEqual([...files, 'client/package.json'].toSorted());
  const versions = files.map((file) => (JSON.parse(read(file)) as { readonly version: string }).version);
  expect(new Set(versions).size, versions.join(' ')).toBe(1);
});

test('a release numbers them all, what they want of each other and the lock file, and nothing else', () => {
  const before = JSON.parse(read('package-lock.json')) as Parameters<typeof lockWithNumber>[0];
  const lock = lockWithNumber(before, { before: before.version ?? '', next: '9.9.9' });
  const changed = Object.entries(lock.packages).filter(
    ([path, { version, dependencies, devDependencies }]) =>
      version === '9.9.9' ||
      Object.values({ ...dependencies, ...devDependencies }).includes('9.9.9') ||
      path === '',
  );
  expect(changed.map(([path]) => path).toSorted()).toEqual(
    ['', 'client', 'contract', 'elements', 'react', 'react-18', 'server', 'web'].toSorted(),
  );
  expect(lock.packages['client']).toMatchObject({
    version: before.packages['client']?.version,
    devDependencies: { '@cottontree/contract': '9.9.9' },
  });
  const shop = { version: '0.1.0', dependencies: { '@cottontree/client': '^1.0.0', ajv: '0.1.0' } };
  expect(withNumber(shop, numbers)).toEqual({ ...shop, version: '0.2.0' });
});

test('what was unreleased has its number and day, and room is made for what comes', () => {
  const of = (told: string): string => `# Changelog\n\n## [Unreleased]\n${told}`;
  const release = { next: '0.2.0', day: '2026-11-28' };
  expect(releasedChangelog(of('\n### Added\n\n- **A till**\n'), release)).toBe(
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-28\n\n### Added\n\n- **A till**\n',
  );
  expect(releasedChangelog(of('\n## [0.1.0] - 2026-11-27\n\n- **A shop**\n'), release)).toBeNull();
  expect(releasedChangelog(of(''), release)).toBeNull();
  const told = read('CHANGELOG.md');
  const isSomethingNew = /^## \[Unreleased\]\n+(?!## )./m.test(told);
  expect(releasedChangelog(told, release)?.includes('## [0.2.0] - 2026-11-28\n\n###') ?? false).toBe(
    isSomethingNew,
  );
});
