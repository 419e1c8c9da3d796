import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Demo } from '../ensure-demo.ts';
import { endOf, runCommand, startCommand, startWithFewFiles, type Ran } from './fixtures/run-command.ts';

let folder: string;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cottontree-start-'));
  environment = { DATA_DIR: join(folder, 'data'), PORT: '0' };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Started = { readonly child: ChildProcess; readonly ended: Promise<Ran>; readonly greeting: string };

/** Starts the server and waits for what it prints when it is ready. */
async function start(...args: readonly string[]): Promise<Started> {
  return startIn(environment, ...args);
}

async function startIn(
  variables: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Started> {
  return untilReady(startCommand(variables, ['start', ...args]));
}

async function untilReady(child: ChildProcess): Promise<Started> {
  const ended = endOf(child);
  const greeting = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.endsWith('\n')) resolve(text);
    });
    void ended.then(({ err }) => reject(new Error(`The server ended before it was ready: ${err}`)));
  });
  return { child, ended, greeting };
}

const demoFile = async (): Promise<Demo> =>
  JSON.parse(await readFile(join(environment['DATA_DIR'] ?? '', 'demo.json'), 'utf8')) as Demo;

test(
  'the first start makes the demo merchant and says where everything is; later ones keep its keys',
  { timeout: 300_000 },
  async () => {
    const first = await start();
    const demo = await demoFile();
    expect((await stat(join(environment['DATA_DIR'] ?? '', 'demo.json'))).mode & 0o777).toBe(0o600);
    for (const part of [
      demo.base_url,
      demo.base_url.replace('/v1', '/docs'),
      join(environment['DATA_DIR'] ?? '', 'demo.json'),
    ])
      expect(first.greeting).toContain(part);
    // What reads this is no terminal: it may be a log that many read.
    const secrets = [demo.secret_key, demo.operations.password, demo.driver.pin, demo.cashier.pin];
    for (const secret of secrets) expect(first.greeting).not.toContain(secret);
    expect(first.greeting.match(/^ {2}curl /gm)).toHaveLength(4);

    const client = createClient({ baseUrl: demo.base_url, apiKey: demo.secret_key });
    const { data: quote } = await client.getQuote({ query: { delivery_city: 'Bo' } });
    expect(quote).toMatchObject({
      currency: 'SLE',
      pickup_zone: { name: expect.stringMatching(/Freetown/) },
    });
    const { data: delivery } = await client.createDelivery({
      body: { delivery_address: '12 Wilkinson Road', delivery_city: 'Lumley' },
    });
    expect(
      (
        await client.advanceDelivery({
          params: { jobNumber: delivery.job_number },
          body: { to_status: 'assigned' },
        })
      ).data.driver?.name,
    ).toBeTruthy();

    const [addition, second] = await Promise.all([
      runCommand(environment, [
        'merchants',
        'create',
        '--name',
        'Beside',
        '--email',
        'b@example.sl',
        '--json',
      ]),
      runCommand(environment, ['start']),
    ]);
    expect(addition).toMatchObject({ code: 0, out: expect.stringContaining('mch_') });
    // Whoever invites from another terminal has not its port in the environment.
    expect(addition.out).toContain(demo.base_url.replace(/\/v1$/, '/dashboard/invitation#'));
    expect(second).toMatchObject({ code: 1, out: '', err: expect.stringContaining('already serves') });
    first.child.kill('SIGTERM');
    const { code, err } = await first.ended;
    expect(code).toBe(0);
    for (const line of err.trim().split('\n'))
      expect(JSON.parse(line), line).toMatchObject({ level: 30, msg: expect.any(String) });
    for (const secret of secrets) expect(err).not.toContain(secret);
    expect(err).not.toContain(delivery.delivery_code);

    const again = await start('--json');
    const printed = JSON.parse(again.greeting) as { base_url: string; demo: object };
    expect(printed.demo).toEqual({
      merchant_id: demo.merchant_id,
      public_key: demo.public_key,
      base_url: printed.base_url,
      file: join(environment['DATA_DIR'] ?? '', 'demo.json'),
    });
    expect(await demoFile()).toEqual({
      ...demo,
      base_url: printed.base_url,
      dashboard: { ...demo.dashboard, url: printed.base_url.replace(/\/v1$/, '/dashboard') },
      operations: { ...demo.operations, url: printed.base_url.replace(/\/v1$/, '/operations') },
    });
    const later = createClient({ baseUrl: printed.base_url, apiKey: demo.secret_key });
    expect((await later.listDeliveries()).meta.total).toBe(1);
    expect((await later.listAddresses()).data).toMatchObject([
      { label: 'Shop', is_default: true, city: 'Freetown' },
    ]);
    // The terminal's own, and npm's, which passes on the same.
    again.child.kill('SIGINT');
    again.child.kill('SIGINT');
    const ended = await again.ended;
    expect([ended.code, ended.err]).toEqual([0, expect.stringContaining('Stopped.')]);
  },
);

