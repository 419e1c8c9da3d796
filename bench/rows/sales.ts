import { clearOutbox } from '../parts/fill.queries.ts';
import { drive, type Driven } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond, times, type Subject } from '../parts/measure.ts';
import { hasPgbench, runPgbench } from '../parts/pgbench.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeFolder, openService, type Service } from '../parts/service.ts';
import {
  checkSalesExact,
  LINES_EACH,
  openShelf,
  saleBytes,
  writeTillScript,
  type Resource,
} from '../parts/till-sale.ts';

const CLIENTS = 64;
const FLOOR_CLIENTS = 32;

export const salesRow: Row = { name: 'sales', run };

type Pace = Pick<Driven, 'perSecond' | 'p50Ms' | 'p99Ms'> & { readonly cpuMsEach: number };

/** From the cart to the receipt: prices, stock, number, payment, ledger and messages, at one location. */
async function run(bench: Bench): Promise<readonly Result[]> {
  await using service = await openService({ roles: 'http' });
  const resource = await openShelf(service);
  const floor = await floorOf(service);
  await service.database.query('ANALYZE');
  const figures = await interleave<Pace>(bench, [
    { name: 'sold', once: (seconds) => sell(service, resource, seconds) },
    ...(floor ? [floor] : []),
  ]);
  await checkSalesExact(service);
  const read = (what: keyof Pace): number => medianOf(figures, 'sold', (figure) => figure[what]);
  const floorRate = floor ? medianOf(figures, floor.name, (figure) => figure.perSecond) : Number.NaN;
  const ratio = read('perSecond') / floorRate;
  return [
    {
      work: `sell ${LINES_EACH} lines over 20 hot products for cash over HTTP, ${CLIENTS} tills of one location, fsync on; exact at the end`,
      measured: `${perSecond(read('perSecond'))}, p50 ${ms(read('p50Ms'))}, p99 ${ms(read('p99Ms'))}`,
      floor: floor ? `${perSecond(floorRate)} (${floor.name})` : 'pgbench is not here',
      ratio: times(ratio),
      goal: '≥ 1.0',
      met: floor ? ratio >= 1 : null,
      note: `Node spends ${read('cpuMsEach').toFixed(2)} ms of one core on each; the load generator shares the cores.`,
    },
  ];
}

async function sell(service: Service, resource: Resource, seconds: number): Promise<Pace> {
  await clearOutbox(service.database);
  const before = await service.use();
  let sent = 0;
  const driven = await drive({
    port: service.port,
    status: 201,
    clients: CLIENTS,
    seconds,
    next: () => saleBytes(resource, (sent += 1)),
  });
  const after = await service.use();
  return {
    perSecond: driven.perSecond,
    p50Ms: driven.p50Ms,
    p99Ms: driven.p99Ms,
    cpuMsEach: (after.cpuMs - before.cpuMs) / driven.count,
  };
}

/** At a shop of its own, so that both sides find tables of the same size and wait for no lock of the other. */
async function floorOf(service: Service): Promise<Subject<Pace> | null> {
  if (!(await hasPgbench())) return null;
  const script = await writeTillScript(await makeFolder(), service);
  return {
    name: `the same statements, one sale a commit, ${FLOOR_CLIENTS} connections`,
    async once(seconds) {
      await clearOutbox(service.database);
      return {
        perSecond: await runPgbench({
          connection: service.connection,
          script,
          clients: FLOOR_CLIENTS,
          seconds,
        }),
        p50Ms: Number.NaN,
        p99Ms: Number.NaN,
        cpuMsEach: Number.NaN,
      };
    },
  };
}
