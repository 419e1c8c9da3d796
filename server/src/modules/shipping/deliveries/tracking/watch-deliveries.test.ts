import { expect, test } from 'vitest';
import type { Runner } from '../../../../store/index.ts';
import type { JobKey, TrackedRow } from '../deliveries.queries.ts';
import { createDeliveryWatch } from './watch-deliveries.ts';

type Reading = { readonly key: JobKey; readonly found: (row: TrackedRow) => void };

const state = (version: number): TrackedRow =>
  ({
    job_number: 'SHP-0000-0000',
    merchant_id: 'mch_1',
    livemode: true,
    version,
    position: null,
  }) as unknown as TrackedRow;

/** A watch over one delivery whose readings end when the test says so, with what it says. */
function setup() {
  const stored = { version: 1 };
  const waiting: ((reading: Reading) => void)[] = [];
  const system = {
    run: async () => [{ job_number: 'SHP-0000-0000', stamp: `${stored.version}.` }],
  } as unknown as Runner;
  const readTracked = (key: JobKey) => new Promise<TrackedRow>((found) => waiting.shift()?.({ key, found }));
  const ignore = (): void => undefined;
  const watch = createDeliveryWatch({
    system,
    readTracked,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  return { stored, watch, nextReading: () => new Promise<Reading>((begun) => waiting.push(begun)) };
}

test('who begins to listen while a delivery is read is not told what was read before', async () => {
  const { stored, watch, nextReading } = setup();
  const heard = { early: [] as number[], late: [] as number[], gone: [] as number[] };
  watch.watch(state(1), ({ version }) => heard.early.push(version));
  const stop = watch.watch(state(1), ({ version }) => heard.gone.push(version));
  const firstBegun = nextReading();
  stored.version = 2;
  const first = await firstBegun;

  stored.version = 3;
  watch.watch(state(3), ({ version }) => heard.late.push(version));
  stop();
  const secondBegun = nextReading();
  first.found(state(2));
  const second = await secondBegun;
  expect(heard).toEqual({ early: [2], late: [], gone: [] });

  const thirdBegun = nextReading();
  second.found(state(3));
  stored.version = 4;
  (await thirdBegun).found(state(4));
  await Promise.resolve();
  expect(heard).toEqual({ early: [2, 3, 4], late: [4], gone: [] });
  watch[Symbol.dispose]();
});
