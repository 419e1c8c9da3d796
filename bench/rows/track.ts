import { drive, requestBytes, type Driven } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond, times } from '../parts/measure.ts';
import { startRole } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeDeliveries, openService } from '../parts/service.ts';
import type { FloorOptions } from '../roles/floor.ts';

const CLIENTS = 64;
const DELIVERIES = 500;

export const trackRow: Row = { name: 'track', run };

async function run(bench: Bench): Promise<readonly Result[]> {
  await using service = await openService();
  const { id: merchantId, key } = await service.merchant();
  const numbers = await makeDeliveries(service.port, key, bench.plan.quick ? 50 : DELIVERIES);
  await service.database.query('VACUUM (ANALYZE) deliveries');
  await using floor = await startRole('floor', {
    connection: service.connection,
    connections: 2,
    pipelined: true,
  } satisfies FloorOptions);
  const ports = {
    server: service.port,
    pipelined: await floor.ask<number>('servePipelined', { merchantId }),
    pool: await floor.ask<number>('servePool', { merchantId }),
  };
  const requests = numbers.map((number) =>
    requestBytes({ method: 'GET', path: `/v1/shipping/deliveries/${number}/track`, key }),
  );
  let at = 0;
  const next = (): Buffer => requests[(at += 1) % requests.length] ?? Buffer.alloc(0);
  const on = (name: keyof typeof ports) => ({
    name,
    once: (seconds: number) => drive({ port: ports[name], clients: CLIENTS, seconds, next }),
  });
  const figures = await interleave<Driven>(bench, [on('server'), on('pipelined'), on('pool')]);
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const measured = `${perSecond(rate('server'))}, p99 ${ms(medianOf(figures, 'server', (figure) => figure.p99Ms))}`;
  const toPipelined = rate('server') / rate('pipelined');
  const toPool = rate('server') / rate('pool');
  const work = 'authenticated track, 64 connections, everything on';
  const note =
    'Presumably: beyond the read, the server checks key, right and rate, counts, logs a line and puts the answer through its schema.';
  return [
    {
      work,
      measured,
      floor: `${perSecond(rate('pipelined'))} (bare http, pipelined driver)`,
      ratio: times(toPipelined),
      goal: '≥ 0.6',
      met: toPipelined >= 0.6,
      ...(toPipelined >= 0.6 ? {} : { note }),
    },
    {
      work: 'the same',
      measured,
      floor: `${perSecond(rate('pool'))} (bare http, stock pool)`,
      ratio: times(toPool),
      goal: '≥ 1.5',
      met: toPool >= 1.5,
      ...(toPool >= 1.5 ? {} : { note }),
    },
  ];
}
