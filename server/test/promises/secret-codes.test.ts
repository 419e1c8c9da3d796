import { createClient, type Client } from '@cottontree/client';
import { operations, type CreatedDelivery, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../src/modules/notices/fixtures/open-gateway.ts';
import { parcel, wrongCode } from '../kit/parcel.ts';
import { createProbe } from '../kit/probe.ts';
import { openReceiver, type Receiver } from '../kit/receiver.ts';
import { recorded } from '../kit/ride.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { startService, type TestService } from '../kit/service.ts';

const JOBS = figure(12, 200);
const STEPS_PER_JOB = 14;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** What answers the merchant with a delivery as it is, codes and all. */
const READERS_OF_CODES =
  /^(?:POST \/v1\/shipping\/deliveries|(?:GET|PATCH) \/v1\/shipping\/deliveries\/SHP-[^/]+|POST \/v1\/shipping\/deliveries\/SHP-[^/]+\/(?:cancel|reissue-code|return|redeliver))$/;

/** What left the service: to whom, in answer to what, and every byte of it. */
type Said = { readonly to: string; readonly what: string; readonly text: string };
type Actor = 'merchant' | 'courier' | 'dispatcher' | 'cashier' | 'recipient';

const chance = createChance(seed);
const said: Said[] = [];
const logged: string[] = [];
/** Every code there ever was, right or guessed, and whose it is to give. */
const codes = new Map<string, 'pickup' | 'delivery' | 'guess'>();
let service: TestService;
let gateway: TestGateway;
let receiver: Receiver;
let tokens: Readonly<Record<Exclude<Actor, 'recipient'>, string>>;
let clients: Readonly<Record<Exclude<Actor, 'recipient'>, Client>>;
let courierId: string;

const note = (facts: object, message?: string): void =>
  void logged.push(
    bothWays(
      `${message} ${JSON.stringify(facts, (_name, value: unknown) => (value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value))}`,
    ),
  );

beforeAll(async () => {
  [gateway, receiver] = await Promise.all([openTestGateway(), openReceiver()]);
  service = await startService({
    environment: { SMS_URL: gateway.url, LOG_LEVEL: 'debug', TRUSTED_PROXIES: '127.0.0.0/8' },
    log: { debug: note, info: note, warn: note, error: note },
  });
  const [shop, courier, operator, cashier] = [
    await service.merchant({ livemode: true }),
    await service.courier(),
    await service.operator(),
    await service.operator('cashier'),
  ];
  courierId = courier.id;
  tokens = { merchant: shop.key, courier: courier.token, dispatcher: operator.token, cashier: cashier.token };
  clients = {
    merchant: heardBy('merchant', shop.key),
    courier: heardBy('courier', courier.token),
    dispatcher: heardBy('dispatcher', operator.token),
    cashier: heardBy('cashier', cashier.token),
  };
  await clients.courier.setShift({ body: { online: true, lat: 8.484, lng: -13.234 } });
  await clients.merchant.createWebhook({
    body: { url: receiver.url.replace('http:', 'https:'), events: ['*'] },
  });
  // Live endpoints speak TLS, which the receiver here does not.
  await service.query('UPDATE webhook_endpoints SET url = $1', [receiver.url]);
  await clients.merchant.updateNoticeSettings({
    body: {
      kinds: ['created', 'near', 'arrived', 'code_reissued', 'picked_up', 'delivered', 'failed', 'cancelled'],
    },
  });
}, 300_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  gateway.close();
});

/** A client of whose answers every byte is kept. */
function heardBy(to: Actor, apiKey: string): Client {
  return createClient({
    baseUrl: service.baseUrl,
    apiKey,
    retries: 0,
    fetch: async (...request) => {
      const response = await fetch(...request);
      const { pathname } = new URL(String(request[0]));
      said.push({
        to,
        what: `${request[1]?.method ?? 'GET'} ${pathname}`,
        text: bothWays(`${JSON.stringify([...response.headers])} ${await response.clone().text()}`),
      });
      return response;
    },
  });
}

function learn(made: Pick<CreatedDelivery, 'pickup_code' | 'delivery_code'>): void {
  if (made.pickup_code !== null) codes.set(made.pickup_code, 'pickup');
  if (made.delivery_code !== null) codes.set(made.delivery_code, 'delivery');
}

type Job = { readonly jobNumber: string; readonly url: string; pickup: string; delivery: string };

