import { clearOutbox } from '../parts/fill.queries.ts';
import { drive, type Driven } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond, times, type Subject } from '../parts/measure.ts';
import { hasPgbench, runPgbench } from '../parts/pgbench.ts';
import { startRole } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeFolder, openService, type Service } from '../parts/service.ts';
import { checkExact, openSale, orderBytes, writeSaleScript, type TicketSale } from '../parts/ticket-sale.ts';
import type { ServerOptions, Whereabouts } from '../roles/server.ts';

const BUYERS = 64;
const FLOOR_CLIENTS = 32;

export const holdsRow: Row = { name: 'holds', run };

/** `cpuMsEach`: of the first node's process, for each order that it made. */
type Pace = Pick<Driven, 'perSecond' | 'p50Ms' | 'p99Ms'> & { readonly cpuMsEach: number };

/** Everybody wants the same ticket type: what a rush is. */
async function run(bench: Bench): Promise<readonly Result[]> {
  await using service = await openService({ roles: 'http' });
  const sale = await openSale(service);
  await service.database.query('ANALYZE');
  const floor = await floorOf(service);
  const alone = await interleave<Pace>(bench, [
    { name: 'one node', once: (seconds) => hold(service, sale, { ports: [service.port], seconds }) },
    ...(floor ? [floor] : []),
  ]);
  // The embedded database has no room for the floor's connections beside those of a second node.
  const figures = new Map([...alone, ...(await withSecond(bench, service, sale))]);
  await checkExact(service);
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const line = (name: string): Result => {
    const ratio = floor ? rate(name) / rate(floor.name) : Number.NaN;
    const [p50, p99] = [
      medianOf(figures, name, (figure) => figure.p50Ms),
      medianOf(figures, name, (figure) => figure.p99Ms),
    ];
    return {
      work: `hold tickets of one type over HTTP, ${BUYERS} buyers, ${name}, fsync on; exact at the end`,
      measured: `${perSecond(rate(name))}, p50 ${ms(p50)}, p99 ${ms(p99)}`,
      floor: floor ? `${perSecond(rate(floor.name))} (${floor.name})` : 'pgbench is not here',
      ratio: times(ratio),
      goal: '≥ 5',
      met: floor ? ratio >= 5 : null,
      note: `Node spends ${medianOf(figures, name, (figure) => figure.cpuMsEach).toFixed(2)} ms of one core on each; the load generator shares the cores.`,
    };
  };
  return [line('one node'), line('two nodes')];
}

async function withSecond(
  bench: Bench,
  service: Service,
  sale: TicketSale,
): Promise<ReadonlyMap<string, readonly Pace[]>> {
  await using second = await startRole('server', {
    dataDir: service.dataDir,
    roles: 'http',
    paused: false,
    joins: true,
  } satisfies ServerOptions);
  const { port } = await second.ask<Whereabouts>('whereabouts');
  return await interleave<Pace>(bench, [
    { name: 'two nodes', once: (seconds) => hold(service, sale, { ports: [service.port, port], seconds }) },
  ]);
}

type Rush = { readonly ports: readonly number[]; readonly seconds: number };

async function hold(service: Service, sale: TicketSale, { ports, seconds }: Rush): Promise<Pace> {
  await clearOutbox(service.database);
  const bytes = orderBytes(sale);
  const before = await service.use();
  const driven = await Promise.all(
    ports.map((port) =>
      drive({ port, status: 201, clients: BUYERS / ports.length, seconds, next: () => bytes }),
    ),
  );
  const after = await service.use();
  return {
    cpuMsEach: (after.cpuMs - before.cpuMs) / (driven[0]?.count ?? Number.NaN),
    perSecond: driven.reduce((sum, one) => sum + one.perSecond, 0),
    p50Ms: Math.max(...driven.map((one) => one.p50Ms)),
    p99Ms: Math.max(...driven.map((one) => one.p99Ms)),
  };
}

/** An event of its own, so that both sides find a table of the same size and wait for no lock of the other. */
async function floorOf(service: Service): Promise<Subject<Pace> | null> {
  if (!(await hasPgbench())) return null;
  const script = await writeSaleScript(await makeFolder(), await openSale(service));
  return {
    name: `one statement a sale, ${FLOOR_CLIENTS} connections`,
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
