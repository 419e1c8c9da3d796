import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The secret key of the demo merchant, in test mode, of a program that was started with `DEMO=1`. */
export async function demoKey(dataDir: string): Promise<string> {
  const text = await readFile(join(dataDir, 'demo.json'), 'utf8');
  return (JSON.parse(text) as { readonly secret_key: string }).secret_key;
}
