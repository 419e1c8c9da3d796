import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { findSourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Profiler } from 'node:inspector';
import { readConfig } from '../../server/src/config.ts';
import { startServer } from '../../server/src/main.ts';
import { createMerchant, issueKey } from '../../server/src/modules/merchants/index.ts';

// Which files of ours four requests run through, from the door to the disk: the answer is written as JSON to the file that
// the first argument names. Each request is made once before it is watched, so that what only a first one does is left out.

/** How often each is watched. */
const TURNS = 6;
const PROGRAM = pathToFileURL(process.argv[1] ?? '').href;
const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

type Answer = { readonly data: Record<string, unknown> };

const folder = await mkdtemp(join(tmpdir(), 'cottontree-house-'));
const receiver = createServer(
  (request, response) => void request.resume().on('end', () => response.writeHead(204).end()),
);
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const server = await startServer(
  readConfig({ PORT: '0', DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'silent' }),
  quiet,
  // A machine that is busy with other work is no reason to refuse these four.
  { workersPaused: true, toleratesLag: true },
);
try {
  const followed = await followAll();
  await writeFile(process.argv[2] ?? '', JSON.stringify(followed));
} finally {
  await server.stop();
  receiver.close();
  await rm(folder, { recursive: true, force: true });
}

async function followAll(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { context } = server.runtime;
  const { id } = await createMerchant(context, { name: 'House', email: 'house@example.com' });
  const tenant = { merchantId: id, livemode: false };
  const { key } = await issueKey(context.store.of(tenant), context, {
    tenant,
    kind: 'secret',
    name: 'House',
    rights: { scopes: ['*'], origins: [], ipRanges: [] },
    expiresAt: null,
  });
  const call = (path: string, body?: object): Promise<Answer> => ask(key, path, body);

  const delivery = {
    pickup_city: 'Freetown',
    pickup_address: '1 Wilkinson Road',
    delivery_city: 'Lumley',
    delivery_address: '27 Freetown Road',
    weight_kg: 1.5,
  };
  const created = await call('/shipping/deliveries', delivery);
  const product = await call('/pos/products', { name: 'Country cloth', price: 150 });
  const [variant] = product.data['variants'] as readonly { readonly id: string }[];
  const items = [{ variant_id: variant?.id, quantity: 1 }];
  await call('/pos/inventory/adjustments', {
    items: [{ variant_id: variant?.id, delta: 10, reason: 'initial' }],
  });
  const { port } = receiver.address() as AddressInfo;
  await call('/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['*'] });
  const jobNumber = String(created.data['job_number']);
  return {
    track: await follow(() => call(`/shipping/deliveries/${jobNumber}/track`)),
    create: await follow(() => call('/shipping/deliveries', delivery)),
    sale: await follow(() => call('/pos/sales', { items, payments: [{ channel: 'cash' }] })),
    webhook: await follow(sendAll, () => call('/shipping/deliveries', delivery)),
  };
}

/** A delivery that was created has one message, which is planned, sent and written down. */
async function sendAll(): Promise<void> {
  const { fanOut, sender } = server.modules.webhooks;
  await fanOut();
  while ((await sender.turn()) > 0);
}

async function ask(key: string, path: string, body?: object): Promise<Answer> {
  const headers = { 'X-API-Key': key, ...(body ? { 'Content-Type': 'application/json' } : {}) };
  const response = await fetch(`${server.baseUrl}/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** The files of which a function ran each time; what the background does now and then is left out by that. */
async function follow(
  act: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<readonly string[]> {
  await prepare();
  await act();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  const counts = new Map<string, number>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    await prepare();
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await act();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    for (const file of await filesOf(result.find(({ url }) => url === PROGRAM)?.functions ?? []))
      counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  session.disconnect();
  return [...counts]
    .filter(([, count]) => count === TURNS)
    .map(([file]) => file)
    .toSorted();
}

async function filesOf(functions: readonly Profiler.FunctionCoverage[]): Promise<readonly string[]> {
  const map = findSourceMap(fileURLToPath(PROGRAM)) ?? findSourceMap(PROGRAM);
  if (!map) throw new Error('The program has no source map.');
  const starts = lineStarts(await readFile(fileURLToPath(PROGRAM), 'utf8'));
  const files = new Set<string>();
  for (const { ranges } of functions) {
    const [whole] = ranges;
    if (!whole || whole.count === 0) continue;
    const line = lineAt(starts, whole.startOffset);
    const entry = map.findEntry(line, whole.startOffset - (starts[line] ?? 0));
    if ('originalSource' in entry && entry.originalSource)
      files.add(relative(process.cwd(), fileURLToPath(entry.originalSource)));
  }
  return [...files].filter((file) => !file.startsWith('setup/'));
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
