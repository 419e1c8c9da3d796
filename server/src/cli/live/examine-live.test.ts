import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { openHttpReceiver, openReceiver, openTlsReceiver } from '../../egress/fixtures/open-receiver.ts';
import { createStand } from '../../egress/fixtures/stand.ts';
import { examineLive, type LivePlaces } from './examine-live.ts';

const HOUR_MS = 3_600_000;
const stand = createStand();

/** A server that says of itself what it is told to say. */
async function serverThat(says: {
  readonly ready: boolean;
  readonly behindMs?: number;
  readonly metrics: string;
}): Promise<string> {
  const { port } = await stand.receiver(
    openHttpReceiver(({ url }, response) => {
      const timestamp = new Date(Date.now() - (says.behindMs ?? 0)).toISOString();
      if (url === '/healthz') return response.end(JSON.stringify({ success: true, timestamp }));
      if (url === '/readyz') return response.writeHead(says.ready ? 200 : 503).end('{}');
      return response.end(says.metrics);
    }),
  );
  return `http://127.0.0.1:${port}`;
}

const figures = (facts: number, seconds: number, failed: number): string => `# HELP
cottontree_build_info{version="0.1.0",node="24.0.0"} 1
cottontree_outbox_facts ${facts}
cottontree_outbox_oldest_seconds ${seconds}
cottontree_webhook_queue{state="ready",lane="healthy"} ${facts}
cottontree_webhook_ready_oldest_seconds ${seconds}
cottontree_request_duration_seconds_count{operation="listZones",status="2xx"} 98
cottontree_request_duration_seconds_count{operation="listZones",status="5xx"} ${failed}
cottontree_requests_refused_early_total ${failed}
cottontree_event_loop_stall_seconds_max 0.02
`;

async function examined(places: Partial<LivePlaces> & Pick<LivePlaces, 'baseUrl'>) {
  const findings = await examineLive({ metricsUrl: null, backups: null, ...places });
  return Object.fromEntries(findings.map(({ check, state, message }) => [check, `${state}: ${message}`]));
}

function tarOf(name: string, content: string) {
  const tar = pack();
  const header = { name, size: Buffer.byteLength(content), mtime: new Date(), mode: 0o600 };
  tar.entry(header, () => undefined).end(content);
  tar.finalize();
  return tar;
}

async function folderWithBackup(ageHours: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cottontree-backups-'));
  await stand.receiver(Promise.resolve({ close: () => rm(folder, { recursive: true }) }));
  const madeAt = new Date(Date.now() - ageHours * HOUR_MS);
  const manifest = {
    format: 'cottontree-backup-2',
    app_version: '0.1.0',
    schema_version: 1,
    created_at: madeAt.toISOString(),
    secret_key_id: 'key',
    tables: [],
    sequences: [],
  };
  await writeFile(join(folder, 'cottontree.tar'), tarOf('manifest.json', JSON.stringify(manifest)));
  return folder;
}

test('what else lies in the folder of backups is none, however new', async () => {
  const baseUrl = await serverThat({ ready: true, metrics: figures(2, 1, 0) });
  const backups = await folderWithBackup(72);
  await writeFile(join(backups, 'other.tar'), tarOf('README', 'Whose backups these are.'));
  await writeFile(join(backups, 'README'), 'Whose backups these are.');
  await writeFile(join(backups, 'empty.tar'), '');
  await mkdir(join(backups, 'older'));
  expect(await examined({ baseUrl, metricsUrl: null, backups })).toMatchObject({
    backups: expect.stringMatching(/^bad: the newest of 1 in .* is 72\.0 h old/),
  });
});

test('what a backup that was killed has left is no backup', async () => {
  const baseUrl = await serverThat({ ready: true, metrics: figures(2, 1, 0) });
  const backups = await folderWithBackup(72);
  for (const left of ['cottontree.tar.unfinished', 'unfinished', 'unfinished.unfinished'])
    await writeFile(join(backups, left), 'half');
  expect(await examined({ baseUrl, metricsUrl: null, backups })).toMatchObject({
    backups: expect.stringMatching(/^bad: the newest of 1 in .* is 72\.0 h old/),
  });
});

