import { addEndpoints } from '../parts/fill.queries.ts';
import { drive } from '../parts/load.ts';
import { ms, percentile, perSecond } from '../parts/measure.ts';
import { startRole, type Role } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { createBytes, openService, type Merchant, type Service } from '../parts/service.ts';
import type { Received } from '../roles/receiver.ts';

const CLIENTS = 64;
const MERCHANTS = 4;
const GOAL = 3_000;
const CATCH_UP_MS_MAX = 60_000;

export const sustainRow: Row = { name: 'sustain', run };

async function run(bench: Bench): Promise<readonly Result[]> {
  const seconds = bench.plan.quick ? 2 : 20;
  await using service = await openService();
  await using receiver = await startRole('receiver');
  const merchants = await merchantsWithEndpoint(service, await receiver.ask<number>('port'));
  let at = 0;
  const next = (): Buffer => createBytes(merchants[(at += 1) % MERCHANTS]?.key ?? '');
  await drive({
    port: service.port,
    clients: CLIENTS,
    seconds: bench.plan.warmSeconds,
    next,
    status: 201,
  }).then(({ count }) => caughtUp(receiver, count));
  await receiver.ask('take');
  // As the database does by itself, seconds after its tables have begun to grow.
  await service.database.query('ANALYZE');

  const before = await service.use();
  const startedMs = Date.now();
  const created = await drive({ port: service.port, clients: CLIENTS, seconds, next, status: 201 });
  const behind = created.count - (await receiver.ask<number>('count'));
  await caughtUp(receiver, created.count);
  const after = await service.use();
  const received = await receiver.ask<Received>('take');
  const rate = received.count / ((received.lastAtMs - startedMs) / 1_000);
  const cpu = (after.cpuMs - before.cpuMs) / received.count;
  const met = rate >= GOAL;
  return [
    {
      work: `create + webhook delivered, all on one machine, ${seconds} s`,
      measured: `${perSecond(rate)}; called → received p50 ${ms(percentile(received.delaysMs, 0.5))}, p99 ${ms(percentile(received.delaysMs, 0.99))}`,
      floor: '–',
      ratio: '–',
      goal: '≥ 3,000/s',
      met,
      note: `${met ? '' : `Node spends ${cpu.toFixed(2)} ms of one core on each create with its webhook, which bounds it at ${perSecond(1_000 / cpu)}. `}Created ${perSecond(created.perSecond)} meanwhile; ${behind} webhooks were still to come when creating stopped. The delay counts from the call of create, so that from commit to receipt is below it. Load generator and receiver take their part of the same cores.`,
    },
  ];
}

async function merchantsWithEndpoint(service: Service, port: number): Promise<readonly Merchant[]> {
  const merchants: Merchant[] = [];
  for (let made = 0; made < MERCHANTS; made += 1) {
    const merchant = await service.merchant();
    await addEndpoints(service.database, {
      merchantId: merchant.id,
      url: `http://127.0.0.1:${port}/hook`,
      sealedSecrets: [await service.role.ask<string>('sealedSecret')],
    });
    merchants.push(merchant);
  }
  return merchants;
}

async function caughtUp(receiver: Role, count: number): Promise<void> {
  const untilMs = Date.now() + CATCH_UP_MS_MAX;
  while ((await receiver.ask<number>('count')) < count) {
    if (Date.now() > untilMs)
      throw new Error(
        `Only ${await receiver.ask<number>('count')} of ${count} webhooks came within ${CATCH_UP_MS_MAX / 1_000} s.`,
      );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
