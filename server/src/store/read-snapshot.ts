import type { Client, ClientConfig, CustomTypesConfig } from 'pg';
import { openClient } from './hosts/open-client.ts';
import { orderedValues, type Statement } from './statement.ts';
import type { Runner } from './store.ts';
import { typeParsers, type Shape, type ValuesOf } from './types.ts';

/**
 * Lets the work read everything as it stood at one moment, as the owner of the tables, however long
 * it takes and without holding anybody up. `before` comes before that moment, on the same connection.
 */
export async function readSnapshot<T>(
  connection: ClientConfig,
  work: (runner: Runner, client: Client) => Promise<T>,
  before?: (client: Client) => Promise<void>,
): Promise<T> {
  const client = openClient(connection);
  // What breaks also fails the query under way, which is where it is reported.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      "SELECT set_config('statement_timeout', '0', false), set_config('idle_in_transaction_session_timeout', '0', false), set_config('jit', 'off', false)",
    );
    await before?.(client);
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const result = await work(runnerOn(client), client);
    await client.query('COMMIT');
    return result;
  } finally {
    await client.end();
  }
}

function runnerOn(client: Client): Runner {
  return {
    async run<P extends Shape, R extends Shape>(text: Statement<P, R>, values: ValuesOf<P>) {
      const types = typeParsers as unknown as CustomTypesConfig;
      const { rows } = await client.query({ text: text.sql, values: orderedValues(text, values), types });
      return rows;
    },
  };
}
