import { relative, resolve } from 'node:path';
import { createClient, CottontreeError } from '@cottontree/client';
import { InvalidArgumentError, type Command } from 'commander';
import { typed } from '../config.ts';
import { describeCommand } from './answer.ts';
import { findApi, type Api, type ApiOptions } from './find-api.ts';
import { readTemplate, refuseFull, writeIntegration } from './init/write-integration.ts';
import { readBaseUrl } from './read-option.ts';

type Options = ApiOptions & { readonly port: number; readonly json?: boolean };

const FOLDER_DEFAULT = 'my-shop';
const PORT_DEFAULT = 3_000;

/** `init` */
export function initCommand(): Command {
  return describeCommand(
    'init',
    'write a small working integration: a Fastify server that asks for quotes, has parcels brought and takes verified webhooks',
  )
    .argument('[folder]', `a new folder; ${FOLDER_DEFAULT}, if left out`)
    .option('--key <key>', 'an API key; COTTONTREE_API_KEY or that of the demo merchant, if left out')
    .option('--base-url <url>', 'the API, /v1 included', readBaseUrl)
    .option('--port <port>', 'on which the new server listens', readPort, PORT_DEFAULT)
    .action(init);
}

async function init(folder: string | undefined, options: Options): Promise<void> {
  const path = resolve(folder ?? FOLDER_DEFAULT);
  await refuseFull(path);
  const template = await readTemplate();
  const api = await findApi(options);
  const { port } = options;
  const secret = await register(api, `http://127.0.0.1:${port}/webhooks`);
  await writeIntegration({ path, template, ...api, secret, port });
  const shown = relative(process.cwd(), path) || '.';
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ folder: path, base_url: api.baseUrl, port, registered: secret !== null })}\n`
      : `${told({ shown, port, secret })}\n`,
  );
}

/** The secret of the new server's endpoint; null: the API is not on this machine and sends nothing to it. */
async function register({ baseUrl, key }: Api, url: string): Promise<string | null> {
  const client = createClient({ baseUrl, apiKey: key, retries: 0 });
  try {
    const { data } = await client.createWebhook({
      body: { url, description: 'Made by cottontree init' },
    });
    return data.secret;
  } catch (error) {
    if (error instanceof CottontreeError && error.code === 'NETWORK_ERROR')
      throw new Error(`Nothing answers at ${baseUrl}: start it first, with ${typed('start')}.`, {
        cause: error,
      });
    if (error instanceof CottontreeError && /^(?:URL_NOT_ALLOWED|VALIDATION_ERROR)$/.test(error.code))
      return null;
    throw error;
  }
}

function told({ shown, port, secret }: { shown: string; port: number; secret: string | null }): string {
  const lines = [`${shown} is ready.`, '', `  cd ${shown}`, '  npm install', '  npm start'];
  if (secret === null)
    lines.push(
      '',
      'Your server sends no webhooks to this machine. Bring them here, and put the secret that this prints into .env:',
      `  ${typed(`listen --forward-to http://127.0.0.1:${port}/webhooks`)}`,
    );
  lines.push('', 'In a second terminal, what a customer does:', `  cd ${shown}`, '  npm run try');
  return lines.join('\n');
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a port, 1 to 65535.');
}