/** Something that somebody may try with a parcel, whether or not its state allows it. */
function somethingWith(job: Job): () => Promise<unknown> {
  const { merchant, courier, dispatcher } = clients;
  const params = { jobNumber: job.jobNumber };
  const at = { ...params, occurred_at: service.server.runtime.context.world.now().toISOString() };
  const type = chance.pick(['pickup', 'delivery'] as const);
  const code = chance.happens(0.6) ? job[type] : wrongCode(job[type], chance.between(1, 9));
  if (!codes.has(code)) codes.set(code, 'guess');
  const place = { lat: 8.454 + chance.next() / 100, lng: -13.275 };
  return chance.pick<() => Promise<unknown>>([
    () => merchant.verifyHandoff({ params, body: { type, code } }),
    () => merchant.trackDelivery({ params }),
    () => merchant.bulkTrack({ body: { job_numbers: [job.jobNumber], include_timeline: true } }),
    () => merchant.updateDelivery({ params, body: { delivery_landmark: 'Blue gate' } }),
    () => renewed(job, merchant.reissueCode({ params, body: { type } })),
    () => merchant.resendCode({ params }),
    () => courier.verifyCode({ params, body: { type, code } }),
    () => courier.verifyCode({ params, body: { type, code } }),
    () => courier.arriveAtStop({ params, body: { at: 'dropoff' } }),
    () => courier.departWithParcel({ params, body: {} }),
    () => courier.recordAttempt({ params, body: { reason: 'recipient_not_home', contact: 'call' } }),
    () => courier.failJob({ params, body: { reason: 'recipient_not_home' } }),
    () => courier.getJob({ params }),
    () =>
      courier.syncJobs({
        body: { events: [recorded('verify', job.jobNumber, { type, code, occurred_at: at.occurred_at })] },
      }),
    () => courier.sendLocations({ body: { points: [place] } }),
    () => dispatcher.getDispatchDelivery({ params }),
    () => dispatcher.reissueCodeByDispatcher({ params, body: { type } }),
    () => dispatcher.moveByDispatcher({ params, body: { to_status: 'in_transit' } }),
    () =>
      dispatcher.overrideHandoff({
        params,
        body: { to_status: 'picked_up', reason: `The shop is closed.`, photo: PIXEL },
      }),
    () => looked(job),
  ]);
}

async function renewed(job: Job, answer: ReturnType<Client['reissueCode']>): Promise<void> {
  const { data } = await answer;
  learn(data);
  Object.assign(job, { pickup: data.pickup_code, delivery: data.delivery_code });
}

/** What anybody sees who knows the number and the phone, and what the recipient sees. */
async function looked(job: Job): Promise<void> {
  const origin = new URL(service.baseUrl).origin;
  const found = await fetch(`${origin}/track`, {
    method: 'POST',
    body: new URLSearchParams({ number: job.jobNumber, digits: '4567' }),
  });
  said.push({ to: 'anybody', what: 'POST /track', text: bothWays(await found.text()) });
  const own = `${origin}${new URL(job.url).pathname}`;
  for (const path of [own, `${own}/code`])
    said.push({ to: 'recipient', what: 'GET /t/', text: bothWays(await (await fetch(path)).text()) });
}

/** What a dispatcher made anew is known only here, from the database's own view of the merchant. */
async function learnAll(jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    const { data } = await clients.merchant.getDelivery({ params: { jobNumber: job.jobNumber } });
    learn(data);
    Object.assign(job, { pickup: data.pickup_code, delivery: data.delivery_code });
  }
}

/** Reads all that can be read, as everybody who can. */
async function readEverything(jobs: readonly Job[]): Promise<number> {
  const probe = createProbe(service.baseUrl);
  const reading = (Object.entries(operations) as readonly (readonly [OperationId, Operation])[]).filter(
    ([, { method, binary, path }]) =>
      method === 'GET' && binary === undefined && !path.startsWith('/webhooks'),
  );
  let read = 0;
  for (const [id, { path, by, list }] of reading) {
    const readers: readonly Exclude<Actor, 'recipient'>[] =
      by === 'driver' ? ['courier'] : by === 'dispatcher' ? ['dispatcher', 'cashier'] : ['merchant'];
    const names: readonly Readonly<Record<string, string>>[] = path.includes(':jobNumber')
      ? jobs.slice(0, 3).map(({ jobNumber }) => ({ jobNumber }))
      : path.includes(':')
        ? [{ id: 'none', version: '1' }]
        : [{}];
    for (const params of names) {
      for (const [to, headers] of readers.flatMap((one) =>
        (list ? [{}, { accept: 'text/csv' }] : [{}]).map((asked) => [one, asked] as const),
      )) {
        const { text } = await probe.ask(id, {
          key: tokens[to],
          params,
          headers,
          query: path.startsWith('/reports') ? { from: '2020-01-01' } : {},
        });
        said.push({
          to,
          what: `GET /v1${path.replace(':jobNumber', params['jobNumber'] ?? '')}`,
          text: bothWays(text),
        });
        read += 1;
      }
    }
  }
  return read;
}

