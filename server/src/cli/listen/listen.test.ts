import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { verifyWebhook } from '@cottontree/client/webhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parcel } from '../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { runCommand, startCommand } from '../fixtures/run-command.ts';

let service: TestService;
let shop: TestMerchant;
let folder: string;
let program: LocalProgram;
let listening: Listening[];

beforeAll(async () => {
  service = await startService({ running: true });
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
  folder = await mkdtemp(join(tmpdir(), 'cottontree-listen-'));
  program = await openLocalProgram(0);
  listening = [];
});
afterEach(async () => {
  for (const one of listening) await one.end('SIGKILL');
  await program.close();
  await rm(folder, { recursive: true, force: true });
});

type LocalProgram = {
  readonly port: number;
  readonly jobs: string[];
  readonly seen: { readonly headers: Record<string, string>; readonly body: string }[];
  answer: number;
  readonly close: () => Promise<void>;
};

/** What a developer runs beside `listen`. */
async function openLocalProgram(port: number): Promise<LocalProgram> {
  const local = {
    port,
    jobs: [] as string[],
    seen: [] as LocalProgram['seen'],
    answer: 200,
    close: async () => undefined as void,
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      local.seen.push({ headers: request.headers as Record<string, string>, body });
      if (local.answer === 200)
        local.jobs.push(
          (JSON.parse(body) as { data: { object: { job_number: string } } }).data.object.job_number,
        );
      response.writeHead(local.answer).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  local.port = (server.address() as AddressInfo).port;
  local.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return local;
}

type Listening = {
  readonly first: Promise<{ readonly secret: string; readonly endpoint_id: string }>;
  readonly lines: { readonly status: number | null; readonly attempt: number }[];
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
};

function listen(...more: readonly string[]): Listening {
  const args = [
    'listen',
    '--key',
    shop.key,
    '--base-url',
    service.baseUrl,
    '--forward-to',
    `http://127.0.0.1:${program.port}/hook`,
    '--state',
    join(folder, 'state.json'),
    '--retry-base-ms',
    '50',
    '--json',
    ...more,
  ];
  const child: ChildProcess = startCommand({ PATH: process.env['PATH'] ?? '' }, args);
  const lines: Listening['lines'] = [];
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const first = new Promise<{ secret: string; endpoint_id: string }>((resolve, reject) => {
    let said = false;
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => {
        const document = JSON.parse(line) as never;
        if (said) lines.push(document);
        else resolve(document);
        said = true;
      });
    void closed.then((code) => reject(new Error(`listen ended with ${code}.`)));
  });
  first.catch(() => undefined);
  const one = { first, lines, end: (signal: NodeJS.Signals) => (child.kill(signal), closed) };
  listening.push(one);
  return one;
}

const create = async (): Promise<string> =>
  (await shop.client.createDelivery({ body: parcel })).data.job_number;
const arrived = (jobs: readonly string[]): Promise<void> =>
  expect.poll(() => program.jobs, { timeout: 60_000 }).toEqual(jobs);
/** Whoever is killed between forwarding a message and noting it forwards it again. */
const arrivedAtLeastOnce = (jobs: readonly string[]): Promise<void> =>
  expect.poll(() => [...new Set(program.jobs)], { timeout: 60_000 }).toEqual(jobs);

test(
  'every message comes to the local program, signed, across restarts of all three',
  { timeout: 300_000 },
  async () => {
    const one = listen();
    const { secret, endpoint_id } = await one.first;
    const jobs = [await create()];
    await arrivedAtLeastOnce(jobs);
    expect(
      await verifyWebhook({
        headers: program.seen[0]?.headers ?? {},
        body: program.seen[0]?.body ?? '',
        secrets: [secret],
      }),
    ).toMatchObject({ event: 'shipping.delivery.created' });
    expect((await stat(join(folder, 'state.json'))).mode & 0o777).toBe(0o600);

    // The listener is killed, and something happens meanwhile.
    await one.end('SIGKILL');
    jobs.push(await create());
    const two = listen();
    expect((await two.first).endpoint_id).toBe(endpoint_id);
    await arrivedAtLeastOnce(jobs);

    // The local program is gone for a while.
    const { port } = program;
    await program.close();
    jobs.push(await create(), await create());
    const before = program.jobs;
    program = await openLocalProgram(port);
    program.jobs.push(...before);
    await arrivedAtLeastOnce(jobs);
    expect(await two.end('SIGTERM')).toBe(0);
    expect((await shop.client.listWebhooks()).data.map(({ id, status }) => [id, status])).toEqual([
      [endpoint_id, 'disabled'],
    ]);
  },
);

