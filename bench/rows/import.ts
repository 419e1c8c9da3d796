import { clearOutbox, insertTemplate } from '../parts/fill.queries.ts';
import { ask, requestBytes } from '../parts/load.ts';
import { interleave, medianOf, perSecond, times } from '../parts/measure.ts';
import { startRole } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeDeliveries, openService, type Service } from '../parts/service.ts';
import type { FloorOptions, Pace } from '../roles/floor.ts';

const GOAL = 0.5;
const LOOK_MS = 50;
const WAIT_MS_MAX = 120_000;
const HEADER = 'order_number,pickup_city,delivery_address,delivery_city,recipient_phone,weight_kg';

export const importRow: Row = { name: 'import', run };

async function run(bench: Bench): Promise<readonly Result[]> {
  const rows = bench.plan.quick ? 200 : 5_000;
  await using service = await openService();
  const { id, key } = await service.merchant();
  await makeDeliveries(service.port, key, 1);
  const template = await insertTemplate(service.database, id);
  await using floor = await startRole('floor', {
    connection: service.connection,
    connections: 1,
    pipelined: false,
  } satisfies FloorOptions);
  const figures = await interleave<{ readonly perSecond: number }>(bench, [
    { name: 'import', once: async () => ({ perSecond: await importOnce(service, { key, rows }) }) },
    { name: 'statement', once: (seconds) => floor.ask<Pace>('create', { template, clients: 1, seconds }) },
  ]);
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const ratio = rate('import') / rate('statement');
  return [
    {
      work: `rows of an import of ${rows.toLocaleString('en-US')}, from upload to the last delivery`,
      measured: perSecond(rate('import')),
      floor: `${perSecond(rate('statement'))} (the statement that creates, one delivery a commit, one connection)`,
      ratio: times(ratio),
      goal: `≥ ${GOAL}`,
      met: ratio >= GOAL,
      ...(ratio >= GOAL
        ? {}
        : {
            note: 'Presumably: each row is read, checked, priced and sealed, and settled with a commit that others see.',
          }),
    },
  ];
}

let files = 0;

async function importOnce(
  { port, database }: Service,
  { key, rows }: { readonly key: string; readonly rows: number },
): Promise<number> {
  await clearOutbox(database);
  files += 1;
  const lines = Array.from(
    { length: rows },
    (_, row) => `I-${files}-${row},Freetown,27 Freetown Road,Lumley,+23276555123,1.5`,
  );
  const startedMs = performance.now();
  const { status, body } = await ask(
    port,
    requestBytes({
      method: 'POST',
      path: '/v1/shipping/imports',
      key,
      body: JSON.stringify({ csv: [HEADER, ...lines].join('\n') }),
    }),
  );
  if (status !== 201) throw new Error(`The import was not taken (${status}): ${body}`);
  const { data } = JSON.parse(body) as { readonly data: { readonly id: string } };
  const look = requestBytes({ method: 'GET', path: `/v1/shipping/imports/${data.id}`, key });
  for (;;) {
    const { body: text } = await ask(port, look);
    const seen = (
      JSON.parse(text) as { readonly data: { readonly status: string; readonly created: number } }
    ).data;
    if (seen.status === 'done' && seen.created === rows)
      return rows / ((performance.now() - startedMs) / 1_000);
    if (seen.status === 'failed' || seen.status === 'done')
      throw new Error(`Only ${seen.created} of ${rows} rows became deliveries.`);
    if (performance.now() - startedMs > WAIT_MS_MAX)
      throw new Error(`The import took longer than ${WAIT_MS_MAX / 1_000} s.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
