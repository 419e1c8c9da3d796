import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './store/index.ts';

/** What `DATA_DIR/demo.json` tells whoever wants to try the service. */
export type Demo = {
  readonly merchant_id: string;
  readonly secret_key: string;
  readonly public_key: string;
  /** With `/v1`. */
  readonly base_url: string;
  /** The merchant's owner, and where one signs in. */
  readonly dashboard: { readonly url: string; readonly email: string; readonly password: string };
  /** An operator of the platform, and where one signs in. */
  readonly operations: { readonly url: string; readonly email: string; readonly password: string };
  /** A courier; the others have the same PIN. */
  readonly driver: { readonly phone: string; readonly pin: string };
  /** Who sells at the merchant's till. */
  readonly cashier: { readonly name: string; readonly pin: string };
};

/** A file as it may be found: earlier releases knew nobody who signs in, or no till. */
export type KeptDemo = Omit<Demo, People> & Partial<Pick<Demo, People>>;
type People = 'dashboard' | 'operations' | 'driver' | 'cashier';

/** `begun` until everything in it is really there. */
export type DemoFile = 'demo.json' | 'demo.json.begun';

const FIELDS = ['merchant_id', 'secret_key', 'public_key', 'base_url'] as const;

/** The demo merchant's file, or null when there is none that can be read. */
export async function readDemoFile(dataDir: string, name: DemoFile): Promise<KeptDemo | null> {
  const text = await readFile(join(dataDir, name), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<KeptDemo> | null;
    return FIELDS.every((field) => typeof kept?.[field] === 'string') ? (kept as KeptDemo) : null;
  } catch {
    return null;
  }
}

/** Written whole under another name first: a reader never sees half of it. Only its owner may read it. */
export async function writeDemoFile(dataDir: string, name: DemoFile, demo: KeptDemo): Promise<void> {
  await makeFolder(dataDir, 0o777);
  const path = join(dataDir, name);
  await writeFile(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export async function removeDemoFile(dataDir: string, name: DemoFile): Promise<void> {
  await rm(join(dataDir, name), { force: true });
}
