import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isLineage, lineageName } from './names.ts';

/**
 * What one data directory archives under. A restored one has none and begins its own; so does one whose archive
 * goes elsewhere from now on.
 */
export type Lineage = { readonly name: string; readonly to: string };

const file = (dataDir: string): string => join(dataDir, 'backup.lineage');

export async function readLineage(dataDir: string, to: string): Promise<Lineage | null> {
  const text = await readFile(file(dataDir), 'utf8').catch(() => '');
  const [name = '', where = ''] = text.split('\n');
  return isLineage(name) && where === to ? { name, to } : null;
}

export function newLineage(to: string): Lineage {
  return { name: lineageName(new Date(), randomBytes(4)), to };
}

export async function keepLineage(dataDir: string, { name, to }: Lineage): Promise<void> {
  const unfinished = `${file(dataDir)}.${process.pid}`;
  const written = await open(unfinished, 'w', 0o600);
  try {
    await written.writeFile(`${name}\n${to}\n`);
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(unfinished, file(dataDir));
}

/** The next database of this data directory is another, and begins its own. */
export async function forgetLineage(dataDir: string): Promise<void> {
  await rm(file(dataDir), { force: true });
}
