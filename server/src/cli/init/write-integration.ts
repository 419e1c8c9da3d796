import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Fastify's release that the template is written for. */
const FASTIFY = '^5.0.0';
/** What Fastify brings, in the release that we ourselves run with: newer ones bring what warns on Node 20. */
const LIGHT_MY_REQUEST = '6.6.0';

type Integration = {
  /** Of the new folder. */
  readonly path: string;
  readonly template: Template;
  /** With `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** `whsec_…`; null: nothing is sent to this machine, so nobody knows one yet. */
  readonly secret: string | null;
  /** On which the new program listens. */
  readonly port: number;
};

/** Throws where something stands in the folder already: nothing is overwritten. */
export async function refuseFull(path: string): Promise<void> {
  const names = await readdir(path).catch(() => []);
  if (names.length > 0)
    throw new Error(`${path} is not empty: name a folder that is, or one that is not there yet.`);
}

/** Writes the program, its description and what it must keep to itself. */
export async function writeIntegration(made: Integration): Promise<void> {
  const { path, template } = made;
  const write = (name: string, text: string, mode = 0o644): Promise<void> =>
    writeFile(join(path, name), text, { mode, flag: 'wx' });
  await mkdir(join(path, 'vendor'), { recursive: true });
  await copyFile(template.client.path, join(path, 'vendor', template.client.name));
  const words = { name: basename(path), docs: `${new URL(made.baseUrl).origin}/docs` };
  for (const [name, text] of Object.entries(template.files))
    await write(
      name,
      text.replaceAll(/\{\{(name|docs)\}\}/g, (_, word: keyof typeof words) => words[word]),
    );
  await write('package.json', `${JSON.stringify(description(made), null, 2)}\n`);
  await write('.gitignore', 'node_modules/\n.env\n');
  // Only its owner may read it.
  await write('.env', environment(made), 0o600);
}

function description({ path, template }: Integration): object {
  return {
    name:
      basename(path)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '') || 'shop',
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '^20.19.0 || >=22.12.0' },
    scripts: { start: 'node --env-file=.env server.js', try: 'node --env-file=.env try.js' },
    dependencies: { '@cottontree/client': `file:vendor/${template.client.name}`, fastify: FASTIFY },
    overrides: { 'light-my-request': LIGHT_MY_REQUEST },
  };
}

function environment({ baseUrl, key, secret, port }: Integration): string {
  return [
    `COTTONTREE_URL=${baseUrl}`,
    `COTTONTREE_API_KEY=${key}`,
    `COTTONTREE_WEBHOOK_SECRET=${secret ?? ''}`,
    `PORT=${port}`,
    '',
  ].join('\n');
}

/** `server/src/cli/init`, and the bundle in `dist`, lie this deep below the checkout or the package. */
const LEVELS_MAX = 5;
const CLIENT = /^cottontree-client-[\d.]+\.tgz$/;

/** What a new integration is made of. */
type Template = {
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