/** Opens every page that a link leads to which somebody got who is not to see a code, and whatever those lead to. */
async function followLinks(): Promise<number> {
  const found = (text: string): readonly string[] =>
    [...text.matchAll(/(?:https?:\/\/[^/\s"'<>\\]+)?(\/t\/[\w-]+(?:\/\w+)?)/g)].map(([, path = '']) => path);
  const given = said.filter((one) => !mayHold(one, 'delivery')).flatMap(({ text }) => found(text));
  const open = new Set(given.flatMap((path) => [path, `${path.split('/', 3).join('/')}/code`]));
  for (const path of open) {
    const text = bothWays(
      await (await fetch(`${new URL(service.baseUrl).origin}${path}`, { redirect: 'manual' })).text(),
    );
    said.push({ to: 'holder of a link', what: `GET ${path}`, text });
    for (const further of found(text)) if (!further.endsWith('/events')) open.add(further);
  }
  return open.size;
}

/** As it was sent and as a person reads it: what addresses and pages write in their own way, without tags, the digits of a code together. */
function bothWays(text: string): string {
  const decoded = text
    .replaceAll(/%([0-9a-f]{2})/gi, (_whole, byte: string) => String.fromCodePoint(Number.parseInt(byte, 16)))
    .replaceAll(/&#(\d{2,5});/g, (_whole, point: string) => String.fromCodePoint(Number(point)));
  const read = decoded
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/(?<=(?<![\d.])\d{3})[ \u00A0\u202F](?=\d{3}(?![\d.]))/g, '')
    .replaceAll(/(?<!\d)(?:\d ){5}\d(?!\d)/g, (digits) => digits.replaceAll(' ', ''));
  return `${text}\n${read}`;
}

/** Digits that stand alone: not in an id, a time, a place or a longer number. */
const holds = (text: string, code: string): boolean =>
  new RegExp(`(?<![0-9A-Za-z_.:+-])${code}(?![0-9A-Za-z_:-])`).test(text);

function mayHold({ to, what }: Said, whose: string | undefined): boolean {
  if (to === 'merchant' && READERS_OF_CODES.test(what)) return true;
  const own = to === 'recipient' || (to === 'merchant' && what.endsWith('/resend-code'));
  return own && whose === 'delivery';
}

test(
  `whatever happens to parcels, nobody sees a handoff code but who is to give it (seed ${seed})`,
  { timeout: 120_000 + JOBS * 5_000 },
  async () => {
    const jobs: Job[] = [];
    for (let nth = 0; nth < JOBS; nth += 1) {
      const { data } = await clients.merchant.createDelivery({
        body: { ...parcel, recipient_name: 'Fatmata Koroma' },
      });
      learn(data);
      const job = {
        jobNumber: data.job_number,
        url: data.tracking_url,
        pickup: data.pickup_code ?? '',
        delivery: data.delivery_code ?? '',
      };
      jobs.push(job);
      await looked(job);
      await clients.dispatcher.assignDelivery({
        params: { jobNumber: data.job_number },
        body: { driver_id: courierId },
      });
    }
    for (let step = 0; step < JOBS * STEPS_PER_JOB; step += 1) {
      await somethingWith(chance.pick(jobs))().catch(() => undefined);
      if (step % 40 === 0) await service.drain();
      if (step % 20 === 0) await learnAll(jobs);
    }
    await learnAll(jobs);
    await service.drain();
    const read = await readEverything(jobs);
    const followed = await followLinks();

    const leaks = said.flatMap((one) =>
      [...codes]
        .filter(([code, whose]) => !mayHold(one, whose) && holds(one.text, code))
        .map(([code, whose]) => `${one.what} told the ${one.to} the ${whose} code ${code}`),
    );
    expect(leaks).toEqual([]);
    const known = [...codes.keys()];
    expect(logged.filter((line) => known.some((code) => holds(line, code)))).toEqual([]);
    expect(
      receiver.received
        .filter(
          ({ event, body }) =>
            event !== 'shipping.delivery.created' && known.some((code) => holds(bothWays(body), code)),
        )
        .map(({ body }) => body),
    ).toEqual([]);
    expect(
      gateway.texts.filter(({ path, headers, body }) =>
        [...codes].some(
          ([code, whose]) =>
            whose !== 'delivery' && holds(bothWays(`${path} ${JSON.stringify(headers)} ${body}`), code),
        ),
      ),
    ).toEqual([]);

    // That something was looked at: whoever is to see the codes did.
    expect(
      said.filter(
        (one) =>
          one.to === 'merchant' &&
          READERS_OF_CODES.test(one.what) &&
          known.some((code) => holds(one.text, code)),
      ).length,
    ).toBeGreaterThanOrEqual(JOBS);
    expect(
      said.filter(({ to, text }) => to === 'recipient' && known.some((code) => holds(text, code))).length,
    ).toBeGreaterThan(0);
    expect(
      gateway.texts.filter(({ body }) => known.some((code) => holds(body, code))).length,
    ).toBeGreaterThan(0);
    expect(followed).toBeGreaterThanOrEqual(2 * JOBS);
    expect([read > 60, logged.length > 100, receiver.received.length > JOBS]).toEqual([true, true, true]);
    tell(
      `Codes: ${codes.size} looked for in ${said.length} answers, ${followed} pages behind their links, ${logged.length} log lines, ${receiver.received.length} webhooks and ${gateway.texts.length} texts`,
    );
  },
);
