import { ask, repeat, requestBytes } from '../parts/load.ts';
import { interleave, medianOf, ms, percentile, perSecond, times } from '../parts/measure.ts';
import { startRole, type Role } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { createBytes, openService, type Courier, type Merchant, type Service } from '../parts/service.ts';
import type { FloorOptions, Pace, Touches } from '../roles/floor.ts';

const COURIERS = 16;
const RIVALS = 8;
const GOAL = 0.3;

export const stepsRow: Row = { name: 'steps', run };

type Job = { readonly number: string; readonly pickupCode: string };
type Figure = { readonly perSecond: number; readonly p50Ms: number };
type Stand = {
  readonly service: Service;
  readonly merchant: Merchant;
  readonly couriers: readonly Courier[];
  readonly floor: Role;
};

/** What couriers do that costs a commit: the code at the pickup, and the race for an offer. */
async function run(bench: Bench): Promise<readonly Result[]> {
  await using service = await openService();
  await using floor = await startRole('floor', {
    connection: service.connection,
    connections: COURIERS,
    pipelined: false,
  } satisfies FloorOptions);
  const stand: Stand = {
    service,
    merchant: await service.merchant(),
    couriers: await service.couriers(COURIERS),
    floor,
  };
  for (const { token } of stand.couriers)
    await must(service.port, {
      key: token,
      path: '/driver/shift',
      body: { online: true, lat: 8.484, lng: -13.234 },
    });
  const keys = [[stand.merchant.id, false, (await makeJob(stand)).number]];
  const figures = await interleave<Figure>(bench, [
    { name: 'verify', once: () => verifyMany(stand, bench.plan.quick ? 64 : 320) },
    { name: 'accept', once: () => raceMany(stand, bench.plan.quick ? 4 : 40) },
    {
      name: 'touch',
      once: (seconds) => floor.ask<Pace>('touch', { keys, clients: 1, seconds } satisfies Touches),
    },
  ]);
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const p50 = (name: string): number => medianOf(figures, name, (figure) => figure.p50Ms);
  const bare = `${perSecond(rate('touch'))} (one durable change of a row, one connection)`;
  const result = (name: string, work: string): Result => {
    const ratio = rate(name) / rate('touch');
    return {
      work,
      measured: `${perSecond(rate(name))}, p50 ${ms(p50(name))}`,
      floor: bare,
      ratio: times(ratio),
      goal: `≥ ${GOAL}`,
      met: ratio >= GOAL,
      ...(ratio >= GOAL
        ? {}
        : {
            note: 'Presumably: a step reads, decides, and writes status, timeline, facts and its own record in one transaction of several round trips.',
          }),
    };
  };
  return [
    result('verify', `a courier's code at the pickup, ${COURIERS} couriers`),
    result('accept', `offers, ${RIVALS} couriers racing for each: answers`),
  ];
}

async function verifyMany(stand: Stand, count: number): Promise<Figure> {
  const {
    service: { port },
    merchant,
    couriers,
  } = stand;
  const jobs: (Job & Courier)[] = [];
  await repeat({ count, clients: 4 }, async (n) => {
    const job = await makeJob(stand);
    const courier = couriers[n % COURIERS];
    if (!courier) return;
    await must(port, {
      key: merchant.key,
      path: `/dispatch/deliveries/${job.number}/assign`,
      body: { driver_id: courier.id },
    });
    jobs.push({ ...job, ...courier });
  });
  const figure = await timed({ count: jobs.length, clients: COURIERS }, async (n) => {
    const job = jobs[n];
    if (job)
      await must(port, {
        key: job.token,
        path: `/driver/jobs/${job.number}/verify`,
        body: { type: 'pickup', code: job.pickupCode },
      });
  });
  await finish(stand, jobs);
  return figure;
}

async function raceMany(stand: Stand, races: number): Promise<Figure> {
  const {
    service: { port },
    couriers,
  } = stand;
  const jobs: Job[] = [];
  const accepts: { readonly token: string; readonly id: string }[] = [];
  for (let race = 0; race < races; race += 1) {
    const job = await makeJob(stand);
    jobs.push(job);
    for (const { token } of couriers.slice(0, RIVALS)) {
      const { body } = await ask(
        port,
        requestBytes({ method: 'GET', path: '/v1/driver/offers?limit=100', key: token }),
      );
      const offers = (
        JSON.parse(body) as { readonly data: readonly { readonly id: string; readonly job_number: string }[] }
      ).data;
      const id = offers.find(({ job_number }) => job_number === job.number)?.id;
      if (id !== undefined) accepts.push({ token, id });
    }
  }
  if (accepts.length < races)
    throw new Error(`Only ${accepts.length} offers were made for ${races} deliveries.`);
  let won = 0;
  const figure = await timed({ count: accepts.length, clients: RIVALS }, async (n) => {
    const accept = accepts[n];
    const { status, body } = await ask(
      port,
      requestBytes({
        method: 'POST',
        path: `/v1/driver/offers/${accept?.id ?? ''}/accept`,
        key: accept?.token ?? '',
      }),
    );
    if (status >= 500) throw new Error(`An accept was answered ${status}: ${body}`);
    if (status === 200) won += 1;
  });
  if (won > races) throw new Error(`${races} deliveries were given to ${won} couriers.`);
  await finish(stand, jobs);
  return figure;
}

async function timed(
  plan: { readonly count: number; readonly clients: number },
  once: (n: number) => Promise<void>,
): Promise<Figure> {
  const latencies: number[] = [];
  const startedMs = performance.now();
  await repeat(plan, async (n) => {
    const sentMs = performance.now();
    await once(n);
    latencies.push(performance.now() - sentMs);
  });
  return {
    perSecond: plan.count / ((performance.now() - startedMs) / 1_000),
    p50Ms: percentile(latencies, 0.5),
  };
}

async function makeJob({ service: { port }, merchant }: Stand): Promise<Job> {
  const { status, body } = await ask(port, createBytes(merchant.key));
  if (status !== 201) throw new Error(`A delivery could not be made (${status}): ${body}`);
  const { data } = JSON.parse(body) as {
    readonly data: { readonly job_number: string; readonly pickup_code: string };
  };
  return { number: data.job_number, pickupCode: data.pickup_code };
}

/** Leaves the couriers' hands empty for the next round: what was picked up comes back to its sender. */
async function finish(stand: Stand, jobs: readonly Job[]): Promise<void> {
  await repeat({ count: jobs.length, clients: 4 }, async (n) => {
    const back = await endJob(stand, jobs[n]?.number ?? '', 'failed');
    for (const { job_number } of back) await endJob(stand, job_number, 'delivered');
  });
}

/** Ends a job; which ones came of it. */
async function endJob(
  { service: { port }, merchant }: Stand,
  number: string,
  status: string,
): Promise<readonly { readonly job_number: string }[]> {
  const body = await must(port, {
    key: merchant.key,
    path: `/test/deliveries/${number}/advance`,
    body: { to_status: status },
  });
  return (
    JSON.parse(body) as {
      readonly data: { readonly related_jobs: readonly { readonly job_number: string }[] };
    }
  ).data.related_jobs;
}

async function must(
  port: number,
  { key, path, body }: { readonly key: string; readonly path: string; readonly body: object },
): Promise<string> {
  const answer = await ask(
    port,
    requestBytes({ method: 'POST', path: `/v1${path}`, key, body: JSON.stringify(body) }),
  );
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${answer.body}`);
  return answer.body;
}