test('the secret key changes while it serves, and no caller notices', { timeout: 300_000 }, async () => {
  const running = await start('--json');
  const { base_url: baseUrl } = JSON.parse(running.greeting) as { base_url: string };
  const demo = await demoFile();
  const client = createClient({ baseUrl, apiKey: demo.secret_key });
  const before = await client.createDelivery({
    body: { delivery_address: '12 Wilkinson Road', delivery_city: 'Lumley' },
  });
  let rotating = true;
  const made: { readonly job_number: string; readonly pickup_code: string }[] = [before.data];
  const load = (async () => {
    while (rotating) {
      const { data } = await client.createDelivery({
        body: { delivery_address: '12 Wilkinson Road', delivery_city: 'Lumley' },
      });
      made.push(data);
      await client.getDelivery({ params: { jobNumber: before.data.job_number } });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const rotated = await runCommand(environment, ['rotate-secret-key', '--json']);
  expect([rotated.code, rotated.err, JSON.parse(rotated.out)]).toMatchObject([
    0,
    '',
    { made: true, left: 0 },
  ]);
  rotating = false;
  await load;
  for (const { job_number, pickup_code } of made)
    expect((await client.getDelivery({ params: { jobNumber: job_number } })).data.pickup_code).toBe(
      pickup_code,
    );
  await client.advanceDelivery({
    params: { jobNumber: before.data.job_number },
    body: { to_status: 'assigned' },
  });
  expect(
    (
      await client.verifyHandoff({
        params: { jobNumber: before.data.job_number },
        body: { type: 'pickup', code: before.data.pickup_code },
      })
    ).data.status,
  ).toBe('picked_up');
  const { findings } = JSON.parse((await runCommand(environment, ['doctor', '--json'])).out) as {
    findings: { check: string; state: string }[];
  };
  expect(findings.find(({ check }) => check === 'sealed')).toMatchObject({ state: 'ok' });
  running.child.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
  expect(made.length).toBeGreaterThan(5);
});

test('a picked port is told where the public address does not show it', { timeout: 300_000 }, async () => {
  const running = await startIn({ ...environment, PUBLIC_URL: 'https://shop.example' });
  expect(running.greeting).toContain('https://shop.example/v1');
  running.child.kill('SIGTERM');
  const lines = (await running.ended).err
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; port?: number });
  expect(lines.find(({ msg }) => msg === 'Listening.')?.port).toBeGreaterThan(0);
});

test(
  'behind a public address there is no demo unless it is asked for, and then its secrets are not printed',
  { timeout: 300_000 },
  async () => {
    const variables = { DATA_DIR: join(folder, 'public'), PORT: '0', PUBLIC_URL: 'https://shop.example' };
    const empty = await startIn(variables);
    expect(empty.greeting).toMatch(/Next: DATA_DIR=\S+public (npx --no -- )?cottontree merchants create/);
    empty.child.kill('SIGTERM');
    await empty.ended;
    await expect(stat(join(variables.DATA_DIR, 'demo.json'))).rejects.toMatchObject({ code: 'ENOENT' });
    const asked = await startIn({ ...variables, DEMO: '1' });
    const demo = JSON.parse(await readFile(join(variables.DATA_DIR, 'demo.json'), 'utf8')) as Demo;
    for (const secret of [demo.secret_key, demo.operations.password, demo.driver.pin, demo.cashier.pin])
      expect(asked.greeting).not.toContain(secret);
    asked.child.kill('SIGTERM');
    await asked.ended;
  },
);

test(
  'a server that listens everywhere is reached here, not at the wildcard',
  { timeout: 300_000 },
  async () => {
    const running = await startIn({ ...environment, HOST: '0.0.0.0' }, '--json');
    const { base_url: baseUrl } = JSON.parse(running.greeting) as { base_url: string };
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect((await fetch(new URL('/healthz', baseUrl))).status).toBe(200);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  },
);

test('one that only works the queues names no address', { timeout: 300_000 }, async () => {
  const running = await startIn({ ...environment, ROLES: 'workers' });
  expect(running.greeting).toContain('works its queues');
  expect(running.greeting).not.toContain('http:');
  running.child.kill('SIGTERM');
  const { code, err } = await running.ended;
  expect([code, err]).toEqual([0, expect.not.stringContaining('http:')]);
});

test('a place that cannot be used is one sentence and exit code 1', async () => {
  expect(await runCommand({ DATA_DIR: '/dev/null/nowhere', PORT: '0' }, ['start'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/DATA_DIR \/dev\/null\/nowhere cannot be used/),
  });
});

test('a port that is taken is told before anything is made, and a remark behind the command is none of its words', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const data = join(folder, 'never-made');
  const { code, err } = await runCommand({ DATA_DIR: data, PORT: String(port) }, [
    'start',
    '#',
    'opens',
    'a',
    'shop',
  ]);
  const metrics = await runCommand({ DATA_DIR: data, PORT: '0', METRICS_PORT: String(port) }, ['start']);
  server.close();
  expect(metrics).toMatchObject({ code: 1, err: expect.stringContaining('another: METRICS_PORT=') });
  expect(code).toBe(1);
  expect(err).toBe(
    `Port ${port} of 127.0.0.1 is taken by another program; end that, or choose another: PORT=${port < 60_000 ? port + 1 : 8080}, or PORT=0 for any that is free.\n`,
  );
  await expect(stat(data)).rejects.toThrow('ENOENT');
});

