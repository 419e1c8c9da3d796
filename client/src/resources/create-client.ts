import type { Answer } from '../calls.ts';
import { withDefaults, type ClientOptions } from '../client-options.ts';
import { createSender, type Send } from '../create-sender.ts';
import type { MethodRow } from '../prepare-request.ts';
import { errorOf } from './errors.ts';
import { methods } from './methods.gen.ts';
import { pendingAnswer, type PendingAnswer } from './pending-answer.ts';

/** What may follow the arguments of a call. */
type RequestOptions = {
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly retries?: number;
  /** Of the few operations that take both a body and a query. */
  readonly query?: Readonly<Record<string, unknown>>;
};

type Resources = { [name: string]: Resources | ((...values: readonly unknown[]) => PendingAnswer) };

const table: Readonly<Record<string, MethodRow>> = methods;

/** The client of the package: operations by resource, `client.deliveries.create(…)`; its types are generated for each release. */
export function createClient(options: ClientOptions): Resources {
  refuseMistakes(options);
  const settings = withDefaults({
    ...options,
    baseUrl: withVersion(options.baseUrl),
    failure: errorOf,
  });
  const send = createSender(settings);
  const client: Resources = {};
  for (const [name, row] of Object.entries(table)) {
    const path = name.split('.');
    const last = path.pop() ?? name;
    let place = client;
    for (const part of path) place = (place[part] ??= {}) as Resources;
    place[last] = (...values) => callWith({ send, row, values });
  }
  return client;
}

type Called = { readonly send: Send; readonly row: MethodRow; readonly values: readonly unknown[] };

/** Path parameters in their order, then the body or the query, then options. */
function callWith({ send, row, values }: Called): PendingAnswer {
  const [method, path] = row;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name, index) => [name, values[index]]));
  const input = values[names.length] as Readonly<Record<string, unknown>> | undefined;
  const { query, timeoutMs, retries, ...options } = (values[names.length + 1] ?? {}) as RequestOptions;
  const limits = {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(retries === undefined ? {} : { retries }),
  };
  const given = method === 'GET' ? { query: input ?? {} } : { body: input, query: query ?? {} };
  const ask = (more: Readonly<Record<string, unknown>>): Promise<Answer<unknown>> =>
    send(row, { ...options, ...given, query: { ...given.query, ...more }, params }, limits);
  return pendingAnswer(ask);
}

/** What a program forgot is said where it forgot it, instead of at its first call; on a page `/` is an address too. */
function refuseMistakes({ baseUrl, fetch }: ClientOptions): void {
  try {
    if (!fetch)
      void new URL(baseUrl, (globalThis as { readonly location?: { readonly href: string } }).location?.href);
  } catch {
    throw new TypeError(`baseUrl is no address of a server: ${baseUrl}`);
  }
}

/** People copy the address of the server as often as that of the API. */
function withVersion(baseUrl: string): string {
  return /\/v\d+\/*$/.test(baseUrl) ? baseUrl : `${baseUrl.replace(/(?<!\/)\/+$/, '')}/v1`;
}
