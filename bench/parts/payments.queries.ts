import type { Client } from 'pg';

/** The test provider says of each that it is paid, and tells nobody; their references, in the same order. */
export async function decidePayments(database: Client, ids: readonly string[]): Promise<readonly string[]> {
  await database.query(
    `UPDATE test_provider_payments SET state = 'succeeded', callbacks_left = 0 WHERE payment_id = ANY ($1)`,
    [ids],
  );
  const { rows } = await database.query<{ provider_ref: string }>(
    'SELECT p.provider_ref FROM unnest($1::text[]) WITH ORDINALITY AS g(id, place) JOIN payments p ON p.id = g.id ORDER BY g.place',
    [ids],
  );
  return rows.map((row) => row.provider_ref);
}

export async function countSettled(database: Client, ids: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ settled: number }>(
    `SELECT count(*)::int AS settled FROM payments WHERE id = ANY ($1) AND status = 'succeeded'`,
    [ids],
  );
  return rows[0]?.settled ?? 0;
}

/** What the settling statement is given for each payment, as the server would give it. */
export async function readSettling(
  database: Client,
  ids: readonly string[],
): Promise<readonly (readonly unknown[])[]> {
  const { rows } = await database.query<
    Record<string, unknown> & {
      readonly id: string;
      readonly amount: string;
      readonly sequence: number;
      readonly currency: string;
    }
  >('SELECT * FROM payments WHERE id = ANY ($1)', [ids]);
  const now = new Date();
  return rows.map((row) => {
    const facts = JSON.stringify([
      {
        kind: 'payment.succeeded',
        sequence: row.sequence + 1,
        at: now.toISOString(),
        facts: { id: row.id, filler: 'x'.repeat(1_500) },
      },
    ]);
    const entries = [
      { account: 'provider_clearing:test', amount: row.amount },
      { account: 'sales', amount: `-${row.amount}` },
    ];
    const postings = JSON.stringify([
      {
        id: `ltx_${row.id}_succeeded`,
        kind: 'payment.succeeded',
        subject: row.id,
        currency: row.currency,
        at: now.toISOString(),
        entries,
      },
    ]);
    return [
      row['merchant_id'],
      false,
      row.id,
      row['version'],
      'succeeded',
      row.sequence + 1,
      '0',
      row['channel'],
      row['provider'],
      null,
      row['provider_ref'],
      false,
      row['phone'],
      null,
      null,
      null,
      false,
      true,
      now,
      now,
      facts,
      postings,
      true,
      now,
    ];
  });
}
