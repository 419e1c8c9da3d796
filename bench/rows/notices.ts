import {
  clearNotices,
  clearOutbox,
  clearWebhooks,
  repeatCreations,
  takeFact,
} from '../parts/fill.queries.ts';
import { ask, repeat, requestBytes } from '../parts/load.ts';
import { interleave, medianOf, perSecond, times } from '../parts/measure.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { createBytes, openService, type Service } from '../parts/service.ts';

const GOAL = 0.2;

export const noticesRow: Row = { name: 'notices', run };

type Figure = { readonly perSecond: number };

/** Live deliveries whose recipients are told, beside the same facts of a merchant who tells nobody. */
async function run(bench: Bench): Promise<readonly Result[]> {
  const count = bench.plan.quick ? 200 : 5_000;
  await using service = await openService({ paused: true });
  const [telling, silent] = [
    await service.merchant({ livemode: true }),
    await service.merchant({ livemode: true }),
  ];
  for (const { key } of [telling, silent]) {
    await repeat({ count, clients: 8 }, async () => {
      const { status, body } = await ask(service.port, createBytes(key));
      if (status !== 201) throw new Error(`A delivery could not be made (${status}): ${body}`);
    });
  }
  await chooseKinds(service, telling.key, ['created']);
  await chooseKinds(service, silent.key, []);
  const template = await takeFact(service.database);
  await clearOutbox(service.database);
  const plan = async (merchantId: string, wanted: number): Promise<Figure> => {
    await repeatCreations(service.database, { merchantId, template, count });
    const elapsedMs = await service.role.ask<number>('fanOut');
    const planned = await clearNotices(service.database);
    // Else the same facts again would be known already.
    await clearWebhooks(service.database);
    if (planned !== wanted) throw new Error(`${planned} messages to people were planned, not ${wanted}.`);
    return { perSecond: count / (elapsedMs / 1_000) };
  };
  const figures = await interleave<Figure>(bench, [
    { name: 'telling', once: () => plan(telling.id, count) },
    { name: 'silent', once: () => plan(silent.id, 0) },
  ]);
  return resultsOf(figures);
}

async function chooseKinds({ port }: Service, key: string, kinds: readonly string[]): Promise<void> {
  const { status, body } = await ask(
    port,
    requestBytes({ method: 'PATCH', path: '/v1/notices/settings', key, body: JSON.stringify({ kinds }) }),
  );
  if (status !== 200) throw new Error(`The settings could not be written (${status}): ${body}`);
}

function resultsOf(figures: ReadonlyMap<string, readonly Figure[]>): readonly Result[] {
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const ratio = rate('telling') / rate('silent');
  return [
    {
      work: 'messages to people planned, one for each fact',
      measured: perSecond(rate('telling')),
      floor: `${perSecond(rate('silent'))} (the same facts, nobody told)`,
      ratio: times(ratio),
      goal: `≥ ${GOAL}`,
      met: ratio >= GOAL,
      ...(ratio >= GOAL
        ? {}
        : {
            note: 'Presumably: each needs its delivery looked up, its phone and code opened and sealed again, and a row.',
          }),
    },
  ];
}
