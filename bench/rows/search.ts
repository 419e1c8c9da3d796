import { filledJobNumber, fillDeliveries } from '../parts/fill.queries.ts';
import { ask, drive, requestBytes, type Driven } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond, type Subject } from '../parts/measure.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeDeliveries, openService, type Merchant, type Service } from '../parts/service.ts';

const CLIENTS = 8;
const GOAL_PER_SECOND = 200;

export const searchRow: Row = { name: 'search', run };

/** Each is found by another way; the phone and the name are those of every delivery there is. */
const SEARCHES = [
  { name: 'a job number', q: (n: number) => filledJobNumber(n) },
  { name: 'an order number', q: (n: number) => `F-${n}` },
  { name: 'a phone that all have', q: () => '+23276555123' },
  { name: 'part of a name that all have', q: () => 'Koroma' },
] as const;

async function run(bench: Bench): Promise<readonly Result[]> {
  const deliveries = bench.plan.quick ? 20_000 : 1_000_000;
  await using service = await openService();
  const merchant = await service.merchant();
  await makeDeliveries(service.port, merchant.key, 1);
  await fillDeliveries(service.database, { merchantId: merchant.id, from: 1, to: deliveries - 1 });
  bench.say(`  ${deliveries} deliveries filled`);
  const subjects: Subject<Driven>[] = [];
  for (const { name, q } of SEARCHES) {
    const path = (n: number): Buffer => searchBytes(merchant, q(n));
    await findsOne(service, path(deliveries - 1), name);
    let asked = 0;
    const next = (): Buffer => path((asked += 1) % (deliveries - 1) || 1);
    subjects.push({
      name,
      once: (seconds) => drive({ port: service.port, clients: CLIENTS, seconds, next }),
    });
  }
  const figures = await interleave<Driven>(bench, subjects);
  return SEARCHES.map(({ name }) => {
    const rate = medianOf(figures, name, (figure) => figure.perSecond);
    return {
      work: `search ${deliveries.toLocaleString('en-US')} deliveries for ${name}, 8 clients`,
      measured: `${perSecond(rate)}, p99 ${ms(medianOf(figures, name, (figure) => figure.p99Ms))}`,
      floor: '–',
      ratio: '–',
      goal: `≥ ${GOAL_PER_SECOND}/s`,
      met: rate >= GOAL_PER_SECOND,
    };
  });
}

/** What finds nothing would be fast for nothing. */
async function findsOne({ port }: Service, bytes: Buffer, name: string): Promise<void> {
  const { status, body } = await ask(port, bytes);
  if (status !== 200) throw new Error(`A search for ${name} was answered with ${status}: ${body}`);
  const { data } = JSON.parse(body) as { readonly data: { readonly results: readonly unknown[] } };
  if (data.results.length === 0) throw new Error(`A search for ${name} found nothing.`);
}

function searchBytes({ key }: Merchant, q: string): Buffer {
  return requestBytes({ method: 'GET', path: `/v1/search?q=${encodeURIComponent(q)}`, key });
}