test(
  'several processes that are refused end with the reason instead of beginning again for ever',
  { timeout: 120_000 },
  async () => {
    const SECRET_KEY = Buffer.alloc(32, 9).toString('base64');
    const { code, err } = await runCommand({ ...environment, SECRET_KEY, PROCESSES: '2' }, ['start']);
    expect([code, err.match(/No secret key here opens what is in the database/g)?.length]).toEqual([1, 1]);
    expect(err).toContain('ended before it served');
  },
);

test(
  'several processes that only work the queues are as many as were asked for',
  { timeout: 120_000 },
  async () => {
    const child = startCommand({ DATA_DIR: join(folder, 'queues'), ROLES: 'workers', PROCESSES: '3' }, [
      'start',
    ]);
    const ended = endOf(child);
    // The first says so before it greets.
    const ready = await linesOf(child, 'Cottontree is ready.', 3);
    child.kill('SIGTERM');
    expect([(await ended).code, ready]).toEqual([0, 3]);
  },
);

test(
  'more connections than the process may have files open cost neither the server nor its database',
  { timeout: 120_000 },
  async () => {
    const child = startWithFewFiles(256, { DATA_DIR: join(folder, 'few'), PORT: '0', DEMO: '0' }, [
      'start',
      '--json',
    ]);
    const { ended, greeting } = await untilReady(child);
    const { base_url: baseUrl } = JSON.parse(greeting) as { readonly base_url: string };
    const { port } = new URL(baseUrl);
    const sockets = Array.from({ length: 400 }, () => connect(Number(port), '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => undefined);
    // As long as the server looks twice for a move, and many times at its database.
    await pause(5_000);
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(() => fetch(baseUrl.replace('/v1', '/readyz')).then(({ status }) => status, String), {
        timeout: 20_000,
      })
      .toBe(200);
    child.kill('SIGTERM');
    const { code, err } = await ended;
    expect([code, err]).toEqual([0, expect.not.stringMatching(/EMFILE|The embedded database died/)]);
  },
);

/** Resolves with how often a sentence was logged, once that is often enough. */
function linesOf({ stderr }: ChildProcess, sentence: string, enough: number): Promise<number> {
  let text = '';
  return new Promise((resolve) => {
    stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = text.split(sentence).length - 1;
      if (found >= enough) resolve(found);
    });
  });
}