test(
  'what the local program refuses is tried three times more, and then the next one comes',
  { timeout: 300_000 },
  async () => {
    program.answer = 500;
    const one = listen('--events', 'shipping.delivery.created');
    await one.first;
    await create();
    await expect
      .poll(() => one.lines.map(({ status, attempt }) => [status, attempt]), { timeout: 60_000 })
      .toEqual([
        [500, 1],
        [500, 2],
        [500, 3],
        [500, 4],
      ]);
    program.answer = 200;
    await arrived([await create()]);
  },
);

test('a message that was forwarded before a crash is not forwarded again', { timeout: 300_000 }, async () => {
  const one = listen();
  await one.first;
  const jobs = [await create()];
  await arrived(jobs);
  await expect
    .poll(
      async () =>
        (JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as { forwarded: string[] }).forwarded,
    )
    .toEqual([]);
  await one.end('SIGKILL');
  // As if it had been killed between two messages of one answer.
  const state = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as { endpoint_id: string };
  const { data } = await shop.client.pollWebhookMessages({ params: { id: state.endpoint_id } });
  await writeFile(
    join(folder, 'state.json'),
    JSON.stringify({ ...state, cursor: null, forwarded: data.messages.map(({ id }) => id) }),
  );
  listen();
  jobs.push(await create());
  await arrived(jobs);
});

test('of two that would go on in one state the second is refused', { timeout: 300_000 }, async () => {
  const one = listen();
  await one.first;
  const held = async () => (await readdir(folder)).filter((name) => name.startsWith('state.json.held-'));
  expect(await held()).toHaveLength(1);
  const again = ['listen', '--key', shop.key, '--base-url', service.baseUrl];
  const refused = await runCommand({ PATH: process.env['PATH'] ?? '' }, [
    ...again,
    '--forward-to',
    `http://127.0.0.1:${program.port}/hook`,
    '--state',
    join(folder, 'state.json'),
  ]);
  expect(refused).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^Process \d+ forwards already, .*state\.json: end it first, .* --state\./),
  });
  const jobs = [await create()];
  await arrived(jobs);

  // What a killed one leaves behind stops nobody, and what has ended leaves nothing.
  await one.end('SIGKILL');
  const two = listen();
  await two.first;
  expect(await held()).toHaveLength(1);
  expect(await two.end('SIGTERM')).toBe(0);
  expect(await held()).toEqual([]);
});

test(
  'a key that does not open, and a state that is none, are told in one sentence',
  { timeout: 300_000 },
  async () => {
    const args = (key: string): string[] => [
      'listen',
      '--key',
      key,
      '--base-url',
      service.baseUrl,
      '--forward-to',
      'http://127.0.0.1:1/hook',
      '--state',
      join(folder, 'other.json'),
    ];
    expect(await runCommand({}, args('sk_test_nothing'))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('The API key is missing or not valid'),
    });
    await writeFile(join(folder, 'other.json'), 'x');
    expect(await runCommand({}, args(shop.key))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('is not what listen wrote'),
    });
    expect(await runCommand({}, [...args(shop.key), '--events', 'shipping.unheard'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no kind of event shipping.unheard'),
    });
  },
);

test('trigger makes the real thing happen', { timeout: 300_000 }, async () => {
  const { id } = (
    await shop.client.createWebhook({
      body: {
        url: `http://127.0.0.1:${program.port}/hook`,
        events: ['*', 'shipping.driver.changed', 'shipping.code.reissued', 'shipping.cod.updated'],
      },
    })
  ).data;
  const trigger = (event: string, key = shop.key) =>
    runCommand({}, ['trigger', event, '--key', key, '--base-url', service.baseUrl, '--json']);
  for (const event of [
    'shipping.delivery.created',
    'shipping.status.updated',
    'shipping.driver.changed',
    'shipping.code.reissued',
    'shipping.cod.updated',
    'webhook.test',
  ] as const) {
    const ran = await trigger(event);
    expect([ran.code, ran.err], event).toEqual([0, '']);
    expect(JSON.parse(ran.out)).toMatchObject({
      event,
      did: expect.arrayContaining([expect.stringMatching(/\.$/)]),
    });
    await expect
      .poll(() => program.seen.some(({ headers }) => headers['x-service-event'] === event), {
        timeout: 60_000,
      })
      .toBe(true);
  }
  expect(await trigger('shipping.milestone')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('cannot be triggered'),
  });
  expect(await trigger('shipping.delivery.created', 'sk_live_x')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Only a test key'),
  });
  await shop.client.deleteWebhook({ params: { id } });
  expect(await trigger('webhook.test')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no active endpoint'),
  });
});
