import { drive } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond, times } from '../parts/measure.ts';
import { startRole } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { createBytes, openService } from '../parts/service.ts';
import type { Flood, Flooded } from '../roles/flood.ts';

/** So many clients who wait for their answers give the peak. */
const CLIENTS = 64;
const TIMES_PEAK = 10;

export const overloadRow: Row = { name: 'overload', run };

async function run(bench: Bench): Promise<readonly Result[]> {
  await using service = await openService();
  const { key } = await service.merchant();
  await using flood = await startRole('flood');
  await using sink = await startRole('flood');
  const sinkPort = await sink.ask<number>('sinkPort');
  const next = (): Buffer => createBytes(key);
  const peakAlone = (seconds: number) =>
    drive({ port: service.port, clients: CLIENTS, seconds, next, status: 201 });
  await peakAlone(bench.plan.warmSeconds);
  const alone = (await peakAlone(bench.plan.seconds)).perSecond;
  const floodFor = (seconds: number): Flood => ({ key, perSecond: alone * TIMES_PEAK, seconds });
  const figures = await interleave<Flooded>(bench, [
    {
      name: 'peak',
      // What sending costs, the flood into the sink costs as well; the clients of the peak send beside it.
      async once(seconds) {
        await flood.ask('open', { port: sinkPort });
        const beside = flood.ask<Flooded>('flood', floodFor(seconds));
        const { count, p50Ms } = await peakAlone(seconds);
        return { ...(await beside), seconds, done: count, doneP50Ms: p50Ms };
      },
    },
    {
      name: 'overload',
      async once(seconds) {
        await flood.ask('open', { port: service.port });
        const flooded = await flood.ask<Flooded>('flood', floodFor(seconds));
        if (flooded.other > 0) throw new Error(`${flooded.other} requests were neither done nor refused.`);
        return flooded;
      },
    },
  ]);
  const rate = (name: string): number => medianOf(figures, name, ({ done, seconds }) => done / seconds);
  const took = (name: string, what: 'doneP50Ms' | 'refusedP50Ms' | 'refusedP99Ms'): number =>
    medianOf(figures, name, (figure) => figure[what]);
  const share = rate('overload') / rate('peak');
  const refused = medianOf(figures, 'overload', (figure) => figure.refused / figure.seconds);
  const median = took('overload', 'refusedP50Ms');
  const floor = took('peak', 'refusedP50Ms');
  return [
    {
      work: `${TIMES_PEAK} × more than can be done, open loop, work done`,
      measured: `${perSecond(rate('overload'))}, taken on → done p50 ${ms(took('overload', 'doneP50Ms'))}; ${perSecond(refused)} refused`,
      floor: `${perSecond(rate('peak'))} (the peak, beside as large a flood into a sink)`,
      ratio: times(share),
      goal: '≥ 0.9',
      met: share >= 0.9,
    },
    {
      work: 'the same, a refusal',
      measured: `p50 ${ms(median)}, p99 ${ms(took('overload', 'refusedP99Ms'))}`,
      floor: `p50 ${ms(floor)}, p99 ${ms(took('peak', 'refusedP99Ms'))} (the same flood into a sink that does nothing else)`,
      ratio: `${times(median / floor)} ×`,
      goal: 'p50 < 5 ms',
      met: median < 5,
      note: 'A refusal waits for a turn of the event loop, in which some requests are begun and answered.',
    },
  ];
}
