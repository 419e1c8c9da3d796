import { fillDeliveries, tokensOf } from '../parts/fill.queries.ts';
import { drive, requestBytes, type Driven } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond, times } from '../parts/measure.ts';
import { startRole } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeDeliveries, openService } from '../parts/service.ts';
import type { FloorOptions, Served } from '../roles/floor.ts';

const CLIENTS = 16;
const GOAL = 0.5;
/** A page is shown 60 times a minute at most, so there are many. */
const PAGES = 50_000;

export const pageRow: Row = { name: 'page', run };

async function run(bench: Bench): Promise<readonly Result[]> {
  await using service = await openService();
  const { id: merchantId, key } = await service.merchant();
  await makeDeliveries(service.port, key, 1);
  await fillDeliveries(service.database, { merchantId, from: 1, to: bench.plan.quick ? 2_000 : PAGES });
  const tokens = await tokensOf(service.database, merchantId);
  await using floor = await startRole('floor', {
    connection: service.connection,
    connections: 2,
    pipelined: true,
  } satisfies FloorOptions);
  const ports = {
    server: service.port,
    bare: await floor.ask<number>('servePipelined', { merchantId, page: true } satisfies Served),
  };
  let at = 0;
  // Each from a phone of its own, for an address may look only so often.
  const next = (): Buffer =>
    requestBytes({
      method: 'GET',
      path: `/t/${tokens[(at += 1) % tokens.length] ?? ''}`,
      from: `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
    });
  const on = (name: keyof typeof ports) => ({
    name,
    once: (seconds: number) => drive({ port: ports[name], clients: CLIENTS, seconds, next }),
  });
  const figures = await interleave<Driven>(bench, [on('server'), on('bare')]);
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const ratio = rate('server') / rate('bare');
  return [
    {
      work: `a parcel's page, ${CLIENTS} connections`,
      measured: `${perSecond(rate('server'))}, p99 ${ms(medianOf(figures, 'server', (figure) => figure.p99Ms))}`,
      floor: `${perSecond(rate('bare'))} (bare http and the statement that finds the parcel, no page)`,
      ratio: times(ratio),
      goal: `≥ ${GOAL}`,
      met: ratio >= GOAL,
      ...(ratio >= GOAL
        ? {}
        : {
            note: 'Presumably: it writes some 6 kB of HTML.',
          }),
    },
  ];
}