test('a server that does well is told so, line by line', async () => {
  const baseUrl = await serverThat({ ready: true, metrics: figures(2, 1, 0) });
  const backups = await folderWithBackup(3);
  expect(await examined({ baseUrl, metricsUrl: `${baseUrl}/metrics`, backups })).toEqual({
    address: expect.stringMatching(/^ok: http:\/\/127\.0\.0\.1:\d+ answers within \d+ ms$/),
    clock: expect.stringMatching(/^ok: within [0-4]\.\d s of this machine's$/),
    database: 'ok: its database answers: it may take traffic',
    version: 'ok: Cottontree 0.1.0',
    facts: 'ok: the oldest of 2 that are no messages yet waits for 1 s',
    webhooks: 'ok: 2 to be sent, the oldest for a healthy receiver for 1 s',
    failures: 'ok: 0 of 98 requests since it started were answered 5xx',
    load: 'ok: 0 requests refused since it started; nothing held it up for longer than 0.02 s lately',
    backups: `ok: the newest of 1 in ${backups} is 3.0 h old`,
  });
});

test('one that does badly is told what is wrong, in words', async () => {
  const baseUrl = await serverThat({ ready: false, behindMs: HOUR_MS, metrics: figures(900, 95, 7) });
  const backups = await folderWithBackup(72);
  expect(await examined({ baseUrl, metricsUrl: `${baseUrl}/metrics`, backups })).toMatchObject({
    clock: expect.stringMatching(
      /^bad: 3\d{3}\.\d s behind this machine's: let both follow a time server\.$/,
    ),
    database: expect.stringMatching(/^bad: its database does not answer, so everything is refused with 503/),
    facts: expect.stringMatching(/^bad: .* 900 .* 95 s: is a node with the role workers running\?$/),
    webhooks: expect.stringMatching(/^bad: 900 to be sent, .* 95 s: add a node with ROLES=workers/),
    failures: expect.stringMatching(/^warning: 7 of 105 requests/),
    load: expect.stringMatching(/^warning: 7 requests refused/),
    backups: expect.stringMatching(/^bad: the newest of 1 in .* is 72\.0 h old: what makes them has stopped/),
  });
});

test('what does not answer, tells nothing of itself or is something else is told apart', async () => {
  // A port that nobody has any more may be another test's by now.
  const away = await stand.receiver(openReceiver((socket) => socket.destroy()));
  expect(await examined({ baseUrl: `http://127.0.0.1:${away.port}`, backups: '/no/such/folder' })).toEqual({
    address: expect.stringMatching(/^bad: .*\/healthz: .* Is the server running, and is this its address\?$/),
    database: expect.stringMatching(/^bad: .*\/readyz: /),
    metrics: expect.stringMatching(/^warning: queues and load were not looked at: set METRICS_PORT/),
    backups: 'bad: /no/such/folder cannot be read.',
  });
  const other = await serverThat({ ready: true, metrics: 'go_goroutines 12\n' });
  expect(await examined({ baseUrl: other, metricsUrl: `${other}/metrics` })).toMatchObject({
    metrics: expect.stringMatching(/^bad: .*: these are not the metrics of Cottontree\.$/),
    backups: 'warning: nobody looked: name their folder with --backups.',
  });
});

test.each([
  ['expired', /^bad: nobody should trust it \(.+\); good until \d{4}-\d\d-\d\d, -\d+ days$/],
  ['self-signed', /^bad: nobody should trust it \(DEPTH_ZERO_SELF_SIGNED_CERT\); good until/],
])('a certificate that is %s is told with its end', async (certificate, told) => {
  const { port } = await stand.receiver(openTlsReceiver(certificate));
  const { certificate: found, address } = await examined({ baseUrl: `https://127.0.0.1:${port}` });
  expect(found).toMatch(told);
  expect(address).toMatch(/^bad: /);
});

test('who listens and speaks no TLS shows no certificate', async () => {
  const { port } = await stand.receiver(openHttpReceiver((_request, response) => response.end()));
  expect(await examined({ baseUrl: `https://127.0.0.1:${port}` })).toMatchObject({
    certificate: expect.stringMatching(/^bad: it shows none: /),
  });
});
