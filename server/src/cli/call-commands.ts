import { createRawClient, CottontreeError } from '@cottontree/client';
import type { Command } from 'commander';
import { describeCommand } from './answer.ts';
import { findApi, type ApiOptions } from './find-api.ts';
import { readBaseUrl } from './read-option.ts';

type Options = ApiOptions & { readonly json?: boolean };
const WITH_BODY = { post: 'POST', patch: 'PATCH' } as const;
const WITHOUT_BODY = { get: 'GET', delete: 'DELETE' } as const;
/** Calls that are there, so that whoever copies one gets an answer. */
const EXAMPLES = {
  get: '/shipping/deliveries',
  delete: '/customers/cus_…',
  post: `/customers '{"name":"Isatu"}'`,
  patch: `/customers/cus_… '{"name":"Isatu"}'`,
} as const;

/** `get`, `delete`, `post` and `patch`: one call of the API, its answer laid out for people. */
export function callCommands(): readonly Command[] {
  return [
    ...(['get', 'delete'] as const).map((name) =>
      callCommand(name)
        .argument('<path>', 'below /v1, with its query: /shipping/quote?delivery_city=Lumley')
        .action((path: string, options: Options) => call({ method: WITHOUT_BODY[name], path }, options)),
    ),
    ...(['post', 'patch'] as const).map((name) =>
      callCommand(name)
        .argument('<path>', 'below /v1')
        .argument('[json]', 'the body')
        .action((path: string, json: string | undefined, options: Options) =>
          call({ method: WITH_BODY[name], path, body: json === undefined ? {} : readBody(json) }, options),
        ),
    ),
  ];
}

function callCommand(name: keyof typeof EXAMPLES): Command {
  return describeCommand(name, `call the API: cottontree ${name} ${EXAMPLES[name]}`)
    .option('--key <key>', 'an API key; COTTONTREE_API_KEY or that of the demo merchant, if left out')
    .option('--base-url <url>', 'the API, /v1 included', readBaseUrl);
}

type Request = { readonly method: string; readonly path: string; readonly body?: unknown };

async function call({ method, path, body }: Request, options: Options): Promise<void> {
  const { key, baseUrl } = await findApi(options);
  const below = `/${path.replace(/^\/*(?:v1\/)?/, '')}`;
  try {
    const answer = await createRawClient({ baseUrl, apiKey: key })(method, below, body);
    const { data, meta, status } = answer;
    process.stderr.write(`${status} ${method} ${baseUrl}${below}\n`);
    print(meta ? { data, meta } : data);
  } catch (error) {
    if (!(error instanceof CottontreeError)) throw error;
    const { code, status, message, details, requestId } = error;
    if (options.json) print({ code, status, message, details, request_id: requestId });
    const told = Object.keys(details).length > 0 && !options.json ? `\n${asText(details)}` : '';
    throw new Error(`${status || ''} ${code}: ${message}${told}`.trimStart(), { cause: error });
  }
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(
      `The body is not JSON (${(error as Error).message}): write it between single quotes, '{"city":"Bo"}'.`,
      { cause: error },
    );
  }
}

function print(value: unknown): void {
  process.stdout.write(`${asText(value)}\n`);
}

function asText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
