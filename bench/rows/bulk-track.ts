import { drive, requestBytes } from '../parts/load.ts';
import { interleave, medianOf, perSecond, times } from '../parts/measure.ts';
import { startRole } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeDeliveries, openService } from '../parts/service.ts';
import type { FloorOptions, Pace } from '../roles/floor.ts';

const CLIENTS = 8;
const NUMBERS = 100;
/** What the server asks, and what it would ask for each by itself. */
const [OWN, WHOLE] = ['deliveries.standings', 'deliveries.track'];

export const bulkTrackRow: Row = { name: 'bulk-track', run };

async function run(bench: Bench): Promise<readonly Result[]> {
  await using service = await openService();
  const { id, key } = await service.merchant();
  const numbers = await makeDeliveries(service.port, key, NUMBERS);
  await service.database.query('VACUUM (ANALYZE) deliveries');
  await using floor = await startRole('floor', {
    connection: service.connection,
    connections: 2,
    pipelined: true,
  } satisfies FloorOptions);
  const bytes = requestBytes({
    method: 'POST',
    path: '/v1/shipping/bulk-track',
    key,
    body: JSON.stringify({ job_numbers: numbers }),
  });
  const statement = (name: string, values: readonly unknown[]) => ({
    name,
    once: (seconds: number) =>
      floor.ask<Pace>('statement', { name, runs: [values], clients: CLIENTS, seconds }),
  });
  const figures = await interleave<{ readonly perSecond: number }>(bench, [
    {
      name: 'server',
      once: (seconds) => drive({ port: service.port, clients: CLIENTS, seconds, next: () => bytes }),
    },
    statement(OWN, [id, false, numbers, false]),
    statement(WHOLE, [numbers.map(() => id), numbers.map(() => false), numbers]),
  ]);
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  return [
    { name: OWN, text: 'its statement from the driver' },
    { name: WHOLE, text: 'the driver reading all of each that tracking one reads' },
  ].map(({ name, text }) => {
    const ratio = rate('server') / rate(name);
    return {
      work: 'bulk-track of 100, 8 clients',
      measured: perSecond(rate('server')),
      floor: `${perSecond(rate(name))} (${text})`,
      ratio: times(ratio),
      goal: '≥ 0.6',
      met: ratio >= 0.6,
      ...(ratio >= 0.6
        ? {}
        : {
            note: 'Presumably: beyond the statement, a hundred links are signed, and as many results are shaped and written as JSON.',
          }),
    };
  });
}
