import type { ClientConfig } from 'pg';
import { openCustomer, parcel, succeeded } from './customer.ts';
import { STEPS, type Entry } from './journal.ts';
import { look } from './shop.ts';

type Found = {
  readonly job_number: string;
  readonly order_number: string;
  readonly status: string;
  readonly entries: number;
};

/** Every way in which the database contradicts what the customers were told; empty when it keeps its word. */
export async function auditJournal(
  connection: ClientConfig,
  entries: readonly Entry[],
): Promise<readonly string[]> {
  const rows = (await look(
    connection,
    'SELECT job_number, order_number, status, jsonb_array_length(timeline) AS entries FROM deliveries',
  )) as readonly Found[];
  const byOrder = new Map<string, Found[]>();
  for (const row of rows) byOrder.set(row.order_number, [...(byOrder.get(row.order_number) ?? []), row]);
  const problems: string[] = [];
  for (const entry of entries) {
    const found = byOrder.get(entry.orderNumber) ?? [];
    if (found.length > 1) problems.push(`${entry.orderNumber} exists ${found.length} times`);
    const [row] = found;
    if (entry.jobNumber !== null && row?.job_number !== entry.jobNumber)
      problems.push(
        `${entry.orderNumber} was acknowledged as ${entry.jobNumber} and is ${row?.job_number ?? 'lost'}`,
      );
    if (row && rank(row.status) < rank(entry.status))
      problems.push(`${row.job_number} was acknowledged as ${entry.status} and is ${row.status}`);
    if (row && rank(row.status) > rank(entry.wanted))
      problems.push(`${row.job_number} is ${row.status}, and only ${entry.wanted} was asked for`);
    if (row && row.entries !== rank(row.status) + 1)
      problems.push(`${row.job_number} is ${row.status} with ${row.entries} entries in its timeline`);
  }
  if (rows.length > entries.length) problems.push(`${rows.length} deliveries of ${entries.length} orders`);
  return [...problems, ...(await auditInvariants(connection))];
}

/** Asks once more with the same key for what was never acknowledged; tells what did not answer with the one that is there. */
export async function retryUnresolved(
  connection: ClientConfig,
  entries: readonly Entry[],
  shop: { readonly baseUrl: string; readonly key: string },
): Promise<readonly string[]> {
  const unresolved = entries.filter(
    (entry) => entry.jobNumber === null && entry.idempotencyKey !== undefined,
  );
  const before = new Map(
    (await look(connection, 'SELECT job_number, order_number FROM deliveries')).map((row) => [
      row['order_number'],
      row['job_number'],
    ]),
  );
  const problems: string[] = [];
  await using customer = openCustomer(shop.key);
  for (const entry of unresolved) {
    const answer = await customer.ask(shop.baseUrl, {
      method: 'POST',
      path: '/shipping/deliveries',
      body: parcel(entry.orderNumber),
      idempotencyKey: entry.idempotencyKey,
    });
    const known = before.get(entry.orderNumber);
    if (!succeeded(answer))
      problems.push(
        `${entry.orderNumber}, sent again, was answered ${answer.status} ${answer.body.error?.code ?? answer.broken}`,
      );
    else if (known !== undefined && known !== answer.body.data?.['job_number'])
      problems.push(
        `${entry.orderNumber} was ${String(known)}, and is ${String(answer.body.data?.['job_number'])} when sent again`,
      );
    entry.jobNumber = String(answer.body.data?.['job_number']);
  }
  return problems;
}

/** What must hold whatever was killed when. */
export async function auditInvariants(connection: ClientConfig): Promise<readonly string[]> {
  const [row] = await look(connection, INVARIANTS);
  return Object.entries(row ?? {})
    .filter(([, count]) => Number(count) !== 0)
    .map(([name, count]) => `${name}: ${String(count)}`);
}

const INVARIANTS = `SELECT
  (SELECT count(*) FROM (SELECT merchant_id, livemode, status, count(*) AS n FROM deliveries GROUP BY 1, 2, 3) d
     FULL JOIN (SELECT merchant_id, livemode, status, sum(deliveries) AS n FROM delivery_counters GROUP BY 1, 2, 3) c USING (merchant_id, livemode, status)
     WHERE coalesce(d.n, 0) <> coalesce(c.n, 0)) AS wrong_counters,
  (SELECT count(*) FROM deliveries d WHERE jsonb_array_length(d.timeline) <>
     (SELECT count(*) FROM webhook_messages m WHERE m.merchant_id = d.merchant_id AND m.livemode = d.livemode AND m.entity = d.job_number)
     + (SELECT count(*) FROM outbox o WHERE o.merchant_id = d.merchant_id AND o.livemode = d.livemode AND o.entity = d.job_number)) AS changes_without_their_one_message,
  (SELECT count(*) FROM idempotency_keys k WHERE k.effect <> '' AND NOT EXISTS (SELECT FROM deliveries d WHERE d.merchant_id = k.merchant_id AND d.livemode = k.livemode AND d.job_number = k.effect)
     AND NOT EXISTS (SELECT FROM sales s WHERE s.merchant_id = k.merchant_id AND s.livemode = k.livemode AND s.id = k.effect)
     AND NOT EXISTS (SELECT FROM ticket_orders o WHERE o.merchant_id = k.merchant_id AND o.livemode = k.livemode AND o.id = k.effect)) AS keys_without_their_effect,
  (SELECT count(*) FROM idempotency_keys k WHERE k.answer IS NULL) AS keys_without_an_answer,
  (SELECT count(*) FROM webhook_deliveries d WHERE d.status = 'pending' AND NOT EXISTS (SELECT FROM webhook_queue q WHERE q.delivery_id = d.id)) AS pending_and_not_queued`;

function rank(status: string): number {
  return STEPS.indexOf(status as (typeof STEPS)[number]);
}
