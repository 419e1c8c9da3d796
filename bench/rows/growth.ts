import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { clearOutbox, fillDeliveries, filledJobNumber } from '../parts/fill.queries.ts';
import { drive, requestBytes, type Driven } from '../parts/load.ts';
import { interleave, medianOf, perSecond, times, type Subject } from '../parts/measure.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { createBytes, makeDeliveries, openService, type Merchant, type Service } from '../parts/service.ts';

const CLIENTS = 16;
const KINDS = ['track', 'create', 'list page 1'] as const;
const GOAL = 1.3;
/** A filled delivery has about 2 kB with its indexes; the rest is the write-ahead log and room to sort. */
const BYTES_EACH = 5_000;

export const growthRow: Row = { name: 'growth', run };

type Kind = (typeof KINDS)[number];

/** The sizes come one after the other, for a table only grows; so a machine that gets slower meanwhile shows as growth. */
async function run(bench: Bench): Promise<readonly Result[]> {
  const sizes = sizesOf(bench);
  await refuseFullDisk(bench, Math.max(...sizes));
  await using service = await openService({ roles: 'http' });
  const merchant = await service.merchant();
  await makeDeliveries(service.port, merchant.key, 1);
  const rates = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  let filled = 0;
  for (const size of sizes) {
    const startedMs = performance.now();
    await fillDeliveries(service.database, { merchantId: merchant.id, from: filled + 1, to: size });
    bench.say(`  filled in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
    filled = size;
    bench.say(`  ${size.toLocaleString('en-US')} deliveries`);
    const figures = await interleave<Driven>(
      bench,
      KINDS.map((kind) => subject(kind, { service, merchant, filled })),
    );
    for (const kind of KINDS) rates.get(kind)?.push(medianOf(figures, kind, (figure) => figure.perSecond));
  }
  return KINDS.map((kind) => resultOf(kind, { sizes, rates: rates.get(kind) ?? [] }));
}

/** Filling writes rows and indexes, and as much again to the log between two checkpoints. */
async function refuseFullDisk({ say }: Bench, rows: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const [free, needed] = [bavail * bsize, rows * BYTES_EACH];
  say(`  needs about ${inGigabytes(needed)} of the ${inGigabytes(free)} that are free in ${tmpdir()}`);
  if (needed > free)
    throw new Error(
      `Filling ${rows.toLocaleString('en-US')} deliveries needs about ${inGigabytes(needed)} in ${tmpdir()}, and ${inGigabytes(free)} are free: make room, name another place in TMPDIR, or ask for fewer by --rows.`,
    );
}

const inGigabytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GB`;

function sizesOf({ plan }: Bench): readonly number[] {
  if (plan.quick) return [2_000, 10_000];
  return [10_000, 100_000, 1_000_000, 10_000_000].filter((size) => size <= plan.rowsMax);
}

type Stand = { readonly service: Service; readonly merchant: Merchant; readonly filled: number };

function subject(kind: Kind, stand: Stand): Subject<Driven> {
  const {
    service,
    merchant: { key },
  } = stand;
  const load = { port: service.port, clients: CLIENTS };
  const get = (path: string): Buffer =>
    requestBytes({ method: 'GET', path: `/v1/shipping/deliveries${path}`, key });
  let at = 0;
  // Steps all over the table, as different callers would.
  const anyNumber = (): string => filledJobNumber(1 + (((at += 1) * 7_919) % stand.filled));
  const list = get('?limit=20');
  return {
    name: kind,
    async once(seconds) {
      if (kind === 'track') return drive({ ...load, seconds, next: () => get(`/${anyNumber()}/track`) });
      if (kind === 'list page 1') return drive({ ...load, seconds, next: () => list });
      await clearOutbox(service.database);
      return drive({ ...load, seconds, status: 201, next: () => createBytes(key) });
    },
  };
}

function resultOf(
  kind: Kind,
  { sizes, rates }: { readonly sizes: readonly number[]; readonly rates: readonly number[] },
): Result {
  const [least = Number.NaN] = rates;
  const worst = Math.max(...rates.map((rate) => least / rate));
  return {
    work: `cost of ${kind} as deliveries grow, 16 clients`,
    measured: rates
      .map(
        (rate, index) =>
          `${perSecond(rate)} at ${sizes[index]?.toExponential(0).replace('e+', '·10^') ?? ''}`,
      )
      .join(', '),
    floor: `${perSecond(least)} at ${sizes[0]?.toLocaleString('en-US') ?? ''}`,
    ratio: times(worst),
    goal: `≤ ${GOAL}`,
    met: worst <= GOAL,
    ...(worst <= GOAL
      ? {}
      : {
          note: 'Presumably: indexes and rows no longer fit into the 128 MB that the embedded database keeps to itself.',
        }),
  };
}
