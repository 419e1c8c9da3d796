import { readDemoFile } from '../demo-file.ts';
import { readApiEnvironment, readConfig } from '../config.ts';
import { BASE_URL_DEFAULT } from './read-option.ts';

export type ApiOptions = { readonly key?: string; readonly baseUrl?: string };
export type Api = { readonly key: string; readonly baseUrl: string };

/**
 * Where a command asks and with which key: as its options say, else as COTTONTREE_API_KEY and COTTONTREE_BASE_URL do, else
 * those of the demo merchant of the server in this folder. The address of another server never gets the demo's key.
 */
export async function findApi({ key, baseUrl }: ApiOptions): Promise<Api> {
  const named = readApiEnvironment();
  const { dataDir } = readConfig();
  const demo = await readDemoFile(dataDir, 'demo.json');
  const url = baseUrl ?? named.baseUrl ?? demo?.base_url ?? BASE_URL_DEFAULT;
  const found = key ?? named.key ?? (demo?.base_url === url ? demo.secret_key : undefined);
  if (found !== undefined) return { key: found, baseUrl: url };
  throw new Error(
    `No API key was given, and ${dataDir} has no demo.json with one for ${url}: pass --key sk_test_… or set COTTONTREE_API_KEY, or run it where the server was started.`,
  );
}
