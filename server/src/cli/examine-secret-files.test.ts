import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examineSecretFiles } from './doctor-command.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ct-secret-files-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** What doctor says of the files there, the folder left out. */
async function said(secretKey: string | null = null): Promise<readonly string[]> {
  const findings = await examineSecretFiles({ secretKey, dataDir });
  return findings.map(
    ({ check, state, message }) => `${check}, ${state}: ${message.replace(`${dataDir}/`, '')}`,
  );
}

test('a key for its owner only is fine, one that others can read is not', async () => {
  expect(await said()).toEqual(['secret key, ok: secret.key is made at the first start']);
  const key = join(dataDir, 'secret.key');
  await writeFile(key, 'key', { mode: 0o600 });
  expect(await said()).toEqual(['secret key, ok: secret.key, for its owner only']);
  await chmod(key, 0o640);
  expect(await said()).toEqual(['secret key, warning: secret.key can be read by others: chmod 600 it.']);
  await rm(key);
});

test('so are former keys, the key of the continuous backup, and files with passwords', async () => {
  const names = ['secret.key.previous', 'backup.key', 'database.json', 'demo.json'];
  for (const name of names) await writeFile(join(dataDir, name), 'key', { mode: 0o600 });
  expect(await said('given')).toEqual(['secret key, ok: from SECRET_KEY']);
  for (const name of names) await chmod(join(dataDir, name), 0o644);
  expect(await said('given')).toEqual([
    'secret key, ok: from SECRET_KEY',
    ...names.map((name) => `secret key, warning: ${name} can be read by others: chmod 600 it.`),
  ]);
});
