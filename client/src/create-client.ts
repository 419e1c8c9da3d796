import type { OperationId } from '@cottontree/contract';
import type { AnyCall, Answer, Client, ListAnswer } from './calls.ts';
import { withDefaults, type ClientOptions } from './client-options.ts';
import { createSender } from './create-sender.ts';
import { methods } from './methods.gen.ts';
import type { MethodRow } from './prepare-request.ts';
import { walkPages } from './walk-pages.ts';

const table: Readonly<Record<OperationId, MethodRow>> = methods;

/**
 * Typed calls to a Cottontree server, one method for each operation, with types inferred from the contract: what this
 * checkout itself calls. The package has its operations by resource instead (`resources/`).
 *
 * ```ts
 * const client = createClient({ baseUrl: 'https://ship.example.sl/v1', apiKey: 'sk_test_…' });
 * const { data } = await client.getQuote({ query: { delivery_city: 'Lumley' } });
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const send = createSender(withDefaults(options));

  async function* each(id: OperationId, input: AnyCall = {}): AsyncGenerator<unknown, void, undefined> {
    const ask = (step: object): Promise<ListAnswer<unknown>> =>
      send(table[id], { ...input, query: { ...input.query, ...step } }).then(asList);
    yield* walkPages(ask({}), ask);
  }

  const calls = Object.entries(table).map(([id, row]) => [id, (input: AnyCall = {}) => send(row, input)]);
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
