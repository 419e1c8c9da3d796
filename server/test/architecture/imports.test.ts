import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const PACKAGES: Readonly<Record<string, string>> = {
  '@cottontree/contract': 'contract',
  '@cottontree/client': 'client',
};

type SourceFile = { readonly path: string; readonly room: string; readonly text: string };

const files: readonly SourceFile[] = ['contract/src', 'client/src', 'server/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('.gen.'))
    .map((name) => ({
      path: `${folder}/${name}`,
      room: roomOf(`${folder}/${name}`),
      text: readFileSync(join(root, folder, name), 'utf8'),
    })),
);

function roomOf(path: string): string {
  const [workspace = '', , room = '', ...rest] = path.split('/');
  return workspace === 'server' && rest.length > 0 ? `server/${room}` : workspace;
}

function allowedByRoom(): ReadonlyMap<string, readonly string[]> {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const table = page.slice(page.indexOf('## Who may import whom'), page.indexOf('## What always holds'));
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Room'));
  return new Map(
    rows
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .map(([, room = '', allowed = '']) => [room, allowed.split(',').map((name) => name.trim())]),
  );
}

type Import = { readonly from: SourceFile; readonly to: string; readonly path: string };

const imports: readonly Import[] = files.flatMap((from) =>
  [...from.text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'/gm)]
    .map((match) => match[1] ?? match[2] ?? '')
    .flatMap((name) => {
      const workspace = PACKAGES[name] ?? PACKAGES[name.split('/').slice(0, 2).join('/')];
      if (workspace) return [{ from, to: workspace, path: name }];
      if (!name.startsWith('.') || name.endsWith('.json')) return [];
      const path = relative(root, resolve(dirname(join(root, from.path)), name));
      return [{ from, to: roomOf(path), path }];
    }),
);

const named = (found: readonly Import[]): string[] =>
  found.map(({ from, path }) => `${from.path} imports ${path}`);
const withText = (pattern: RegExp, except: (file: SourceFile) => boolean): string[] =>
  files.filter((file) => !except(file) && pattern.test(file.text)).map((file) => file.path);

describe(`the house, over ${files.length} files and ${imports.length} imports`, () => {
  const allowed = allowedByRoom();

  test('there is something to look at', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(300);
    expect(allowed.size).toBeGreaterThan(8);
  });

  test('every room imports only what the table of ARCHITECTURE.md allows', () => {
    const crossings = imports.filter(({ from, to }) => from.room !== to);
    expect(named(crossings.filter(({ from, to }) => !allowed.get(from.room)?.includes(to)))).toEqual([]);
    expect(crossings.length).toBeGreaterThan(50);
  });

  test('another room is entered through its index, but for the plain words of core', () => {
    const entries = imports.filter(({ from, to }) => from.room !== to && /^server\/(?!core$)/.test(to));
    expect(named(entries.filter(({ path }) => !path.endsWith('/index.ts')))).toEqual([]);
    expect(entries.length).toBeGreaterThan(20);
  });

  test('nobody imports main but the command line', () => {
    expect(
      named(imports.filter(({ from, path }) => path === 'server/src/main.ts' && from.room !== 'server/cli')),
    ).toEqual([]);
  });

  test('SQL stands only in the store and in *.queries.ts', () => {
    const sql = /\b(?:SELECT\s+[\w*].*\bFROM|INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+\w+\s+SET)\b/;
    expect(
      withText(
        sql,
        ({ room, path }) =>
          room === 'server/store' || room === 'server/outbox' || path.endsWith('.queries.ts'),
      ),
    ).toEqual([]);
  });

  test('the HTTP framework stands only in http', () => {
    expect(withText(/from 'fastify'|from '@scalar/, ({ room }) => room === 'server/http')).toEqual([]);
  });

  test('the environment is read only in config', () => {
    expect(withText(/process\.env/, ({ path }) => path === 'server/src/config.ts')).toEqual([]);
  });

  test('time, chance and outgoing calls come from the world', () => {
    const outside =
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|(?<![.\w])fetch\(|from 'undici'|\brandomBytes\(.*from 'node:crypto'/;
    expect(
      withText(
        outside,
        ({ room, path }) =>
          path === 'server/src/world.ts' ||
          room === 'server/egress' ||
          room === 'server/store' ||
          room === 'client',
      ),
    ).toEqual([]);
  });
});
