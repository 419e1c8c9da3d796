import { Pool } from 'pg';
import { declaredStatements } from '../../server/src/store/index.ts';
import { countSettled, decidePayments, readSettling } from '../parts/payments.queries.ts';
import { ask, repeat, requestBytes } from '../parts/load.ts';
import { interleave, medianOf, perSecond, times } from '../parts/measure.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { openService, type Merchant, type Service } from '../parts/service.ts';

const GOAL = 0.1;
const CLIENTS = 32;
const CONNECTIONS = 4;
const LOOK_EVERY_MS = 5;
const DEADLINE_MS = 120_000;
/** Waits until somebody decides. */
const CARD = '4000002500003155';

export const paymentCallbacksRow: Row = { name: 'payment-callbacks', run };

type Figure = { readonly perSecond: number };
type Stand = { readonly service: Service; readonly merchant: Merchant; readonly count: number };

/** Callbacks from the door until their payments have succeeded, beside the statement that settles them and nothing else. */
async function run(bench: Bench): Promise<readonly Result[]> {
  await using service = await openService();
  const stand: Stand = { service, merchant: await service.merchant(), count: bench.plan.quick ? 64 : 1_000 };
  const figures = await interleave<Figure>(bench, [
    { name: 'callbacks', once: () => settleByCallback(stand) },
    { name: 'statement', once: () => settleByStatement(stand) },
  ]);
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const ratio = rate('callbacks') / rate('statement');
  return [
    {
      work: 'payment callbacks, each until its payment has succeeded',
      measured: perSecond(rate('callbacks')),
      floor: `${perSecond(rate('statement'))} (the settling statement, ${CONNECTIONS} connections)`,
      ratio: times(ratio),
      goal: `≥ ${GOAL}`,
      met: ratio >= GOAL,
      ...(ratio >= GOAL
        ? {}
        : {
            note: 'Presumably: the hint is written first, then the payment is leased, the provider asked (here by three statements), the question logged, and the owner told, in commits of their own.',
          }),
    },
  ];
}

async function settleByCallback(stand: Stand): Promise<Figure> {
  const {
    service: { database, port, role },
    merchant,
    count,
  } = stand;
  const ids = await makePayments(stand);
  const refs = await decidePayments(database, ids);
  const token = await role.ask<string>('callbackToken', { merchantId: merchant.id });
  const startedMs = performance.now();
  await repeat({ count, clients: CLIENTS }, async (n) => {
    const { status } = await ask(
      port,
      requestBytes({
        method: 'POST',
        path: `/callbacks/test/${token}`,
        body: JSON.stringify({ ref: refs[n], state: 'succeeded' }),
      }),
    );
    if (status !== 200) throw new Error(`A callback was refused (${status}).`);
  });
  while ((await countSettled(database, ids)) < count) {
    if (performance.now() - startedMs > DEADLINE_MS) throw new Error('The payments are not settled in time.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return { perSecond: count / ((performance.now() - startedMs) / 1_000) };
}

async function settleByStatement(stand: Stand): Promise<Figure> {
  const {
    service: { connection, database },
    count,
  } = stand;
  const text = declaredStatements().find(({ name }) => name === 'payments.change')?.sql ?? '';
  const runs = await readSettling(database, await makePayments(stand));
  const pool = new Pool({ ...connection, max: CONNECTIONS });
  try {
    const startedMs = performance.now();
    await repeat({ count, clients: CONNECTIONS }, async (n) => {
      const { rowCount } = await pool.query({ name: 'payments.change', text, values: [...(runs[n] ?? [])] });
      if (rowCount !== 1) throw new Error('The statement settled nothing.');
    });
    return { perSecond: count / ((performance.now() - startedMs) / 1_000) };
  } finally {
    await pool.end();
  }
}

async function makePayments({
  service: { port },
  merchant: { key },
  count,
}: Stand): Promise<readonly string[]> {
  const ids: string[] = [];
  const body = JSON.stringify({ amount: 150, channel: 'card', test_card: CARD });
  await repeat({ count, clients: 8 }, async () => {
    const answer = await ask(port, requestBytes({ method: 'POST', path: '/v1/payments', key, body }));
    if (answer.status !== 201)
      throw new Error(`A payment could not be made (${answer.status}): ${answer.body}`);
    ids.push((JSON.parse(answer.body) as { readonly data: { readonly id: string } }).data.id);
  });
  return ids;
}
