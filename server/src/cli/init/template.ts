import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `server/src/cli/init`, and the bundle in `dist`, lie this deep below the checkout or the package. */
const LEVELS_MAX = 5;
const CLIENT = /^cottontree-client-[\d.]+\.tgz$/;

/** What a new integration is made of. */
export type Template = {
  /** Texts by their path in the new folder. */
  readonly files: Readonly<Record<string, string>>;
  /** The client as a tarball, of the same release as this program. */
  readonly client: { readonly name: string; readonly path: string };
};

/** Finds the template and the client's tarball beside this program. Throws where the checkout has not packed it yet. */
export async function readTemplate(): Promise<Template> {
  const dir = await findFolder('templates/fastify', (names) => names.includes('server.js'));
  if (dir === null)
    throw new Error('The folder templates is missing: put the whole release back, not only its bundle.');
  const packages =
    (await findFolder('packages', hasClient)) ?? (await findFolder('dist/packages', hasClient));
  if (packages === null)
    throw new Error('The tarball of the client is missing: npm run pack client makes it in this checkout.');
  const name =
    (await readdir(packages))
      .filter((one) => CLIENT.test(one))
      .toSorted()
      .at(-1) ?? '';
  const names = await readdir(dir);
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(dir, name), 'utf8')] as const),
  );
  return { files: Object.fromEntries(files), client: { name, path: join(packages, name) } };
}

function hasClient(names: readonly string[]): boolean {
  return names.some((name) => CLIENT.test(name));
}

async function findFolder(name: string, isIt: (names: readonly string[]) => boolean): Promise<string | null> {
  let parent = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < LEVELS_MAX; level += 1, parent = dirname(parent)) {
    const dir = join(parent, name);
    if (isIt(await readdir(dir).catch(() => []))) return dir;
  }
  return null;
}
