import { fillDeliveries, placeOf, type Place } from '../parts/fill.queries.ts';
import { ask, drive, requestBytes } from '../parts/load.ts';
import { interleave, medianOf, perSecond, times, type Subject } from '../parts/measure.ts';
import { startRole, type Role } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeDeliveries, openService, type Merchant, type Service } from '../parts/service.ts';
import type { FloorOptions, Pace } from '../roles/floor.ts';

const CLIENTS = 8;
const PAGE = 20;

export const listRow: Row = { name: 'list', run };

type Figure = { readonly perSecond: number };

async function run(bench: Bench): Promise<readonly Result[]> {
  const deliveries = bench.plan.quick ? 20_000 : 1_000_000;
  const deepAt = Math.floor(deliveries * 0.9);
  await using service = await openService();
  const merchant = await service.merchant();
  await makeDeliveries(service.port, merchant.key, 1);
  const startedMs = performance.now();
  await fillDeliveries(service.database, { merchantId: merchant.id, from: 1, to: deliveries - 1 });
  bench.say(`  ${deliveries} deliveries filled in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
  await using floor = await startRole('floor', {
    connection: service.connection,
    connections: 4,
    pipelined: true,
  } satisfies FloorOptions);
  const place = await placeOf(service.database, merchant.id, deepAt);
  const [first, deep] = [`limit=${PAGE}`, `limit=${PAGE}&cursor=${cursorOf(place)}`];
  const total = await totalOf(service, merchant);
  if (total !== deliveries) throw new Error(`The list says ${total} deliveries and there are ${deliveries}.`);
  const figures = await interleave<Figure>(bench, [
    overHttp('page 1', { service, merchant, query: first }),
    byDriver('page 1, statement', { floor, merchant, place: null }),
    overHttp('deep', { service, merchant, query: deep }),
    byDriver('deep, statement', { floor, merchant, place }),
  ]);
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const ratios = {
    first: rate('page 1') / rate('page 1, statement'),
    deep: rate('deep') / rate('deep, statement'),
    cost: rate('page 1') / rate('deep'),
  };
  const note =
    'Presumably: beyond the statement, 20 deliveries of some 60 fields are shaped, held to their schema and written as JSON.';
  const of = `${deliveries.toLocaleString('en-US')} deliveries, total exact`;
  return [
    {
      work: `list, page 1 of ${of}, 8 clients`,
      measured: perSecond(rate('page 1')),
      floor: `${perSecond(rate('page 1, statement'))} (the statement from the driver)`,
      ratio: times(ratios.first),
      goal: '≥ 0.5',
      met: ratios.first >= 0.5,
      ...(ratios.first >= 0.5 ? {} : { note }),
    },
    {
      work: `list, cursor page at row ${deepAt.toLocaleString('en-US')}`,
      measured: perSecond(rate('deep')),
      floor: `${perSecond(rate('deep, statement'))} (the statement from the driver)`,
      ratio: times(ratios.deep),
      goal: '≥ 0.5',
      met: ratios.deep >= 0.5,
      ...(ratios.deep >= 0.5 ? {} : { note }),
    },
    {
      work: 'cost of the deep page by that of page 1',
      measured: perSecond(rate('deep')),
      floor: perSecond(rate('page 1')),
      ratio: times(ratios.cost),
      goal: '≤ 1.2',
      met: ratios.cost <= 1.2,
    },
  ];
}

async function totalOf(service: Service, { key }: Merchant): Promise<number> {
  const { body } = await ask(
    service.port,
    requestBytes({ method: 'GET', path: '/v1/shipping/deliveries?limit=1', key }),
  );
  return (JSON.parse(body) as { readonly meta: { readonly total: number } }).meta.total;
}

function overHttp(
  name: string,
  {
    service,
    merchant,
    query,
  }: { readonly service: Service; readonly merchant: Merchant; readonly query: string },
): Subject<Figure> {
  const bytes = requestBytes({ method: 'GET', path: `/v1/shipping/deliveries?${query}`, key: merchant.key });
  return {
    name,
    once: (seconds) => drive({ port: service.port, clients: CLIENTS, seconds, next: () => bytes }),
  };
}

/** The parameters of `deliveries.list.whole.newest` in their order. */
function byDriver(
  name: string,
  {
    floor,
    merchant,
    place,
  }: { readonly floor: Role; readonly merchant: Merchant; readonly place: Place | null },
): Subject<Figure> {
  const start = place ?? { createdAt: new Date('9999-12-31T23:59:59.999Z'), jobNumber: '' };
  const runs = [[merchant.id, false, start.createdAt.toISOString(), start.jobNumber, PAGE + 1]];
  return {
    name,
    once: (seconds) =>
      floor.ask<Pace>('statement', { name: 'deliveries.list.whole.newest', runs, clients: CLIENTS, seconds }),
  };
}

function cursorOf({ createdAt, jobNumber }: Place): string {
  return Buffer.from(`2.${createdAt.getTime()}.${jobNumber}`).toString('base64url');
}
