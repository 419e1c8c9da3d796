import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const PACKAGES: Readonly<Record<string, string>> = {
  '@cottontree/contract': 'contract',
  '@cottontree/client': 'client',
};

type SourceFile = {
  readonly path: string;
  /** `kernel`, `shipping`; `server` for what stands directly in server/src. */
  readonly module: string;
  /** `shipping/deliveries`, or null for what stands directly in its module. */
  readonly innerRoom: string | null;
  readonly text: string;
};

const files: readonly SourceFile[] = ['contract/src', 'client/src', 'server/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|cases|gen)\./.test(name))
    .map((name) => ({
      path: `${folder}/${name}`,
      module: moduleOf(`${folder}/${name}`),
      innerRoom: innerRoomOf(`${folder}/${name}`),
      text: readFileSync(join(root, folder, name), 'utf8'),
    })),
);

function moduleOf(path: string): string {
  const [workspace = '', , ...rest] = path.split('/');
  const [module = '', ...inside] = rest[0] === 'modules' && rest.length > 2 ? rest.slice(1) : rest;
  return workspace === 'server' && inside.length > 0 ? module : workspace;
}

function innerRoomOf(path: string): string | null {
  const found = /^server\/src\/modules\/([^/]+)\/([^/]+)\//.exec(path);
  return found ? `${found[1]}/${found[2]}` : null;
}

/** The table under a heading: of each room, in the order in which they stand there, whom it may import. */
function tableUnder(heading: string): ReadonlyMap<string, readonly string[]> {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const [, text = ''] = page.split(`\n## ${heading}\n`);
  const rows = (text.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => /^\| (?!Module|Room|---)/.test(line));
  return new Map(
    rows
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .map(([, module = '', allowed = '']) => [
        module,
        allowed
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      ]),
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
      return [{ from, to: moduleOf(path), path }];
    }),
);

const named = (found: readonly Import[]): string[] =>
  found.map(({ from, path }) => `${from.path} imports ${path}`);
const withText = (pattern: RegExp, except: (file: SourceFile) => boolean): string[] =>
  files.filter((file) => !except(file) && pattern.test(file.text)).map((file) => file.path);

describe(`the house, over ${files.length} files and ${imports.length} imports`, () => {
  const allowed = tableUnder('Who may import whom');
  const allowedInside = tableUnder('Inside the large modules');

  test('there is something to look at', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(300);
    expect(allowed.size).toBeGreaterThan(8);
  });

  test('every room imports only what the table of ARCHITECTURE.md allows', () => {
    const crossings = imports.filter(({ from, to }) => from.module !== to);
    expect(named(crossings.filter(({ from, to }) => !allowed.get(from.module)?.includes(to)))).toEqual([]);
    expect(crossings.length).toBeGreaterThan(50);
  });

  test('another room is entered through its index, but for the kernel', () => {
    const entries = imports.filter(
      ({ from, to }) => from.module !== to && !['kernel', 'contract', 'client', 'server'].includes(to),
    );
    expect(named(entries.filter(({ path }) => !path.endsWith('/index.ts')))).toEqual([]);
    expect(entries.length).toBeGreaterThan(20);
  });

  describe('inside the modules that the second table names', () => {
    const large = new Set([...allowedInside.keys()].map((module) => module.split('/')[0] ?? ''));
    const within = imports.filter(({ from, to }) => from.module === to && large.has(to));

    test('every inner room stands in the table, and no other', () => {
      const there = files.flatMap(({ module, innerRoom }) =>
        innerRoom && large.has(module) ? [innerRoom] : [],
      );
      expect([...new Set(there)].toSorted()).toEqual([...allowedInside.keys()].toSorted());
      expect(large.size).toBe(6);
    });

    test('an inner room imports only what its row allows, types too, and of the module itself only module.ts', () => {
      const crossings = within.filter(
        ({ from, path }) => from.innerRoom !== null && from.innerRoom !== innerRoomOf(path),
      );
      const isAllowed = ({ from, path }: Import): boolean => {
        const to = innerRoomOf(path);
        return to === null
          ? path.endsWith('/module.ts')
          : (allowedInside.get(from.innerRoom ?? '')?.includes(to) ?? false);
      };
      expect(named(crossings.filter((one) => !isAllowed(one)))).toEqual([]);
      expect(crossings.length).toBeGreaterThan(500);
    });

    test('no row allows more than is used, and each names only rows above it', () => {
      const used = new Set(
        within.flatMap(({ from, path }) =>
          from.innerRoom ? [`${from.innerRoom} → ${innerRoomOf(path)}`] : [],
        ),
      );
      const modules = [...allowedInside.keys()];
      const faults = [...allowedInside].flatMap(([module, others]) =>
        others.filter(
          (other) =>
            !used.has(`${module} → ${other}`) || !modules.slice(0, modules.indexOf(module)).includes(other),
        ),
      );
      expect(faults).toEqual([]);
    });
  });

  test('no two exported types have one name', () => {
    const exported = files
      .filter(({ path }) => path.startsWith('server/src/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name = '']) => ({ name, path })),
      );
    const first = new Map(exported.toReversed().map(({ name, path }) => [name, path]));
    expect(
      exported
        .filter(({ name, path }) => first.get(name) !== path)
        .map(({ name, path }) => `${name} in ${path}`),
    ).toEqual([]);
    expect(first.size).toBeGreaterThan(1_000);
  });

  test('nobody imports main but the command line', () => {
    expect(
      named(imports.filter(({ from, path }) => path === 'server/src/main.ts' && from.module !== 'cli')),
    ).toEqual([]);
  });

  test('SQL stands only in the store and in *.queries.ts', () => {
    const sql = /\b(?:SELECT\s+[\w*].*\bFROM|INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+\w+\s+SET)\b/;
    expect(
      withText(
        sql,
        ({ module, path }) => module === 'store' || module === 'outbox' || path.endsWith('.queries.ts'),
      ),
    ).toEqual([]);
  });

  test('the HTTP framework stands only in http', () => {
    expect(withText(/from 'fastify'/, ({ module }) => module === 'http')).toEqual([]);
  });

  test('http names no capability: who calls, how one signs in and what one shows stands in the contract', () => {
    const capability =
      /driver|courier|dispatch|operator|scanner|terminal|staff|ticket|invoice|\bsale|deliver|webhook|payment|customer|notice/i;
    const ofHttp = files.filter(({ module }) => module === 'http');
    const code = ofHttp.map(({ path, text }) => ({
      path,
      text: text.replaceAll(/\/\*\*[^]*?\*\/|^\s*\/\/.*$/gm, ''),
    }));
    expect(code.filter(({ text }) => capability.test(text)).map(({ path }) => path)).toEqual([]);
    expect(ofHttp.length).toBeGreaterThan(35);
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
        ({ module, path }) =>
          path === 'server/src/world.ts' || module === 'egress' || module === 'store' || module === 'client',
      ),
    ).toEqual([]);
  });
});
