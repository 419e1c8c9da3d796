import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestReceiver } from '../kit/open-receiver.ts';
import { parcel } from '../kit/parcel.ts';
import { startService, type TestService } from '../kit/service.ts';
import { figure, seed, tell } from '../kit/seed.ts';

const RUNS = figure(6, 100);
const STEPS = ['pending', 'assigned', 'picked_up', 'in_transit', 'delivered'] as const;
const ATTEMPTS_MAX = 4;
/** Each round brings every parcel its next attempt; five messages of four attempts need twenty. */
const ROUNDS_MAX = 60;

let service: TestService;

beforeAll(async () => {
  service = await startService();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());

/** How often each message of a parcel fails; four times is given up. */
const plans = fc.array(
  fc.array(fc.integer({ min: 0, max: ATTEMPTS_MAX }), { minLength: 2, maxLength: STEPS.length }),
  { minLength: 2, maxLength: 4 },
);

test(
  `an ordered endpoint gets every parcel's messages one after the other, and no parcel waits for another (seed ${seed})`,
  { timeout: RUNS * 30_000 },
  async () => {
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => void (sent += await follow(plan))),
      { numRuns: RUNS, seed, endOnFailure: true },
    );
    tell(`ordered: ${sent} requests in ${RUNS} histories, none out of its order`);
  },
);

/** Lets a history happen and checks what came; answers how many requests that were. */
async function follow(plan: readonly (readonly number[])[]): Promise<number> {
  const receiver = await openTestReceiver();
  const shop = await service.merchant();
  await shop.client.createWebhook({ body: { url: receiver.url, ordered: true, max_in_flight: 8 } });
  const jobs: string[] = [];
  for (const fates of plan) {
    const jobNumber = (await shop.client.createDelivery({ body: parcel })).data.job_number;
    jobs.push(jobNumber);
    await shop.client.advanceDelivery({
      params: { jobNumber },
      body: { to_status: STEPS[fates.length - 1] ?? 'assigned' },
    });
  }
  receiver.answer((response, { body, headers }) => {
    const { job_number, status } = (
      JSON.parse(body) as { data: { object: { job_number: string; status: (typeof STEPS)[number] } } }
    ).data.object;
    const failures = plan[jobs.indexOf(job_number)]?.[STEPS.indexOf(status)] ?? 0;
    response.writeHead(Number(headers['x-service-attempt']) <= failures ? 500 : 200).end();
  });

  await service.drain();
  const afterOne = historyOf(
    receiver.received.map(({ body }) => body),
    jobs,
  );
  plan.forEach((fates, index) =>
    expect(afterOne[index]?.slice(0, leadOf(fates)), 'nothing before its first failure waits').toEqual(
      STEPS.slice(0, leadOf(fates)),
    ),
  );
  const planned = plan.flat().length;
  const done = async (): Promise<boolean> => {
    const [open, all] = await Promise.all([
      shop.client.listWebhookDeliveries({ query: { status: 'pending' } }),
      shop.client.listWebhookDeliveries(),
    ]);
    return open.meta.total === 0 && all.meta.total === planned;
  };
  let rounds = 0;
  for (; rounds < ROUNDS_MAX && !(await done()); rounds += 1) {
    service.advance(10_000);
    await service.drain();
  }
  expect(await done(), `all of it sent or given up after ${rounds} rounds`).toBe(true);
  const histories = historyOf(
    receiver.received.map(({ body }) => body),
    jobs,
  );
  plan.forEach((fates, index) => {
    const expected = fates.flatMap((failures, step) =>
      Array.from({ length: Math.min(ATTEMPTS_MAX, failures + 1) }, () => STEPS[step]),
    );
    expect(histories[index]).toEqual(expected);
  });
  await receiver.close();
  return receiver.received.length;
}

/** How many messages of a parcel go out before one of them must wait for its retry, that one included. */
function leadOf(fates: readonly number[]): number {
  const firstFailing = fates.findIndex((failures) => failures > 0);
  return firstFailing === -1 ? fates.length : firstFailing + 1;
}

function historyOf(bodies: readonly string[], jobs: readonly string[]): readonly (readonly string[])[] {
  const objects = bodies.map(
    (body) => (JSON.parse(body) as { data: { object: { job_number: string; status: string } } }).data.object,
  );
  return jobs.map((job) =>
    objects.filter(({ job_number }) => job_number === job).map(({ status }) => status),
  );
}
