import { clearOutbox } from '../parts/fill.queries.ts';
import { drive, requestBytes, type Driven } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond, times, type Subject } from '../parts/measure.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { createBytes, makeDeliveries, openService, type Service } from '../parts/service.ts';

const CLIENTS = 64;
const DELIVERIES = 500;

export const unpreparedRow: Row = { name: 'unprepared', run };

type Shop = { readonly service: Service; readonly key: string; readonly numbers: readonly string[] };
type Way = 'prepared' | 'PREPARED=off';
type Works = { readonly work: string; readonly of: (shop: Shop) => (seconds: number) => Promise<Driven> };

const WORKS: readonly Works[] = [
  { work: 'authenticated track', of: trackOf },
  { work: 'create delivery over HTTP', of: createOf },
];

/** What it costs that the database reads and plans each statement anew, as behind a pooler that forgets prepared ones. */
async function run(bench: Bench): Promise<readonly Result[]> {
  await using on = await openService({ roles: 'http', prepared: true });
  await using off = await openService({ roles: 'http', prepared: false });
  const count = bench.plan.quick ? 50 : DELIVERIES;
  const shops: Readonly<Record<Way, Shop>> = {
    prepared: await fill(on, count),
    'PREPARED=off': await fill(off, count),
  };
  const results: Result[] = [];
  for (const { work, of } of WORKS) {
    const subjects: readonly Subject<Driven>[] = (['prepared', 'PREPARED=off'] as const).map((name) => ({
      name,
      once: of(shops[name]),
    }));
    const figures = await interleave<Driven>(bench, subjects);
    const rate = (name: Way): number => medianOf(figures, name, (figure) => figure.perSecond);
    const p50 = (name: Way): string => ms(medianOf(figures, name, (figure) => figure.p50Ms));
    results.push({
      work: `${work}, ${CLIENTS} connections, PREPARED=off`,
      measured: `${perSecond(rate('PREPARED=off'))}, p50 ${p50('PREPARED=off')}`,
      floor: `${perSecond(rate('prepared'))}, p50 ${p50('prepared')} (the same, prepared)`,
      ratio: times(rate('PREPARED=off') / rate('prepared')),
      goal: '',
      met: null,
    });
  }
  return results;
}

async function fill(service: Service, count: number): Promise<Shop> {
  const { key } = await service.merchant();
  const numbers = await makeDeliveries(service.port, key, count);
  await service.database.query('VACUUM (ANALYZE) deliveries');
  return { service, key, numbers };
}

function trackOf({ service, key, numbers }: Shop): (seconds: number) => Promise<Driven> {
  const requests = numbers.map((number) =>
    requestBytes({ method: 'GET', path: `/v1/shipping/deliveries/${number}/track`, key }),
  );
  let at = 0;
  const next = (): Buffer => requests[(at += 1) % requests.length] ?? Buffer.alloc(0);
  return (seconds) => drive({ port: service.port, clients: CLIENTS, seconds, next });
}

function createOf({ service, key }: Shop): (seconds: number) => Promise<Driven> {
  return async (seconds) => {
    await clearOutbox(service.database);
    return drive({
      port: service.port,
      status: 201,
      clients: CLIENTS,
      seconds,
      next: () => createBytes(key),
    });
  };
}
