import type { OperationId } from '@cottontree/contract';
import type { AnyCall, Answer, Client, ListAnswer } from './calls.ts';
import { withDefaults, type ClientOptions } from './client-options.ts';
import { CottontreeError } from './cottontree-error.ts';
import { methods } from './methods.gen.ts';
import { prepareRequest, type MethodRow } from './prepare-request.ts';
import { sendRequest } from './send-request.ts';

const table: Readonly<Record<OperationId, MethodRow>> = methods;

/**
 * Typed calls to a Cottontree server, one method for each operation.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'https://ship.example.sl/v1', apiKey: 'sk_test_…' });
 * const { data } = await client.getQuote({ query: { delivery_city: 'Lumley' } });
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const settings = withDefaults(options);
  const remembered = new Map<string, Answer<unknown>>();

  async function call(row: MethodRow, input: AnyCall = {}): Promise<Answer<unknown>> {
    const request = prepareRequest(settings, row, input);
    const known = request.method === 'GET' ? remembered.get(request.url) : undefined;
    const headers = known?.etag ? { ...request.headers, 'if-none-match': known.etag } : request.headers;
    const answer = (await sendRequest(settings, { ...request, headers })) ?? known;
    if (!answer)
      throw new CottontreeError({
        code: 'INVALID_ANSWER',
        status: 304,
        message: 'The answer says that nothing changed, but nothing was asked about.',
      });
    if (request.method === 'GET' && answer.etag && settings.rememberedMax > 0) remember(request.url, answer);
    return answer;
  }

  function remember(url: string, answer: Answer<unknown>): void {
    remembered.delete(url);
    remembered.set(url, answer);
    const [oldest] = remembered.keys();
    if (remembered.size > settings.rememberedMax && oldest !== undefined) remembered.delete(oldest);
  }

  async function* each(id: OperationId, input: AnyCall = {}): AsyncGenerator<unknown, void, undefined> {
    let { query } = input;
    for (;;) {
      const { data, meta } = asList(await call(table[id], { ...input, ...(query ? { query } : {}) }));
      yield* data;
      if (!meta.has_next_page) return;
      query = meta.next_cursor
        ? { ...query, page: undefined, cursor: meta.next_cursor }
        : { ...query, page: meta.page + 1 };
    }
  }

  const calls = Object.entries(table).map(([id, row]) => [id, (input?: AnyCall) => call(row, input)]);
  return asClient({ ...Object.fromEntries(calls), each });
}

/** Holds because the table and the types derive from the same contract. */
function asClient(client: object): Client {
  return client as Client;
}

/** Holds for every operation that the contract calls a list. */
function asList(answer: Answer<unknown>): ListAnswer<unknown> {
  return answer as ListAnswer<unknown>;
}
