import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundle } from '../../../setup/bundle.mjs';
import { builtProgram } from '../../test/kit/program.ts';

const run = promisify(execFile);
const PROGRAM_FILES = ['cottontree.cjs', 'cottontree.mjs', 'package.json', 'press.mjs'];

let folder: string;

beforeEach(async () => {
  const built = dirname(await builtProgram());
  // Beside the others, for packages with machine code are looked for from there.
  folder = await mkdtemp(join(dirname(built), 'loaded-'));
  for (const name of PROGRAM_FILES) await cp(join(built, name), join(folder, name));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('what the engine made of a program is kept beside it, and the next start takes it as it is', async () => {
  await version();
  expect(await readdir(folder)).toEqual([...PROGRAM_FILES, 'cottontree.cjs.compiled'].toSorted());
  const { mtimeMs, size } = await stat(compiled());
  await version();
  expect(await stat(compiled())).toMatchObject({ mtimeMs, size });
});

test.each([
  [
    'a byte of it is not as it was',
    (bytes: Buffer) =>
      bytes.fill(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1, (bytes.length >> 1) + 1),
  ],
  ['it ends too early', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
  ['another engine made it', (bytes: Buffer) => bytes.fill(bytes.readUInt8(0) ^ 1, 0, 1)],
  ['it is empty', () => Buffer.alloc(0)],
])('where %s, the program is compiled anew, and that is kept', async (_, change) => {
  await version();
  const made = await readFile(compiled());
  await writeFile(compiled(), change(Buffer.from(made)));
  await version();
  // Two times that it is made do not give the same bytes, but the same head but for the last checksum.
  const again = await readFile(compiled());
  expect(again.subarray(0, 8).equals(made.subarray(0, 8))).toBe(true);
  await version();
  expect((await readFile(compiled())).equals(again)).toBe(true);
});

test('what the program loads only when it is wanted is required: what the engine kept has forgotten how to import', async () => {
  const program = await readFile(join(folder, 'cottontree.cjs'), 'latin1');
  expect(program.match(/require\("sharp"\)/g)?.length).toBeGreaterThan(0);
  expect(program.match(/(?:await|return|=>|[=(,:?])\s*import\(["'`][^)]*\)/g)).toBeNull();
});

test('what was made of another program is not used for this one, though both are as long', async () => {
  await version();
  const program = await readFile(join(folder, 'cottontree.cjs'), 'utf8');
  await writeFile(
    join(folder, 'cottontree.cjs'),
    program.replace('say which version it is', 'tell which version it s'),
  );
  const { stdout } = await run(process.execPath, [join(folder, 'cottontree.mjs'), '--help']);
  expect(stdout).toContain('tell which version it s');
});

test('a program with a character of more than one byte is not built, and the line with it is told', async () => {
  const source = join(folder, 'minus.ts');
  const build = (pattern: string): Promise<void> =>
    writeFile(source, `console.log(${pattern}.test('x'), 'ɔ');`).then(() =>
      bundle(source, join(folder, 'minus.cjs'), { whole: true }),
    );
  await expect(build('/−/')).rejects.toThrow(/Write \\u and four digits .*\/−\//);
  await build(String.raw`/\u2212/`);
  const built = await readFile(join(folder, 'minus.cjs'));
  expect(built.every((byte) => byte < 128)).toBe(true);
});

test('where nothing can be kept, the program runs all the same and leaves nothing behind', async () => {
  await mkdir(join(compiled(), 'in-the-way'), { recursive: true });
  await version();
  expect(await readdir(folder)).toEqual([...PROGRAM_FILES, 'cottontree.cjs.compiled'].toSorted());
});

function compiled(): string {
  return join(folder, 'cottontree.cjs.compiled');
}

async function version(): Promise<void> {
  const { stdout, stderr } = await run(process.execPath, [join(folder, 'cottontree.mjs'), '--version']);
  expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
}
